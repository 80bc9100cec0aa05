import { expect } from 'vitest';
import { type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import type { Model } from '../../src/machines/model.ts';
import type { Path } from '../../walking/paths.ts';
import { inert, silent } from '../../walking/standIns.ts';
import type { TransitionRecord } from '../../walking/transitions.ts';
import { drive } from './drive.ts';
import { holdCalls } from './world.ts';

/** The actors of a machine that answer once, and those that only send events. */
export interface Played {
  readonly promises?: readonly string[];
  readonly talkers?: readonly string[];
}

/** Layer a: runs the live machine alone along one path. Each step must reach its state and keep every rule. */
export async function walkAlone<M extends AnyStateMachine>(
  model: Model<M>,
  start: string,
  path: Path<M>,
  { promises = [], talkers = [] }: Played,
  record: TransitionRecord,
): Promise<void> {
  const calls = holdCalls();
  const actors = Object.fromEntries([...promises.map((name) => [name, calls.actor(name)]), ...talkers.map((name) => [name, inert])]);
  const machine = model.machine.provide({ actors } as never);
  silent.start();
  // Delays pass only in a step for them, however long a busy machine takes.
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input: model.starts(silent)[start], inspect: record.inspect, clock } as never).start();
  for (const { event, expected } of path.steps) {
    await drive(event, {
      act: (own) => actor.send(own),
      resolve: calls.resolve,
      reject: (name, error) =>
        talkers.includes(name) ? actor.send({ type: `xstate.error.actor.${name}`, error } as never) : calls.reject(name, error),
      elapse: (own) => actor.send(own as never),
    });
    const snapshot = actor.getSnapshot() as never;
    expect(model.stateKey(snapshot)).toEqual(model.stateKey(expected));
    expect(model.broken(snapshot)).toEqual([]);
  }
  actor.stop();
}

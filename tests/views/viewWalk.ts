import { act, cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import type { Model } from '../../src/machines/model.ts';
import { type Driver, drive } from '../model/drive.ts';
import { edgePaths, type Path } from '../model/explore.ts';
import { recordTransitions, watched } from '../model/transitions.ts';
import { type HeldCalls, holdCalls, settled } from '../model/world.ts';

export interface ViewWalk<M extends AnyStateMachine> {
  readonly model: Model<M>;
  readonly start: string;
  /** The actors that answer once. */
  readonly promises: readonly string[];
  /** Puts the view on screen with a machine of its own, made ready to be watched. */
  readonly show: (ready: (machine: M) => M) => Promise<void>;
  /** Does on the screen what the event says. */
  readonly act: (event: EventFrom<M>) => void | Promise<void>;
  /** What is on screen, of what matters at such a moment, and what must be there. */
  readonly seen: (snapshot: SnapshotFrom<M>) => unknown;
  readonly due: (snapshot: SnapshotFrom<M>) => unknown;
  /** Declared transitions that nothing on this screen causes. */
  readonly elsewhere?: readonly string[];
  /** Answers in another way than by the held call. */
  readonly answers?: (calls: HeldCalls) => Partial<Pick<Driver, 'resolve' | 'reject'>>;
}

/** Layer b: every edge of the machine through its view, with what must be on screen after each step. */
export function testView<M extends AnyStateMachine>(view: ViewWalk<M>): void {
  const record = recordTransitions();
  for (const path of edgePaths(view.model, view.start)) test(path.name, () => walk(view, path, record.inspect));
  test('no transition was missed', () => expect(record.missed(view.model.machine)).toEqual([...(view.elsewhere ?? [])].sort()));
}

async function walk<M extends AnyStateMachine>(view: ViewWalk<M>, path: Path<M>, inspect: Parameters<typeof watched>[1]): Promise<void> {
  cleanup();
  const calls = holdCalls();
  const actors = Object.fromEntries(view.promises.map((name) => [name, calls.actor(name)]));
  await view.show((machine) => watched(machine.provide({ actors } as never) as M, inspect));
  for (const { event, expected } of path.steps) {
    const { resolve, reject } = { ...calls, ...view.answers?.(calls) };
    await drive(event, {
      act: view.act as Driver['act'],
      resolve: (name, output) => act(async () => resolve(name, output)),
      reject: (name, error) => act(async () => reject(name, error)),
      elapse: () => undefined,
    });
    await act(settled);
    expect(view.seen(expected)).toEqual(view.due(expected));
  }
}

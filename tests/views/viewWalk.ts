import { act, cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnyActorRef, AnyStateMachine, EventFrom, InspectionEvent, SnapshotFrom } from 'xstate';
import type { Model, ModelEvent } from '../../src/machines/model.ts';
import { edgePaths, eventInWords, type Path } from '../../walking/paths.ts';
import { silent } from '../../walking/standIns.ts';
import { coveringPaths, type WorldModel } from '../../walking/tour.ts';
import { recordTransitions, watched } from '../../walking/transitions.ts';
import { type Driver, drive } from '../model/drive.ts';
import { type HeldCalls, holdCalls, settled } from '../model/world.ts';

/** The events of a machine's model that its screen allows: `World` is state the machine does not have itself. */
export type OnScreen<M extends AnyStateMachine, World> = Pick<WorldModel<M, World>, 'events' | 'next' | 'follow'> & {
  readonly first: World;
};

/** A running machine of the screen. */
export interface Running<M extends AnyStateMachine> {
  readonly send: (event: EventFrom<M>) => void;
  readonly snapshot: () => SnapshotFrom<M>;
}

export interface ViewWalk<M extends AnyStateMachine, World = null> {
  readonly model: Model<M>;
  readonly start: string;
  /** The actors that answer once. */
  readonly promises: readonly string[];
  /** Renders the view with a machine prepared by `ready`, which watches it too. A machine that the view makes itself is only watched. */
  readonly show: (ready: (machine: M) => M, calls: HeldCalls, watch: (machine: M) => M) => Promise<void>;
  /** Performs the event on the screen; `running` is for events of actors that are replaced here. */
  readonly act: (event: EventFrom<M>, running: Running<M>) => void | Promise<void>;
  /** The relevant parts of the screen, and their expected values; `past` holds all events so far, the latest last. */
  readonly seen: (snapshot: SnapshotFrom<M>, past: readonly ModelEvent<M>[]) => unknown;
  readonly due: (snapshot: SnapshotFrom<M>, past: readonly ModelEvent<M>[]) => unknown;
  /** Selects the walked machine among several of its kind. */
  readonly isMeant?: (snapshot: SnapshotFrom<M>) => boolean;
  /** Declared transitions that nothing on this screen can cause. */
  readonly elsewhere?: readonly string[];
  /** Answers in another way than through the held call. */
  readonly answers?: (calls: HeldCalls, running: Running<M>) => Partial<Pick<Driver, 'resolve' | 'reject'>>;
  /** Set where a path along every edge would take too long: a few walks that take every transition, each of about this many steps at most. */
  readonly longest?: number;
  readonly onScreen?: OnScreen<M, World>;
}

const kindOf = ({ type }: { readonly type: string }) => eventInWords({ type });

function pathsOf<M extends AnyStateMachine, World>({ model, start, longest, onScreen }: ViewWalk<M, World>): readonly Path<M>[] {
  if (longest === undefined) return edgePaths(model, start);
  const { machine, events, stateKey } = model;
  const world: WorldModel<M, World | null> = {
    machine,
    input: model.starts(silent)[start],
    world: () => onScreen?.first ?? null,
    events: (snapshot, now) => (onScreen === undefined ? events(snapshot) : onScreen.events(snapshot, now as World)),
    next: (before, event, after, from) => onScreen?.next(before as World, event, after, from) ?? null,
    follow: (before, event, after) => [eventInWords(event), ...(onScreen?.follow?.(before, event, after) ?? [])],
    stateKey: (snapshot, now) => [stateKey(snapshot), now],
  };
  return coveringPaths(world, new Set(), longest).map((steps) => ({
    name: steps.map(({ event }) => kindOf(event)).join(' > '),
    steps,
  }));
}

/** Layer b: walks every edge of the machine through its view and checks the screen after each step. */
export function testView<M extends AnyStateMachine, World = null>(view: ViewWalk<M, World>): void {
  const record = recordTransitions();
  for (const path of pathsOf(view)) test(path.name, () => walk(view, path, record.inspect));
  test('every transition is walked', () =>
    expect(record.missed(view.model.machine).toSorted()).toEqual([...(view.elsewhere ?? [])].sort()));
}

/** Finds the machine that runs. Under StrictMode there are several, of which one is started and stays. */
function follow<M extends AnyStateMachine>(id: string, isMeant: (snapshot: SnapshotFrom<M>) => boolean) {
  const actors = new Set<AnyActorRef>();
  const running = () => {
    const found = [...actors].findLast((actor) => actor.getSnapshot().status === 'active' && isMeant(actor.getSnapshot()));
    if (found === undefined) throw new Error(`No ${id} is running`);
    return found;
  };
  return {
    inspect({ type, actorRef }: InspectionEvent): void {
      const { logic } = actorRef as { readonly logic?: { readonly id?: string } };
      if (type === '@xstate.snapshot' && logic?.id === id) actors.add(actorRef as AnyActorRef);
    },
    running: { send: (event: EventFrom<M>) => running().send(event), snapshot: () => running().getSnapshot() as SnapshotFrom<M> },
  };
}

async function walk<M extends AnyStateMachine, World>(
  view: ViewWalk<M, World>,
  path: Path<M>,
  inspect: Parameters<typeof watched>[1],
): Promise<void> {
  cleanup();
  const calls = holdCalls();
  const actors = Object.fromEntries(view.promises.map((name) => [name, calls.actor(name)]));
  const { running, inspect: note } = follow<M>(view.model.machine.id, view.isMeant ?? (() => true));
  const both = (event: InspectionEvent) => {
    inspect(event);
    note(event);
  };
  // Delays pass only when a step says so.
  const delays = Object.fromEntries(Object.keys(view.model.machine.implementations.delays ?? {}).map((name) => [name, 1e9]));
  const watch = (machine: M) => watched(machine, both);
  await view.show((machine) => watch(machine.provide({ actors, delays } as never) as M), calls, watch);
  const past: ModelEvent<M>[] = [];
  for (const { event, expected } of path.steps) {
    past.push(event);
    const { resolve, reject } = { ...calls, ...view.answers?.(calls, running) };
    await drive(event, {
      act: (own) => view.act(own, running),
      resolve: (name, output) => act(async () => resolve(name, output)),
      reject: (name, error) => act(async () => reject(name, error)),
      elapse: (own) => act(async () => running.send(own as EventFrom<M>)),
    });
    await act(settled);
    expect(view.seen(expected, past)).toEqual(view.due(expected, past));
  }
}

import { type AnyStateMachine, type EventFrom, initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { ModelEvent } from '../src/machines/model.ts';
import type { Step } from './paths.ts';
import { transitionKey } from './transitions.ts';

/** A machine and the world around it, which decides the events that may happen: `World` is state the machine does not have itself. */
export interface WorldModel<M extends AnyStateMachine, World> {
  readonly machine: M;
  readonly input: unknown;
  readonly world: (snapshot: SnapshotFrom<M>) => World;
  readonly events: (snapshot: SnapshotFrom<M>, world: World) => readonly ModelEvent<M>[];
  readonly next: (before: World, event: ModelEvent<M>, after: SnapshotFrom<M>, from: SnapshotFrom<M>) => World;
  readonly stateKey: (snapshot: SnapshotFrom<M>, world: World) => unknown;
  /** Further transitions to take: those that follow an event by themselves, or each answer to a call they may depend on. */
  readonly follow?: (before: SnapshotFrom<M>, event: ModelEvent<M>, after: SnapshotFrom<M>) => readonly string[];
}

interface Node<M extends AnyStateMachine, World> {
  readonly snapshot: SnapshotFrom<M>;
  readonly world: World;
  readonly steps: readonly Step<M>[];
}

/** The transitions that the event itself takes. */
const takenBy = <M extends AnyStateMachine>(machine: M, snapshot: SnapshotFrom<M>, event: ModelEvent<M>) =>
  machine.getTransitionData(snapshot as never, event as EventFrom<M>).map(transitionKey);

/**
 * A greedy cover: repeatedly takes the shortest way from the current state to a transition not taken yet. A new path begins when the current one is long
 * enough or cannot reach such a transition.
 */
export function coveringPaths<M extends AnyStateMachine, World>(
  model: WorldModel<M, World>,
  covered: Set<string>,
  longest: number,
): readonly (readonly Step<M>[])[] {
  const { machine } = model;
  const [first] = initialTransition(machine, model.input as never);
  const start: Node<M, World> = { snapshot: first as SnapshotFrom<M>, world: model.world(first as SnapshotFrom<M>), steps: [] };
  const paths: (readonly Step<M>[])[] = [];
  let here = start;
  for (;;) {
    const found = nearest(model, here, covered);
    const isLongEnough = here.steps.length > 0 && (found === null || found.steps.length > longest);
    if (isLongEnough) {
      paths.push(here.steps);
      here = start;
    } else if (found === null) return paths;
    else {
      for (const { keys } of found.way) for (const key of keys) covered.add(key);
      here = found;
    }
  }
}

function nearest<M extends AnyStateMachine, World>(model: WorldModel<M, World>, from: Node<M, World>, covered: ReadonlySet<string>) {
  const at = ({ snapshot, world }: Node<M, World>) => JSON.stringify(model.stateKey(snapshot, world));
  const seen = new Set([at(from)]);
  const queue = [{ ...from, way: [] as readonly { readonly keys: readonly string[] }[] }];
  for (const { snapshot, world, steps, way } of queue) {
    for (const event of model.events(snapshot, world)) {
      const own = takenBy(model.machine, snapshot, event);
      if (own.length === 0) continue;
      const after = transition(model.machine, snapshot as never, event as never)[0] as SnapshotFrom<M>;
      const keys = [...own, ...(model.follow?.(snapshot, event, after) ?? [])];
      const step = {
        snapshot: after,
        world: model.next(world, event, after, snapshot),
        steps: [...steps, { event, expected: after }],
        way: [...way, { keys }],
      };
      if (keys.some((key) => !covered.has(key))) return step;
      if (seen.has(at(step))) continue;
      seen.add(at(step));
      queue.push(step);
    }
  }
  return null;
}

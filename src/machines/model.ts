import type { AnyActorRef, AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/** An event a person or another actor causes, or an outcome: `xstate.done.actor.…`, `xstate.error.actor.…`, `xstate.after.…`. */
export type ModelEvent<M extends AnyStateMachine> =
  | EventFromLogic<M>
  | { readonly type: `xstate.${string}`; readonly output?: unknown; readonly error?: unknown };

/** The knowledge of a machine that tests need to walk all of it. */
export interface Model<M extends AnyStateMachine> {
  readonly machine: M;
  /** The inputs it can start with, by name. `other` is an actor for inputs that need one. */
  readonly starts: (other: AnyActorRef) => Readonly<Record<string, InputFrom<M>>>;
  /** The events that may come next, with every parameter that matters. Events the machine ignores may be listed. */
  readonly events: (snapshot: SnapshotFrom<M>) => readonly ModelEvent<M>[];
  /** Identifies a state: snapshots with equal values are one state. Leave counters and history out. */
  readonly stateKey: (snapshot: SnapshotFrom<M>) => unknown;
  /** The rules that are broken, as sentences. Every snapshot must keep all of them. */
  readonly broken: (snapshot: SnapshotFrom<M>) => readonly string[];
}

/** Sentences of the rules that do not hold. */
export const rules = (checked: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(checked).flatMap(([sentence, holds]) => (holds ? [] : [sentence]));

import type { AnyActorRef, AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/** An event a person or another actor causes, or an outcome: `xstate.done.actor.…`, `xstate.error.actor.…`, `xstate.after.…`. */
export type ModelEvent<M extends AnyStateMachine> =
  | EventFromLogic<M>
  | { readonly type: `xstate.${string}`; readonly output?: unknown; readonly error?: unknown };

/** What tests need to know of a machine to walk all of it. */
export interface Model<M extends AnyStateMachine> {
  readonly machine: M;
  /** The ways it can begin, by name. `other` stands for any actor the input must name. */
  readonly starts: (other: AnyActorRef) => Readonly<Record<string, InputFrom<M>>>;
  /** What may happen next, with every parameter that matters. What the machine would ignore may be listed. */
  readonly events: (snapshot: SnapshotFrom<M>) => readonly ModelEvent<M>[];
  /** What makes two moments the same place: no counters, no history. */
  readonly place: (snapshot: SnapshotFrom<M>) => unknown;
  /** What must hold everywhere: the sentences that do not. */
  readonly broken: (snapshot: SnapshotFrom<M>) => readonly string[];
}

/** Sentences of the rules that do not hold. */
export const rules = (checked: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(checked).flatMap(([sentence, holds]) => (holds ? [] : [sentence]));

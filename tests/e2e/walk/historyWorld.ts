import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { HistoryEvent } from '../../../domain/api/graphql.ts';
import { historyMachine, type Next } from '../../../src/machines/history/history.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { WorldModel } from '../../../walking/tour.ts';

type History = typeof historyMachine;
type Snapshot = SnapshotFrom<History>;

/** The author of an edit: the person of the page, or another one. */
type By = 'me' | 'other';
/** A change in the project caused by a person's edit. */
export type Edited = { readonly type: 'project.changed'; readonly by: By; readonly next: Next };
type Event = ModelEvent<History> | Edited;

/** The edits of the project as the server has them, and how many of them hold. */
interface HistoryWorld {
  readonly edits: readonly { readonly id: number; readonly by: By }[];
  readonly held: number;
  readonly made: number;
}

const ME = 1;
const MOST = 6;
/** The owner makes the first edits of a site. */
const START: HistoryWorld = { edits: [1, 2, 3].map((id) => ({ id, by: 'me' })), held: 3, made: 3 };

const eventOf = (edit: HistoryWorld['edits'][number] | undefined): HistoryEvent | null =>
  edit === undefined
    ? null
    : {
        id: edit.id,
        entity_type: 'row',
        object_id: 7,
        type: 'update',
        project_id: 5,
        processed: true,
        created_at: '',
        author_id: edit.by === 'me' ? ME : ME + 1,
        author_name: '',
        subject: '',
        field: 'quantity',
      };
const nextOf = ({ edits, held }: HistoryWorld): Next => ({ undo: eventOf(edits[held - 1]), redo: eventOf(edits[held]) });

function steps({ context }: Snapshot, { made }: HistoryWorld): Event[] {
  return [
    ...(context.queued.length < 2 ? [{ type: 'undo.requested' as const }, { type: 'redo.requested' as const }] : []),
    ...(made < MOST
      ? (['me', 'other'] as const).map(
          (by): Event => ({ type: 'project.changed', by, next: { undo: eventOf({ id: made + 1, by }), redo: null } }),
        )
      : []),
  ];
}

function events(snapshot: Snapshot, world: HistoryWorld): readonly ModelEvent<History>[] {
  const now = nextOf(world);
  const { undo, redo } = snapshot.context;
  const all = steps(snapshot, world);
  const edits = all.filter(({ type }) => type === 'project.changed');
  const offline = new Unanswered('offline');
  if (snapshot.matches('looking')) {
    return [...all, { type: 'xstate.done.actor.look', output: now }, { type: 'xstate.error.actor.look', error: offline }];
  }
  if (snapshot.matches('idle')) return all;
  if (snapshot.matches('asking')) return [{ type: 'step.confirmed' }, { type: 'step.dropped' }, ...edits];
  // The server does what is still the next step, and refuses what no longer is.
  const isNext = snapshot.matches('undoing') ? undo?.id === now.undo?.id : redo?.id === now.redo?.id;
  return [
    ...all,
    isNext ? { type: 'xstate.done.actor.step' } : { type: 'xstate.error.actor.step', error: new Refused(409, { detail: '' }) },
    { type: 'xstate.error.actor.step', error: offline },
  ];
}

/** Steps that wait go when there is nothing left to undo or redo. */
export const stepsDropped = (before: Snapshot, after: Snapshot): readonly string[] =>
  before.matches('looking') && before.context.queued.length > 0 && after.matches('idle') ? ['steps dropped'] : [];

/** Undo and redo among the edits of two people, with notifications that arrive late or in time. */
export const historyWorld: WorldModel<History, HistoryWorld> = {
  machine: historyMachine,
  input: { person: ME },
  world: () => START,
  events,
  next(world, event, _after, from) {
    if (event.type === 'project.changed') {
      const made = world.made + 1;
      const edits = [...world.edits.slice(0, world.held), { id: made, by: (event as unknown as Edited).by }];
      return { edits, held: edits.length, made };
    }
    if (event.type === 'xstate.done.actor.step') return { ...world, held: world.held + (from.matches('undoing') ? -1 : 1) };
    return world;
  },
  follow: (before, _event, after) => stepsDropped(before, after),
  stateKey: ({ value, context: { undo, redo, redoFailed, queued } }, world) => ({
    value,
    queued,
    known: [undo?.id ?? 0, redo?.id ?? 0],
    redoFailed,
    edits: world.edits.map(({ by }) => by),
    held: world.held,
  }),
};

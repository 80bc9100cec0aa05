import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { asNew } from '../../../src/machines/editQueue/editQueue.model.ts';
import { editQueueMachine } from '../../../src/machines/editQueue/editQueue.ts';
import { nextEdit } from '../../../src/machines/editQueue/edits.ts';
import type { CellEdit, Edit } from '../../../src/machines/editQueue/types.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { WorldModel } from '../../../walking/tour.ts';
import { transitionKey } from '../../../walking/transitions.ts';
import { WRONG } from './cellWorld.ts';

type Queue = typeof editQueueMachine;
type Snapshot = SnapshotFrom<Queue>;
type Event = ModelEvent<Queue>;

/** The most edits that wait at once, and the most that are typed on one path: each into a different row. */
const MOST = 2;
export const MOST_TYPED = 12;

const typedAt = (row: number, text: string): CellEdit => ({
  kind: 'cell',
  key: '',
  table: '',
  route: 'PUT /rows/:id/',
  id: row,
  field: 'quantity',
  name: '',
  text,
  reads: 'number',
  value: '',
  revision: 1,
  within: null,
  problem: null,
});

const textOf = (edit: Edit | undefined) => (edit?.kind === 'cell' ? edit.text : undefined);

function events({ value, context }: Snapshot, typed: number): readonly Event[] {
  const { edits, saved } = context;
  // The person who works on the page is signed in, and no edit of an earlier visit is left.
  if (value === 'nobody') return [{ type: 'person.changed', person: 1, edits: [] }];
  const own: readonly Event[] =
    edits.length < MOST && typed < MOST_TYPED
      ? ['7.5', WRONG].map((text): Event => ({ type: 'edit.added', edit: asNew(typedAt(typed, text)) }))
      : [];
  const [refused] = edits.filter(({ problem }) => problem !== null);
  const givenUp: readonly Event[] = refused ? [{ type: 'edits.givenUp', keys: [refused.key] }] : [];
  const next = nextEdit(edits);
  switch (value) {
    case 'resting':
      // Another tab types something and gets it through. A saved value is marked for a moment.
      return [
        ...own,
        ...givenUp,
        { type: 'edit.settledElsewhere', key: 'of another tab' },
        ...(saved.length === 1 ? [{ type: 'saved.shown', key: saved[0]?.key ?? '' } as const] : []),
      ];
    case 'sending':
      return [
        ...own,
        ...givenUp,
        textOf(next) === WRONG
          ? { type: 'xstate.error.actor.sendEdit', error: new Refused(400, { quantity: ['Enter a number'] }) }
          : { type: 'xstate.done.actor.sendEdit', output: { answer: {}, value: textOf(next), step: null } },
        { type: 'xstate.error.actor.sendEdit', error: new Unanswered('offline') },
      ];
    default:
      return [
        ...own,
        ...givenUp,
        { type: 'retry.requested' },
        { type: 'xstate.after.untilNextTry.editQueue.waiting' },
        // A new tab finds the waiting edit and sends it.
        ...(edits.length === 1 && textOf(next) !== WRONG ? [{ type: 'edit.settledElsewhere', key: next?.key ?? '' } as const] : []),
      ];
  }
}

/** Edits on one page, a second tab of the same person, and the network. The world is the number of edits typed. */
export const queueWorld: WorldModel<Queue, number> = {
  machine: editQueueMachine,
  input: { prefix: 'key' },
  world: () => 0,
  next: (typed, event) => (event.type === 'edit.added' ? typed + 1 : typed),
  events,
  follow(before, event, after) {
    const decided = editQueueMachine.states.deciding?.always?.[after.value === 'sending' ? 0 : before.context.isBehind ? 1 : 2];
    const isDecided =
      before.value !== after.value && after.value !== 'waiting' && event.type !== 'edit.added' && event.type !== 'edit.retried';
    return isDecided && decided ? [transitionKey(decided)] : [];
  },
  stateKey: ({ value, context: { edits, saved, attempt, isBehind } }) => ({
    value,
    edits: edits.map((edit) => [textOf(edit), edit.problem?.status]),
    saved: saved.length > 0,
    hasTried: attempt > 0,
    isBehind,
  }),
};

import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { editQueueMachine, nextEdit } from '../../../src/machines/editQueue/editQueue.ts';
import type { Edit } from '../../../src/machines/editQueue/types.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { WorldModel } from '../../../walking/tour.ts';
import { transitionKey } from '../../../walking/transitions.ts';
import { WRONG } from './cellWorld.ts';

type Queue = typeof editQueueMachine;
type Snapshot = SnapshotFrom<Queue>;
type Event = ModelEvent<Queue>;

/** As many edits are there at once, and as many are typed on one path: each into a row of its own. */
const MOST = 2;
export const MOST_TYPED = 12;

const typedAt = (row: number, text: string): Edit => ({
  key: String(row),
  table: '',
  route: 'PUT /rows/:id/',
  id: row,
  field: 'quantity',
  name: '',
  text,
  reads: 'number',
  value: '',
  revision: 1,
  problem: null,
});

function events({ value, context }: Snapshot, typed: number): readonly Event[] {
  const { edits } = context;
  const own: readonly Event[] =
    edits.length < MOST && typed < MOST_TYPED
      ? ['7.5', WRONG].map((text): Event => ({ type: 'edit.typed', edit: typedAt(typed, text) }))
      : [];
  const refused = edits.filter(({ problem }) => problem !== null);
  const givenUp: readonly Event[] = refused.length > 0 ? [{ type: 'edits.givenUp', keys: refused.map(({ key }) => key) }] : [];
  const next = nextEdit(context);
  switch (value) {
    case 'resting':
      // Another tab types something and gets it through.
      return [...own, ...givenUp, { type: 'edit.settledElsewhere', key: 'of another tab' }];
    case 'sending':
      return [
        ...own,
        ...givenUp,
        next?.text === WRONG
          ? { type: 'xstate.error.actor.sendEdit', error: new Refused(400, { quantity: ['Enter a number'] }) }
          : { type: 'xstate.done.actor.sendEdit', output: { answer: {}, revision: 2 } },
        { type: 'xstate.error.actor.sendEdit', error: new Unanswered('offline') },
      ];
    default:
      return [
        ...own,
        ...givenUp,
        { type: 'retry.requested' },
        { type: 'xstate.after.untilNextTry.editQueue.waiting' },
        // Another tab that is opened finds what waits, and gets it through.
        ...(edits.length === 1 && next?.text !== WRONG ? [{ type: 'edit.settledElsewhere', key: next?.key ?? '' } as const] : []),
      ];
  }
}

/** What is typed on one page, a second tab of the same person, and the network. The world is how much was typed. */
export const queueWorld: WorldModel<Queue, number> = {
  machine: editQueueMachine,
  input: { edits: [] },
  world: () => 0,
  next: (typed, event) => (event.type === 'edit.typed' ? typed + 1 : typed),
  events,
  follow(before, _event, after) {
    const decided = editQueueMachine.states.deciding?.always?.[after.value === 'sending' ? 0 : 1];
    const isDecided = before.value !== after.value && before.value !== 'resting' && after.value !== 'waiting';
    return isDecided && decided ? [transitionKey(decided)] : [];
  },
  place: ({ value, context: { edits, attempt } }) => ({
    value,
    edits: edits.map(({ text, problem }) => [text, problem?.status]),
    isBehind: attempt > 0,
  }),
};

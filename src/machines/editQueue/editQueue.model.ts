import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { type Model, rules } from '../model.ts';
import { editQueueMachine, nextEdit } from './editQueue.ts';
import { waitingOf } from './selectors.ts';
import { type Edit, isSameField } from './types.ts';

export const EDIT: Edit = {
  key: 'first',
  table: 'version 3 list 12',
  route: 'PUT /rows/:id/',
  id: 7,
  field: 'quantity',
  name: 'Gravel bed',
  text: '7.5',
  reads: 'number',
  value: '12.5',
  revision: 1,
  problem: null,
};
const again: Edit = { ...EDIT, key: 'again', text: '8' };
const beside: Edit = { ...EDIT, key: 'beside', field: 'unit_labour', text: '3' };
const stale = new Refused(409, { detail: 'Someone has changed this since you opened it', code: 'stale_edit' });

/** Two edits are enough to tell order, the same field twice and a record's revision. */
const MOST = 2;

export const editQueueModel: Model<typeof editQueueMachine> = {
  machine: editQueueMachine,
  starts: () => ({
    'with nothing left from an earlier visit': { edits: [] },
    'with an unsent and a refused edit of an earlier visit': { edits: [EDIT, { ...beside, problem: { status: 404, body: null } }] },
  }),
  place: ({ value, context: { edits, attempt } }) => ({
    value,
    edits: edits.map(({ key, problem, revision }) => [key, problem?.status ?? null, revision]),
    isBehind: attempt > 0,
  }),
  events: ({ context: { edits } }) => [
    ...[EDIT, again, beside].flatMap((edit) =>
      edits.length < MOST && !edits.some(({ key }) => key === edit.key) ? [{ type: 'edit.typed' as const, edit }] : [],
    ),
    { type: 'edits.givenUp', keys: [EDIT.key, beside.key] },
    { type: 'edit.settledElsewhere', key: EDIT.key },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.sendEdit', output: { answer: { row: {} }, revision: 2 } },
    { type: 'xstate.error.actor.sendEdit', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.sendEdit', error: stale },
    { type: 'xstate.after.untilNextTry.editQueue.waiting' },
  ],
  broken: (snapshot) => {
    const { value, context } = snapshot;
    const toSend = nextEdit(context);
    const refused = context.edits.filter(({ problem }) => problem !== null);
    return rules({
      'it rests only when nothing is left to send': value !== 'resting' || toSend === undefined,
      'what is sent or waits is there': (value !== 'sending' && value !== 'waiting') || toSend !== undefined,
      'what waits was tried': value !== 'waiting' || waitingOf(snapshot).length > 0,
      'no edit is there twice': new Set(context.edits.map(({ key }) => key)).size === context.edits.length,
      'a field is refused once at most': refused.every((one) => refused.filter((other) => isSameField(one, other)).length === 1),
    });
  },
};

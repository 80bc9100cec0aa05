import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { editQueueMachine } from './editQueue.ts';
import { nextEdit } from './edits.ts';
import { refusedOf, waitingOf } from './selectors.ts';
import { sentEdit } from './setup.ts';
import { type CellEdit, type Edit, isSameField, type NewEdit } from './types.ts';

export const EDIT: CellEdit = {
  kind: 'cell',
  key: 'first',
  table: 'list 12',
  route: 'PUT /rows/:id/',
  id: 7,
  field: 'quantity',
  name: 'Gravel bed',
  text: '7.5',
  reads: 'number',
  value: '12.5',
  revision: 1,
  within: null,
  problem: null,
};
/** An edit as it is handed to the queue. */
export const asNew = ({ key: _, problem: __, ...edit }: Edit): NewEdit => edit as NewEdit;

const again: CellEdit = { ...EDIT, text: '8' };
const beside: CellEdit = { ...EDIT, key: 'beside', field: 'unit_labour', text: '3' };
export const BLOCK: Edit = {
  kind: 'block',
  key: 'block',
  table: 'list 12',
  name: 'Roads',
  as: 'paste',
  list: 12,
  rowId: 7,
  field: 'quantity',
  cells: [['5']],
  decimal: null,
  problem: null,
};
const stale = new Refused(409, { detail: 'Someone has changed this since you opened it', code: 'stale_edit' });

/** Edits stored by an earlier visit. */
export const KEPT: readonly Edit[] = [EDIT, { ...beside, problem: { status: 404, body: null } }];

/** Two edits are enough to tell order, the same field twice and a record's revision. */
const MOST = 2;

export const editQueueModel: Model<typeof editQueueMachine> = {
  machine: editQueueMachine,
  starts: () => ({ 'with nobody signed in': { prefix: 'key' } }),
  stateKey: ({ value, context: { person, edits, saved, attempt, isBehind } }) => ({
    value,
    person,
    edits: edits.map((edit) => [
      edit.kind,
      edit.problem?.status ?? null,
      edit.kind === 'cell' ? [edit.field, edit.text, edit.revision] : null,
    ]),
    saved: saved.length > 0,
    hasTried: attempt > 0,
    isBehind,
  }),
  events: ({ context: { person, edits, saved } }): readonly ModelEvent<typeof editQueueMachine>[] => [
    ...(person === null ? [[], KEPT] : []).map((kept) => ({ type: 'person.changed', person: 1, edits: kept }) as const),
    { type: 'person.changed', person: null, edits: [] },
    // A block, and a value of another field, behave alike at any position in the queue.
    ...(edits.length === 0 ? [EDIT, BLOCK] : edits.length < MOST ? [again, beside] : []).map(
      (edit) => ({ type: 'edit.added', edit: asNew(edit), known: 1 }) as const,
    ),
    ...edits
      .slice(0, 1)
      .flatMap(({ key }) => [
        { type: 'edit.retried', key } as const,
        { type: 'theirs.taken', key } as const,
        { type: 'edit.settledElsewhere', key } as const,
      ]),
    { type: 'edits.givenUp', keys: edits.map(({ key }) => key) },
    ...saved.slice(0, 1).map(({ key }) => ({ type: 'saved.shown', key }) as const),
    { type: 'retry.requested' },
    {
      type: 'xstate.done.actor.sendEdit',
      output: { answer: { row: {} }, value: '7.5', step: { route: 'PUT /rows/:id/', id: 7, from: 1, to: 2 } },
    },
    { type: 'xstate.error.actor.sendEdit', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.sendEdit', error: stale },
    { type: 'xstate.after.untilNextTry.editQueue.waiting' },
  ],
  broken: (snapshot) => {
    const { value, context } = snapshot;
    const toSend = nextEdit(context.edits);
    const refused = refusedOf(snapshot);
    return rules({
      'it rests only when nothing is left to send': value !== 'resting' || toSend === undefined,
      'what is sent or waits is there': (value !== 'sending' && value !== 'waiting') || toSend !== undefined,
      'the edit that is sent is there, and to send': value !== 'sending' || sentEdit(context)?.problem === null,
      'an edit that waits was tried': value !== 'waiting' || waitingOf(snapshot).length > 0,
      'edits belong to the person who is signed in': context.person !== null || (value === 'nobody' && context.edits.length === 0),
      'a person has a queue': (context.person === null) === (value === 'nobody'),
      'no edit is there twice': new Set(context.edits.map(({ key }) => key)).size === context.edits.length,
      'a field is refused once at most': refused.every(
        (one) => one.kind !== 'cell' || refused.filter((other) => isSameField(one, other)).length === 1,
      ),
    });
  },
};

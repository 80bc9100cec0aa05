import type { MovedAct } from '../../../domain/contract/actShapes.ts';
import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { SUBJECT, valueEvents, valueRules } from '../numberCell/numberCell.model.ts';
import { askedMove, cellMode, isRangeKnown } from '../numberCell/selectors.ts';
import { UNKNOWN_RANGE } from '../numberCell/types.ts';
import { actCellMachine } from './actCell.ts';

const later: MovedAct = {
  id: 2,
  number: '2',
  price: { old: '40.00', new: '39.99' },
  balance: { old: '100.00', new: '110.00' },
};

/** Outside the range that is told. */
const FAR = '13';

const helperEvents: readonly ModelEvent<typeof actCellMachine>[] = [
  { type: 'edit.committed', text: FAR },
  { type: 'range.outdated' },
  { type: 'move.confirmed' },
  { type: 'move.declined' },
  { type: 'xstate.after.restingOnCell.actCell.helper.unknown' },
  { type: 'xstate.done.actor.loadRange', output: { min: '-3', max: '12.5', used: [{ act_id: 2, number: '2', quantity: '3' }] } },
  { type: 'xstate.error.actor.loadRange', error: new Error('offline') },
  { type: 'xstate.done.actor.previewMove', output: [] },
  { type: 'xstate.done.actor.previewMove', output: [later] },
  { type: 'xstate.error.actor.previewMove', error: new Unanswered('offline') },
  { type: 'xstate.error.actor.previewMove', error: new Refused(400, { quantity: ['The range for this row is 0 to 5'] }) },
];

/** The value's own ways are walked with a number cell; here one of a kind is enough beside those of the helper. */
const ofAKind = (event: ModelEvent<typeof actCellMachine>) =>
  !(event.type === 'edit.started' && 'draft' in event && event.draft !== null) &&
  !('text' in event && event.text === '12.50') &&
  !('error' in event && event.error instanceof Refused && event.error.status === 400 && event.type.endsWith('saveValue'));

export const actCellModel: Model<typeof actCellMachine> = {
  machine: actCellMachine,
  starts: () => ({ alone: { subject: { ...SUBJECT, unit: 'm' }, owner: null } }),
  // What is typed is the number cell's to tell; here it is what its guards ask for, with the helper beside it.
  place: ({ value, context: { subject, typed, unsent, sentence, theirs, range, moved } }) => ({
    at: value,
    value: subject.value,
    isFar: typed === FAR,
    unsent,
    isRefused: sentence !== null,
    isStale: theirs !== null,
    range,
    moved: moved.length,
  }),
  events: () => [...valueEvents('actCell.value.saved').filter(ofAKind), ...helperEvents],
  broken: (snapshot) =>
    rules({
      ...valueRules(cellMode(snapshot), snapshot.context),
      'the range is 0 to 100 until the server has told it': isRangeKnown(snapshot) || snapshot.context.range === UNKNOWN_RANGE,
      'nobody is asked about a move when nothing moves': askedMove(snapshot)?.length !== 0,
    }),
};

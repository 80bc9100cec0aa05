import type { MovedAct } from '../../../domain/api/actShapes.ts';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { SUBJECT, valueEvents, valueRules, valueStateKey } from '../numberCell/numberCell.model.ts';
import { askedMove, isRangeKnown, ownMode } from '../numberCell/selectors.ts';
import { type Range, UNKNOWN_RANGE } from '../numberCell/types.ts';
import { actCellMachine } from './actCell.ts';

const later: MovedAct = {
  id: 2,
  number: '2',
  price: { old: '40.00', new: '39.99' },
  balance: { old: '100.00', new: '110.00' },
};

/** A value outside the range that the server gave. */
const FAR = '13';

/** A range that allows it, once others have claimed less. */
const WIDER: Range = { min: '-3', max: '20', used: [] };

const helperEvents: readonly ModelEvent<typeof actCellMachine>[] = [
  { type: 'edit.committed', text: FAR },
  { type: 'range.outdated' },
  { type: 'text.retried' },
  { type: 'table.closed' },
  { type: 'move.confirmed' },
  { type: 'move.declined' },
  { type: 'xstate.after.restingOnCell.actCell.helper.unknown' },
  { type: 'xstate.done.actor.loadRange', output: { min: '-3', max: '12.5', used: [{ act_id: 2, number: '2', quantity: '3' }] } },
  { type: 'xstate.done.actor.loadRange', output: WIDER },
  { type: 'xstate.error.actor.loadRange', error: new Error('offline') },
  { type: 'xstate.done.actor.previewMove', output: [] },
  { type: 'xstate.done.actor.previewMove', output: [later] },
  { type: 'xstate.error.actor.previewMove', error: new Unanswered('offline') },
  { type: 'xstate.error.actor.previewMove', error: new Refused(400, { quantity: ['The range for this row is 0 to 5'] }) },
];

/** One edit of each kind is enough, because the number cell's model walks all of them. */
const ofAKind = (event: ModelEvent<typeof actCellMachine>) =>
  !('draft' in event && event.draft !== null) &&
  !('text' in event && event.text === '12.50') &&
  !(event.type === 'edit.started' && 'subject' in event && event.subject.unsent?.edit.problem?.status === 409);

export const actCellModel: Model<typeof actCellMachine> = {
  machine: actCellMachine,
  starts: (queue) => ({ alone: { subject: { ...SUBJECT, unit: 'm' }, owner: null, queue } }),
  // The number cell's model walks typed values; this one walks what only the helper's guards read.
  stateKey: (snapshot) => {
    const { typed, sentence, range, moved } = snapshot.context;
    const { subject } = valueStateKey(ownMode(snapshot), snapshot.context);
    return { at: snapshot.value, subject, isFar: typed === FAR, refused: sentence?.code, range: range.max, moved: moved.length };
  },
  events: () => [...valueEvents.filter(ofAKind), ...helperEvents],
  broken: (snapshot) =>
    rules({
      ...valueRules(ownMode(snapshot), snapshot.context),
      'the range is 0 to 100 until the server has told it': isRangeKnown(snapshot) || snapshot.context.range === UNKNOWN_RANGE,
      'nobody is asked about a move when nothing moves': askedMove(snapshot)?.length !== 0,
    }),
};

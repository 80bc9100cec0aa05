import { type Model, type ModelEvent, rules } from '../model.ts';
import { SUBJECT, valueEvents, valueRules } from '../numberCell/numberCell.model.ts';
import { cellMode, isRangeKnown } from '../numberCell/selectors.ts';
import { UNKNOWN_RANGE } from '../numberCell/types.ts';
import { actCellMachine } from './actCell.ts';

const helperEvents: readonly ModelEvent<typeof actCellMachine>[] = [
  { type: 'bound.chosen', which: 'min' },
  { type: 'bound.chosen', which: 'max' },
  { type: 'xstate.after.restingOnCell.actCell.helper.unknown' },
  { type: 'xstate.done.actor.loadRange', output: { min: '-3', max: '12.5' } },
  { type: 'xstate.error.actor.loadRange', error: new Error('offline') },
];

export const actCellModel: Model<typeof actCellMachine> = {
  machine: actCellMachine,
  starts: () => ({ alone: { subject: SUBJECT, owner: null } }),
  // What is typed is the number cell's to tell; here it is what its guards ask for, with the helper beside it.
  place: ({ value, context: { subject, unsent, sentence, theirs, range } }) => ({
    at: value,
    value: subject.value,
    unsent,
    isRefused: sentence !== null,
    isStale: theirs !== null,
    range,
  }),
  events: () => [...valueEvents('actCell.value.saved'), ...helperEvents],
  broken: (snapshot) =>
    rules({
      ...valueRules(cellMode(snapshot), snapshot.context),
      'the range is 0 to 100 until the server has told it': isRangeKnown(snapshot) || snapshot.context.range === UNKNOWN_RANGE,
    }),
};

import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { numberCellMachine } from './numberCell.ts';
import { cellMode } from './selectors.ts';
import type { CellContext, Subject } from './types.ts';

export const SUBJECT: Subject = { key: '7 quantity', id: 7, field: 'quantity', value: '12.5', revision: 1, reads: 'number' };
const stale = new Refused(409, {
  detail: 'Someone has changed this since you opened it',
  code: 'stale_edit',
  current: { id: 7, quantity: '7.5', revision: 2 },
  changed_by: { id: 2, name: 'Ann' },
});

/** What may happen to the value of a cell, with a helper or without. */
export const valueEvents = (saved: string): readonly ModelEvent<typeof numberCellMachine>[] => [
  { type: 'edit.started', draft: null, subject: SUBJECT },
  { type: 'edit.started', draft: '5', subject: SUBJECT },
  { type: 'edit.committed', text: '' },
  { type: 'edit.committed', text: '12.50' },
  { type: 'edit.committed', text: '7,5' },
  { type: 'edit.reverted' },
  { type: 'mine.kept' },
  { type: 'theirs.taken' },
  { type: 'unsent.found', text: '7.5' },
  { type: 'cell.left' },
  { type: 'xstate.done.actor.saveValue', output: { value: '7.5', revision: 2 } },
  { type: 'xstate.error.actor.saveValue', error: new Refused(400, { quantity: ['Enter a number'] }) },
  { type: 'xstate.error.actor.saveValue', error: stale },
  { type: 'xstate.error.actor.saveValue', error: new Unanswered('offline') },
  { type: 'xstate.done.actor.settleValue', output: { value: '7.5', revision: 2 } },
  { type: 'xstate.error.actor.settleValue', error: stale },
  { type: 'xstate.done.actor.giveUpValue' },
  { type: 'xstate.error.actor.giveUpValue', error: new Error('unreadable') },
  { type: `xstate.after.saidSaved.${saved}` },
];

export const valuePlace = ({ subject, typed, unsent, selected, sentence, theirs }: CellContext) => ({
  value: subject.value,
  typed,
  unsent,
  selected,
  sentence,
  isStale: theirs !== null,
});

export const valueRules = (mode: string, { typed, unsent, sentence, theirs }: CellContext) => ({
  'what is on its way is what was typed': mode !== 'saving' || typed !== null,
  'a refused value keeps what was typed and says why': mode !== 'refused' || (typed !== null && sentence !== null),
  'a cell that shows its value keeps nothing typed': mode !== 'showing' || typed === null,
  'what waits is shown, and only what waits is kept as unsent': mode === 'waiting' ? unsent !== null && typed === unsent : true,
  'nothing unsent is forgotten by a cell that shows its value': (mode !== 'showing' && mode !== 'refused') || unsent === null,
  'what is sent again over somebody else’s value stands on it': mode !== 'saving' || theirs === null,
});

export const numberCellModel: Model<typeof numberCellMachine> = {
  machine: numberCellMachine,
  starts: () => ({ alone: { subject: SUBJECT, owner: null } }),
  place: ({ value, context }) => ({ at: value, ...valuePlace(context) }),
  events: () => valueEvents('numberCell.saved'),
  broken: (snapshot) => rules(valueRules(cellMode(snapshot), snapshot.context)),
};

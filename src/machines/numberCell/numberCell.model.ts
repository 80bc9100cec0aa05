import type { CellEdit, CellUnsent } from '../editQueue/types.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { numberCellMachine } from './numberCell.ts';
import { ownMode } from './selectors.ts';
import type { CellContext, Subject } from './types.ts';

export const SUBJECT: Subject = {
  key: '7 quantity',
  table: 'list 12',
  route: 'PUT /rows/:id/',
  id: 7,
  field: 'quantity',
  value: '12.5',
  revision: 1,
  reads: 'number',
};
const EDIT: CellEdit = {
  kind: 'cell',
  key: 'earlier',
  table: SUBJECT.table,
  route: SUBJECT.route,
  id: SUBJECT.id,
  field: SUBJECT.field,
  name: '',
  text: '7.5',
  reads: 'number',
  value: '12.5',
  revision: 1,
  within: null,
  problem: null,
};
const WAITING: CellUnsent = { mode: 'waiting', edit: EDIT };
const REFUSED: CellUnsent = { mode: 'refused', edit: { ...EDIT, problem: { status: 400, body: { quantity: ['Enter a number'] } } } };
const STALE: CellUnsent = {
  mode: 'refused',
  edit: {
    ...EDIT,
    problem: {
      status: 409,
      body: {
        detail: 'Someone has changed this since you opened it',
        code: 'stale_edit',
        current: { id: 7, quantity: '8', revision: 2 },
        changed_by: { id: 2, name: 'Ann' },
      },
    },
  },
};
/** The cell with every kind of edit that the queue may hold for it. */
export const SUBJECTS: readonly Subject[] = [null, WAITING, REFUSED, STALE].map((unsent) => ({ ...SUBJECT, unsent }));

/** Events that concern the value of a cell, with a helper or without. */
export const valueEvents: readonly ModelEvent<typeof numberCellMachine>[] = [
  ...SUBJECTS.map((subject) => ({ type: 'edit.started', draft: null, subject }) as const),
  { type: 'edit.started', draft: '5', subject: SUBJECT },
  { type: 'edit.committed', text: '', known: 1 },
  { type: 'edit.committed', text: '12.50', known: 1 },
  { type: 'edit.committed', text: '7,5', known: 1 },
  ...SUBJECTS.map((subject) => ({ type: 'edit.reverted', subject }) as const),
  ...SUBJECTS.map((subject) => ({ type: 'mine.kept', subject }) as const),
  { type: 'cell.left' },
];

/** A cell at rest takes another subject when it is next opened. */
export const valueStateKey = (mode: string, { subject, typed, selected, sentence }: CellContext) => ({
  subject: mode === 'showing' ? null : [subject.value, subject.unsent?.mode],
  typed,
  selected: mode === 'showing' || selected,
  sentence,
});

export const valueRules = (mode: string, { typed, sentence }: CellContext) => ({
  'a cell that shows its value keeps nothing typed': mode !== 'showing' || (typed === null && sentence === null),
  'a text that did not pass is kept and explained': mode !== 'refused' || (typed !== null && sentence !== null),
});

export const numberCellModel: Model<typeof numberCellMachine> = {
  machine: numberCellMachine,
  starts: (queue) => ({ alone: { subject: SUBJECT, owner: null, queue } }),
  stateKey: (snapshot) => ({ at: snapshot.value, ...valueStateKey(ownMode(snapshot), snapshot.context) }),
  events: () => valueEvents,
  broken: (snapshot) => rules(valueRules(ownMode(snapshot), snapshot.context)),
};

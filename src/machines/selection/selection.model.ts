import { type Model, rules } from '../model.ts';
import { selectionMachine } from './selection.ts';
import type { TableNow } from './table.ts';

/** Three rows of three columns; the first column holds the row numbers. */
const table: TableNow = { rows: 3, cols: 3, cursor: { row: 1, col: 1 }, range: null, picked: [] };
const ranged: TableNow = { ...table, range: { anchor: { row: 0, col: 1 }, reach: { row: 1, col: 2 } } };
const empty: TableNow = { ...table, rows: 0 };
const [first, middle] = [
  { row: 0, col: 0 },
  { row: 1, col: 1 },
];

export const selectionModel: Model<typeof selectionMachine> = {
  machine: selectionMachine,
  starts: (other) => ({ 'on a list': { table: other } }),
  stateKey: ({ value, context: { over, lastCol } }) => ({ value, over, lastCol }),
  events: () => [
    { type: 'cell.pressed', cell: middle, isLonger: false, table },
    { type: 'cell.pressed', cell: middle, isLonger: true, table },
    { type: 'rowNumber.pressed', cell: first, isLonger: false, table },
    { type: 'rowNumber.pressed', cell: first, isLonger: true, table: ranged },
    { type: 'pointer.moved', at: { x: 1, cell: first, gap: 0 } },
    { type: 'pointer.moved', at: { x: 1, cell: middle, gap: 1 } },
    { type: 'pointer.moved', at: { x: 1, cell: null, gap: null } },
    { type: 'pointer.released' },
    { type: 'pointer.lost' },
    { type: 'wholeTable.asked', table },
    { type: 'wholeTable.asked', table: empty },
    { type: 'wholeRows.asked', table: ranged },
    { type: 'wholeRows.asked', table: empty },
    { type: 'wholeColumns.asked', table: ranged },
    { type: 'wholeColumns.asked', table: empty },
    { type: 'corner.stepped', move: 'down', isFar: false, table },
    { type: 'corner.stepped', move: 'down', isFar: true, table: ranged },
    { type: 'corner.stepped', move: 'pageDown', isFar: true, table },
    { type: 'corner.stepped', move: 'down', isFar: true, table: empty },
  ],
  broken: ({ value, context: { over } }) =>
    rules({ 'the pointer is over a cell while it is held, and no other time': (value === 'resting') === (over === null) }),
};

import { type Model, rules } from '../model.ts';
import { rowDragMachine } from './rowDrag.ts';

const cell = { row: 1, col: 0 };
const table = { rows: 3, cols: 3, cursor: { row: 0, col: 1 }, range: null, picked: [] };

export const rowDragModel: Model<typeof rowDragMachine> = {
  machine: rowDragMachine,
  starts: (other) => ({ 'on a list': { table: other } }),
  stateKey: ({ value, context: { gap } }) => ({ value, gap }),
  events: () => [
    { type: 'rows.taken', cell, isChosen: false, table },
    { type: 'rows.taken', cell, isChosen: true, table },
    { type: 'pointer.moved', at: { x: 1, cell: { row: 2, col: 0 }, gap: 3 } },
    { type: 'pointer.moved', at: { x: 1, cell, gap: 1 } },
    { type: 'pointer.moved', at: { x: 1, cell: null, gap: null } },
    { type: 'pointer.released' },
    { type: 'pointer.lost' },
    { type: 'rows.counted' },
  ],
  broken: (snapshot) =>
    rules({
      'it is known where carried rows would go, and only then': snapshot.matches({ held: 'carried' }) === (snapshot.context.gap !== null),
    }),
};

import { type Model, rules } from '../model.ts';
import { awaitedRowsMachine } from './awaitedRows.ts';

export const awaitedRowsModel: Model<typeof awaitedRowsMachine> = {
  machine: awaitedRowsMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'rows.awaited', ids: [7, 8] },
    { type: 'block.awaited', block: { top: 1, bottom: 2, left: 4, right: 5 } },
    { type: 'rows.arrived', places: [] },
    { type: 'rows.arrived', places: [4, 3] },
    { type: 'table.used' },
  ],
  broken: ({ value, context: { wanted } }) =>
    rules({ 'it is known what is waited for, and nothing else is': (value === 'waiting') === (wanted !== null) }),
};

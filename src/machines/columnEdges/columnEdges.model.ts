import { type Model, rules } from '../model.ts';
import { columnEdgesMachine } from './columnEdges.ts';

export const columnEdgesModel: Model<typeof columnEdgesMachine> = {
  machine: columnEdgesMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'edge.taken', column: 'code', width: 100, x: 200, before: null },
    { type: 'edge.taken', column: 'code', width: 120, x: 220, before: 120 },
    { type: 'edge.stepped', column: 'code', width: 100, by: 1 },
    { type: 'edge.stepped', column: 'code', width: 100, by: -1 },
    { type: 'column.measured', column: 'code', width: 61.5 },
    { type: 'firstWidths.asked' },
    { type: 'pointer.moved', at: { x: 250, cell: null, gap: null } },
    { type: 'pointer.released' },
    { type: 'pointer.lost' },
  ],
  broken: ({ value, context: { pulled } }) =>
    rules({ 'a column is held by its edge while it is pulled, and no other time': (value === 'pulling') === (pulled !== null) }),
};

import { type Model, rules } from '../model.ts';
import { fillHandleMachine } from './fillHandle.ts';

const source = { top: 1, bottom: 2, left: 4, right: 4 };
const over = (row: number) => ({ type: 'pointer.moved', at: { x: 0, cell: { row, col: 4 }, gap: null } }) as const;

export const fillHandleModel: Model<typeof fillHandleMachine> = {
  machine: fillHandleMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context: { to } }) => ({ value, to }),
  events: () => [
    { type: 'handle.taken', source, rows: 5 },
    { type: 'handle.doublePressed', source },
    over(0),
    over(2),
    over(3),
    over(9),
    { type: 'pointer.moved', at: { x: 0, cell: null, gap: null } },
    { type: 'pointer.released' },
    { type: 'pointer.lost' },
  ],
  broken: ({ value, context: { taken, to } }) =>
    rules({
      'the handle is of cells while it is held': (value === 'held') === (taken !== null),
      'a fill ends beyond what it carries on': to === null || (taken !== null && (to < taken.source.top || to > taken.source.bottom)),
      'a fill ends in the list': to === null || (taken !== null && to < taken.rows),
    }),
};

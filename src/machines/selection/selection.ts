import { assign, sendTo, setup } from 'xstate';
import type { Cursor, Move } from '../grid/cursor.ts';
import type { HeldPointerEvent, PointerPlace } from '../grid/heldPointer.ts';
import type { CellRange } from '../grid/range.ts';
import { anchorOf, farthest, type TableNow, type TableRef, wholeRows, widenedToColumns, widenedToRows } from './table.ts';

/** A mouse press on a cell; with Shift it extends the range. */
interface Press {
  readonly cell: Cursor;
  readonly isLonger: boolean;
  readonly table: TableNow;
}
interface Step {
  readonly move: Move;
  readonly isFar: boolean;
  readonly table: TableNow;
}
type SelectionEvent =
  | ({ readonly type: 'cell.pressed' } & Press)
  /** A press on a row number selects the whole row. */
  | ({ readonly type: 'rowNumber.pressed' } & Press)
  | { readonly type: 'wholeTable.asked'; readonly table: TableNow }
  | { readonly type: 'wholeRows.asked'; readonly table: TableNow }
  | { readonly type: 'wholeColumns.asked'; readonly table: TableNow }
  /** The moving corner of the range goes one step, or to an edge. */
  | ({ readonly type: 'corner.stepped' } & Step)
  | HeldPointerEvent;

interface SelectionContext {
  readonly table: TableRef;
  /** The last cell under the pointer; null while no button is held. */
  readonly over: Cursor | null;
  /** The last column at the time of the press; rows are selected up to it. */
  readonly lastCol: number;
}

const spec = '8.8 A range of cells is selected as in a spreadsheet';
const ORIGIN: Cursor = { row: 0, col: 0 };
const stretched = (to: Cursor) => ({ type: 'range.stretched' as const, to });
const tableOf = ({ context }: { context: SelectionContext }) => context.table;

/** Selects cells and rows of a table by mouse and keyboard, like a spreadsheet. The table holds the selection. */
export const selectionMachine = setup({
  types: {
    input: {} as { readonly table: TableRef },
    context: {} as SelectionContext,
    events: {} as SelectionEvent,
    transitionMeta: {} as { spec: string },
  },
  guards: {
    isLonger: (_, { isLonger }: Press) => isLonger,
    isElsewhere: ({ context: { over } }, { at: { cell } }: { at: PointerPlace }) =>
      cell !== null && (cell.row !== over?.row || cell.col !== over.col),
    hasRows: (_, { table }: { table: TableNow }) => table.rows > 0,
    hasEnd: (_, { table, move, isFar }: Step) => isFar && table.rows > 0 && farthest(table, move) !== null,
  },
  actions: {
    hold: assign((_, { cell, table }: Press) => ({ over: cell, lastCol: table.cols - 1 })),
    follow: assign({ over: (_, { at }: { at: PointerPlace }) => at.cell }),
    letGo: assign({ over: null }),
    place: sendTo(tableOf, (_, { range, table }: { range: CellRange; table: TableNow }) => ({
      type: 'range.placed' as const,
      range,
      cursor: table.cursor,
    })),
    placeRows: sendTo(tableOf, (_, { cell, isLonger, table }: Press) => {
      const from = isLonger ? anchorOf(table).row : cell.row;
      return { type: 'range.placed' as const, range: wholeRows(from, cell.row, table), cursor: { row: from, col: cell.col } };
    }),
    stretch: sendTo(tableOf, (_, { cell }: { cell: Cursor }) => stretched(cell)),
    stretchToEnd: sendTo(tableOf, (_, { table, move }: Step) => stretched(farthest(table, move) ?? table.cursor)),
    stretchCells: sendTo(tableOf, ({ context: { over } }) => stretched(over ?? ORIGIN)),
    stretchRows: sendTo(tableOf, ({ context: { over, lastCol } }) => stretched({ row: (over ?? ORIGIN).row, col: lastCol })),
    step: sendTo(tableOf, (_, { move }: { move: Move }) => ({ type: 'range.moved' as const, move })),
  },
}).createMachine({
  id: 'selection',
  context: ({ input: { table } }) => ({ table, over: null, lastCol: 0 }),
  initial: 'resting',
  on: {
    'wholeTable.asked': {
      guard: { type: 'hasRows', params: ({ event }) => event },
      actions: { type: 'place', params: ({ event: { table } }) => ({ range: wholeRows(0, table.rows - 1, table), table }) },
      meta: { spec },
    },
    'wholeRows.asked': {
      guard: { type: 'hasRows', params: ({ event }) => event },
      actions: { type: 'place', params: ({ event: { table } }) => ({ range: widenedToRows(table), table }) },
      meta: { spec },
    },
    'wholeColumns.asked': {
      guard: { type: 'hasRows', params: ({ event }) => event },
      actions: { type: 'place', params: ({ event: { table } }) => ({ range: widenedToColumns(table), table }) },
      meta: { spec },
    },
    'corner.stepped': [
      {
        guard: { type: 'hasEnd', params: ({ event }) => event },
        actions: { type: 'stretchToEnd', params: ({ event }) => event },
        meta: { spec },
      },
      {
        guard: { type: 'hasRows', params: ({ event }) => event },
        actions: { type: 'step', params: ({ event }) => event },
        meta: { spec },
      },
    ],
  },
  states: {
    resting: {
      on: {
        'rowNumber.pressed': {
          target: 'stretching.rows',
          actions: [
            { type: 'hold', params: ({ event }) => event },
            { type: 'placeRows', params: ({ event }) => event },
          ],
          meta: { spec },
        },
        'cell.pressed': [
          {
            guard: { type: 'isLonger', params: ({ event }) => event },
            target: 'stretching.cells',
            actions: [
              { type: 'hold', params: ({ event }) => event },
              { type: 'stretch', params: ({ event }) => event },
            ],
            meta: { spec },
          },
          // The press moves the table's cursor. A range begins when the pointer enters another cell.
          { target: 'stretching.cells', actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
    stretching: {
      initial: 'cells',
      on: {
        'pointer.released': { target: 'resting', actions: 'letGo', meta: { spec } },
        'pointer.lost': { target: 'resting', actions: 'letGo', meta: { spec } },
      },
      states: {
        cells: {
          on: {
            'pointer.moved': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              actions: [{ type: 'follow', params: ({ event }) => event }, 'stretchCells'],
              meta: { spec },
            },
          },
        },
        rows: {
          on: {
            'pointer.moved': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              actions: [{ type: 'follow', params: ({ event }) => event }, 'stretchRows'],
              meta: { spec },
            },
          },
        },
      },
    },
  },
});

import type { ActorRef, Snapshot } from 'xstate';
import type { Cursor, Extent, Move } from '../grid/cursor.ts';
import { blockOf, type CellRange } from '../grid/range.ts';
import type { GridEvent } from '../grid/setup.ts';

/** The table whose cells are selected. */
export type TableRef = ActorRef<Snapshot<unknown>, GridEvent>;

/** The table's cursor and selection at the time of an event. */
export interface TableNow extends Extent {
  readonly cursor: Cursor;
  readonly range: CellRange | null;
  readonly picked: readonly number[];
}

/** All cells of the rows from one to another, both included. */
export const wholeRows = (from: number, to: number, { cols }: Extent): CellRange => ({
  anchor: { row: from, col: 0 },
  reach: { row: to, col: cols - 1 },
});

/** The moving corner of the range; the cursor without a range. */
const reachOf = ({ range, cursor }: TableNow): Cursor => range?.reach ?? cursor;

/** The fixed corner of the range; the cursor without a range. */
export const anchorOf = ({ range, cursor }: TableNow): Cursor => range?.anchor ?? cursor;

const blockNow = (table: TableNow) => blockOf({ anchor: anchorOf(table), reach: reachOf(table) });

/** The rows of the selected cells, whole. */
export function widenedToRows(table: TableNow): CellRange {
  const { top, bottom } = blockNow(table);
  return wholeRows(top, bottom, table);
}

/** The columns of the selected cells, whole. */
export function widenedToColumns(table: TableNow): CellRange {
  const { left, right } = blockNow(table);
  return { anchor: { row: 0, col: left }, reach: { row: table.rows - 1, col: right } };
}

/** The target of the moving corner for an arrow, Home or End with Ctrl: an edge of the table, or its first or last cell. Null for other moves. */
export function farthest(table: TableNow, move: Move): Cursor | null {
  const { row, col } = reachOf(table);
  const [bottom, right] = [table.rows - 1, table.cols - 1];
  const ends: Partial<Record<Move, Cursor>> = {
    up: { row: 0, col },
    down: { row: bottom, col },
    left: { row, col: 0 },
    right: { row, col: right },
    home: { row: 0, col: 0 },
    end: { row: bottom, col: right },
  };
  return ends[move] ?? null;
}

/** Whether a cell is selected, by itself or with its row. */
export function isChosen({ range, picked }: Pick<TableNow, 'range' | 'picked'>, { row, col }: Cursor, id: number | undefined): boolean {
  if (id !== undefined && picked.includes(id)) return true;
  if (range === null) return false;
  const { top, bottom, left, right } = blockOf(range);
  return row >= top && row <= bottom && col >= left && col <= right;
}

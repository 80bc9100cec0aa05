/** A sheet as cells, whatever format it was read from. */

export type CellKind =
  | 'number'
  /** A number formatted as a date: `number` is its serial, `text` the date as displayed. */
  | 'date'
  | 'text'
  | 'boolean'
  /** An error value such as #REF!. */
  | 'error'
  /** A formula whose result the file does not hold. */
  | 'pending';

export interface Cell {
  /** 0 for column A. */
  readonly column: number;
  readonly kind: CellKind;
  /** As displayed: what a code is taken from and what an error quotes. */
  readonly text: string;
  /** Meaningful for 'number' and 'date'. */
  readonly number: number;
  /** The cell is a formula that sums a range. */
  readonly sums: boolean;
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly index: number;
  /** Cells with values, by ascending column. */
  readonly cells: readonly Cell[];
}

/** Rows from 1, columns from 0, ends included. */
export interface Merge {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface Sheet {
  readonly name: string;
  /** Rows with values, by ascending index. */
  readonly rows: readonly SheetRow[];
  readonly merges: readonly Merge[];
  readonly hiddenColumns: ReadonlySet<number>;
  /** What was left out of the reading: sentences. */
  readonly notices: readonly string[];
}

export const cellAt = (row: SheetRow, column: number): Cell | undefined => {
  for (const cell of row.cells) {
    if (cell.column === column) return cell;
    if (cell.column > column) return undefined;
  }
  return undefined;
};

import type { Row } from '../../../domain/api/shapes.ts';
import { blockTable, blockText, type Cells, tableRows } from '../../../domain/blockText.ts';
import { enteredIn } from '../../../domain/entered.ts';
import { isRowNumber } from '../../../domain/rowFields.ts';

/** A column of a copy. */
export interface CopiedColumn {
  readonly id: string;
  readonly figures?: boolean;
  /** The plain text of a cell. */
  readonly copied?: (row: Row) => string;
}

/** Cells for the clipboard: as text, as they were entered (numbers keep their formulas), and as an HTML table. */
export interface CopiedCells {
  readonly rows: number;
  readonly text: string;
  readonly entered: string;
  readonly table: string;
}

/** A formula is copied in place of its number. */
const enteredOf = (row: Row, { id }: CopiedColumn, copied: string): string =>
  isRowNumber(id) && copied !== '' ? enteredIn(row, id) : copied;

/** Part of a copy's rows, or all of them; `joined` puts parts together. */
export function partOf(rows: readonly Row[], columns: readonly CopiedColumn[], isAll: boolean): CopiedCells {
  const cells = rows.map((row) => columns.map((column) => column.copied?.(row) ?? ''));
  const entered = rows.map((row, at) => columns.map((column, index) => enteredOf(row, column, cells[at]?.[index] ?? '')));
  // A single cell is copied as plain text without a line break, so that it can be pasted into a text.
  const textOf = (block: Cells) => (isAll && block.length === 1 && columns.length === 1 ? (block[0]?.[0] ?? '') : blockText(block));
  return {
    rows: rows.length,
    text: textOf(cells),
    entered: textOf(entered),
    table: tableRows(cells, (column) => columns[column]?.figures === true),
  };
}

/** Parts joined in their order into one copy. */
export const joined = (parts: readonly CopiedCells[]): CopiedCells => ({
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  text: parts.map(({ text }) => text).join(''),
  entered: parts.map(({ entered }) => entered).join(''),
  table: blockTable(parts.map(({ table }) => table).join('')),
});

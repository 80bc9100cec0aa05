/** A block of cells as a spreadsheet copies it, read over the columns of a list. */

import { type Cells, votesOf } from './blockNumbers.ts';
import type { BlockColumns, BlockField } from './blockShape.ts';
import { parse, SCALE, shortest } from './decimal.ts';
import { isFormula } from './entered.ts';
import { entered } from './formula.ts';
import { quantityProblem, unitPriceProblem } from './numberRules.ts';
import { type DecimalMark, numberPasted, type Vote } from './numberText.ts';
import { isRowNumber, isRowText, type RowNumber, TEXT_LIMITS } from './rowFields.ts';
import { seenText } from './seenText.ts';
import { headingHasNoNumbers, noColumnForCell } from './sentences/estimates.ts';
import { tooLong } from './sentences/fields.ts';
import { notNumber } from './sentences/numbers.ts';
import { type Described, described, type Sentence } from './sentences/sentence.ts';

/** A cell that cannot be set: its position in the block from 0, and the column it falls on (empty when there is none). */
export interface RefusedCell extends Described {
  readonly row: number;
  readonly column: number;
  readonly field: string;
  readonly value: string;
}
type RowKind = 'row' | 'section';
export type BlockRow = Readonly<Partial<Record<BlockField, string>>> & {
  /** The formulas of numbers that were entered as one. */
  readonly formulas?: Readonly<Partial<Record<RowNumber, string>>>;
};

type CellRead = { readonly set: string | null; readonly formula?: string | null } | { readonly problem: Sentence };

/** Returns the value to set (null: nothing to set) or why the cell is refused. */
function readCell(field: BlockField, value: string, kind: RowKind, voted: Vote): CellRead {
  if (isRowText(field)) {
    const text = seenText(value);
    return text.length > TEXT_LIMITS[field] ? { problem: tooLong({ count: TEXT_LIMITS[field] }) } : { set: text };
  }
  const read = isFormula(value) ? ({ kind: 'number', text: value } as const) : numberPasted(value, voted);
  if (read.kind === 'bad') return { problem: read.sentence.code === 'cell_ambiguous' ? read.sentence : notNumber() };
  if (read.kind === 'empty') return { set: null };
  const problem = field === 'quantity' ? quantityProblem(read.text) : unitPriceProblem(read.text);
  if (problem !== null) return { problem };
  const { value: number, formula } = entered(read.text, SCALE.quantity);
  const set = shortest(parse(number, SCALE.quantity) ?? 0n, SCALE.quantity);
  if (kind === 'section') return set === '0' ? { set: null } : { problem: headingHasNoNumbers() };
  return { set, formula };
}

/**
 * Reads a block over its columns. `kindAt` gives the kind of the row each block row falls on. An empty cell clears a text and leaves a
 * number as it is (docs/product.md, 8.5). `decimal` is the decimal mark of columns whose numbers do not show which mark they use; without
 * it a point in such a number is the decimal mark, as on the wire, and a comma is refused. Returns the values to set row by row, and every
 * cell that is refused.
 */
export function readBlock(
  cells: Cells,
  columns: BlockColumns,
  kindAt: (row: number) => RowKind,
  decimal: DecimalMark | null = null,
): { readonly rows: readonly BlockRow[]; readonly refused: readonly RefusedCell[] } {
  const refused: RefusedCell[] = [];
  const votes = votesOf(cells, columns, decimal);
  const rows = cells.map((values, row) => {
    const set: Partial<Record<BlockField, string>> = {};
    const formulas: Partial<Record<RowNumber, string>> = {};
    values.forEach((value, column) => {
      const field = columns[column];
      if (!field) {
        const isIgnored = field === null || value.trim() === '';
        if (!isIgnored) refused.push({ row, column, field: '', value, ...described(noColumnForCell()) });
        return;
      }
      const voted = votes[column] ?? 'unknown';
      const read = readCell(field, value, kindAt(row), decimal === null && voted === 'unknown' && value.includes('.') ? '.' : voted);
      if ('problem' in read) refused.push({ row, column, field, value, ...described(read.problem) });
      else if (read.set !== null) {
        set[field] = read.set;
        if (isRowNumber(field) && read.formula) formulas[field] = read.formula;
      }
    });
    return Object.keys(formulas).length === 0 ? set : { ...set, formulas };
  });
  return { rows, refused };
}

/** Whether a block row sets nothing but empty texts. */
export const isBlank = (row: BlockRow): boolean => Object.values(row).every((value) => value === '');

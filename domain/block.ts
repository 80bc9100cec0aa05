/** A block of cells as a spreadsheet copies it, read over the columns of a list. */
import { BLOCK_FIELDS, type BlockField } from './blockShape.ts';
import { quantityProblem, TEXT_LIMITS, unitPriceProblem } from './contract/fields.ts';
import { canonical } from './decimal.ts';
import { typedNumber } from './numbers.ts';
import { WORKED_OUT_FIELDS } from './rowFields.ts';
import { headingHasNoNumbers, noColumnForCell } from './sentences/estimates.ts';
import { tooLong } from './sentences/fields.ts';
import { type Described, described, type Sentence } from './sentences/sentence.ts';

/** A cell that cannot be set: its position in the block from 0, and the column it falls on (empty when there is none). */
export interface RefusedCell extends Described {
  readonly row: number;
  readonly column: number;
  readonly field: string;
  readonly value: string;
}
type RowKind = 'row' | 'section';
export type BlockRow = Readonly<Partial<Record<BlockField, string>>>;

const isText = (field: BlockField): field is keyof typeof TEXT_LIMITS => field in TEXT_LIMITS;

/** Returns the value to set (null: nothing to set) or why the cell is refused. */
function readCell(field: BlockField, value: string, kind: RowKind): { readonly set: string | null } | { readonly problem: Sentence } {
  if (isText(field)) {
    const text = value.trim();
    return text.length > TEXT_LIMITS[field] ? { problem: tooLong({ count: TEXT_LIMITS[field] }) } : { set: text };
  }
  const number = typedNumber(value);
  if (number === '') return { set: null };
  const problem = field === 'quantity' ? quantityProblem(number) : unitPriceProblem(number);
  if (problem !== null) return { problem };
  const set = canonical(number);
  if (kind === 'section') return set === '0' ? { set: null } : { problem: headingHasNoNumbers() };
  return { set };
}

/**
 * Reads a block from a column on. `kindAt` gives the kind of the row each block row falls on. An empty cell clears a text and leaves a number as it is
 * (docs/product.md, 8.5). Returns the values to set row by row, and every cell that is refused.
 */
export function readBlock(
  cells: readonly (readonly string[])[],
  from: BlockField,
  kindAt: (row: number) => RowKind,
): { readonly rows: readonly BlockRow[]; readonly refused: readonly RefusedCell[] } {
  const refused: RefusedCell[] = [];
  const first = BLOCK_FIELDS.indexOf(from);
  const rows = cells.map((values, row) => {
    const set: Partial<Record<BlockField, string>> = {};
    values.forEach((value, column) => {
      const field = BLOCK_FIELDS[first + column];
      if (field === undefined) {
        // A copied row has cells for the numbers that are worked out, too; they are ignored.
        const isPassedOver = first + column < BLOCK_FIELDS.length + WORKED_OUT_FIELDS.length || value.trim() === '';
        if (!isPassedOver) refused.push({ row, column, field: '', value, ...described(noColumnForCell()) });
        return;
      }
      const read = readCell(field, value, kindAt(row));
      if ('problem' in read) refused.push({ row, column, field, value, ...described(read.problem) });
      else if (read.set !== null) set[field] = read.set;
    });
    return set;
  });
  return { rows, refused };
}

/** Whether a block row sets nothing but empty texts. */
export const isBlank = (row: BlockRow): boolean => Object.values(row).every((value) => value === '');

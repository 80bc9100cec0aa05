/** A sheet as cells, the same for all formats. */
import { keptFormula } from '../../../domain/formula.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

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
  /** As displayed; codes are taken from it and errors quote it. */
  readonly text: string;
  /** Meaningful for 'number' and 'date'. */
  readonly number: number;
  /** The formula of a cell that sums ranges, such as "SUM(F3:F9)"; empty for every other cell. */
  readonly sums: string;
  /** A formula of constants alone, such as "12*3.5": it stays with the number. */
  readonly formula?: string | undefined;
  /** The currency in which a number is displayed, as its format writes it. */
  readonly currency?: string;
  /** The unit written behind the number of a quantity. */
  readonly unit?: string;
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly index: number;
  /** Cells with values, by ascending column. */
  readonly cells: readonly Cell[];
  /** Its depth in the sheet's outline, from 1; absent where the sheet has none. */
  readonly level?: number;
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
  /** Hidden in the workbook: its lists are offered, not taken. */
  readonly hidden: boolean;
  /** Rows with values, by ascending index. */
  readonly rows: readonly SheetRow[];
  readonly merges: readonly Merge[];
  readonly hiddenColumns: ReadonlySet<number>;
  /** About what was left out of the reading. */
  readonly notices: readonly Sentence[];
}

export const cellAt = (row: SheetRow, column: number): Cell | undefined => {
  const atPlace = row.cells[column];
  if (atPlace?.column === column) return atPlace; // no gaps to its left
  for (const cell of row.cells) {
    if (cell.column === column) return cell;
    if (cell.column > column) return undefined;
  }
  return undefined;
};

const SUMS = /\b(SUM|SUBTOTAL|AGGREGATE)\s*\(/i;
/** "I13+I17+I24": cells of one column added up. */
const ADDED = /^([A-Z]{1,3})\d+(\+\1\d+)+$/;
/** The beginning of a longer formula is enough to tell that it sums. */
export const LONGEST_FORMULA = 500;

/** The formula where it sums ranges or cells of its column, else nothing; OpenDocument's references are written as others write them. */
export function sumsIn(formula: string): string {
  const usual = formula
    .slice(0, LONGEST_FORMULA)
    .replace(/^(of:)?=/, '')
    .replace(/\[\.?([^\]]*)\]/g, (_, reference: string) => reference.replaceAll('.', ''))
    .replaceAll('$', '');
  return SUMS.test(usual) || ADDED.test(usual) ? usual : '';
}

const ROUNDED = /^ROUND\((.*)[,;]\s*\d\s*\)$/i;
const CONSTANTS = /^[\d.+\-*/()%\s]+$/;

/** The formula where it is simple arithmetic of constants, rounded or not; undefined for every other. */
export function constantsIn(formula: string): string | undefined {
  const usual = formula.replace(/^(of:)?=/, '').trim();
  const inside = ROUNDED.exec(usual)?.[1] ?? usual;
  return CONSTANTS.test(inside) ? (keptFormula(inside) ?? undefined) : undefined;
}

import { decimalOfDouble, fitsSpreadsheet, parse, roundText, SCALE } from '../decimal.ts';
import { inDoubles } from '../formula.ts';
import type { Looks, NumberFormat, SheetCell } from './sheet.ts';

type Fill = NonNullable<Looks['fill']>;

/** The formula as a workbook has it, where a spreadsheet that works it out in doubles gets the same number. */
function liveFormula(value: string, formula: string | undefined): { readonly formula?: string } {
  const double = formula === undefined ? null : inDoubles(formula);
  const rounded = double === null ? null : roundText(decimalOfDouble(double), SCALE.quantity);
  return rounded === null || rounded !== parse(value, SCALE.quantity) ? {} : { formula: `ROUND(${formula},${SCALE.quantity})` };
}

/** Cells of a table, with lines around them. */
export const text = (value: string, looks: Looks = {}): SheetCell => ({ text: value, line: 'around', wrap: true, ...looks });
const number =
  (format: NumberFormat) =>
  (value: string, looks: Looks = {}, formula?: string): SheetCell =>
    fitsSpreadsheet(value)
      ? { number: value, format, line: 'around', ...looks, ...liveFormula(value, formula) }
      : { text: value, isNumber: true, align: 'right', line: 'around', ...looks };
export const quantity = number('quantity');
export const unitPrice = number('unitPrice');
export const money = number('money');
export const percent = number('percent');
export const head = (value: string, looks: Looks = {}): SheetCell => text(value, { bold: true, align: 'center', fill: 'head', ...looks });

export const filled = (cell: SheetCell, fill: Fill): SheetCell => (cell === null ? null : { ...cell, fill });
/** Empty cells of a table. */
export const blanks = (count: number, fill?: Fill): SheetCell[] =>
  Array.from({ length: count }, () => ({ blank: true, line: 'around', ...(fill === undefined ? {} : { fill }) }) as const);
/** The rows of a sheet, with a note under them when some of their numbers are written as text. */
export function noted(rows: readonly (readonly SheetCell[])[], note: string, columns: number): (readonly SheetCell[])[] {
  const isNumber = (cell: SheetCell) => cell !== null && 'isNumber' in cell;
  return rows.some((row) => row.some(isNumber)) ? [...rows, [], [{ text: note, size: 'small', columns }]] : [...rows];
}

/** The cells hidden under a cell that spans several columns or rows. */
export const covered = (count: number): SheetCell[] => Array.from({ length: count }, () => null);

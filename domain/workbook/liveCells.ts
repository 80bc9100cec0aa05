/**
 * Formulas between the cells of a sheet. A formula is written only where a spreadsheet, which computes in doubles, gets exactly the same
 * figure.
 */
import { decimalOfDouble, fixed, roundText, SCALE } from '../decimal.ts';
import type { SheetCell } from './sheet.ts';

/** A term of a formula as text, with the value that a spreadsheet computes for it. */
export interface Term {
  readonly text: string;
  readonly double: number;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The cell in a column and a row, both from 0: "C4", or "'By list'!C4" on another sheet. */
export const address = (column: number, row: number, sheet?: string): string =>
  `${sheet === undefined ? '' : `'${sheet.replaceAll("'", "''")}'!`}${letters[column]}${row + 1}`;

export const cellTerm = (at: string, figure: string): Term => ({ text: at, double: Number(figure) });
export const constant = (figure: string): Term => ({ text: figure, double: Number(figure) });
/** When terms nearly cancel out, each program rounds the remainder to 0 by a rule of its own, so such a sum is NaN here. */
const CANCELLED = 1e-12;
function summed(doubles: readonly number[]): number {
  const add = (all: number, double: number) => all + double;
  const sum = doubles.reduce(add, 0);
  return sum !== 0 && Math.abs(sum) < doubles.map(Math.abs).reduce(add, 0) * CANCELLED ? Number.NaN : sum;
}
export const plus = (...terms: readonly Term[]): Term => ({
  text: terms.map(({ text }) => text).join('+'),
  double: summed(terms.map(({ double }) => double)),
});
/** The cells of a column, "C4:C90". */
export const sumOf = (range: string, figures: readonly string[]): Term => ({
  text: `SUM(${range})`,
  double: summed(figures.map(Number)),
});
export const minus = (one: Term, other: Term): Term => ({
  text: `${one.text}-(${other.text})`,
  double: summed([one.double, -other.double]),
});
export const negative = (term: Term): Term => ({ text: `-(${term.text})`, double: -term.double });
/** `of · rate / by`. */
export const share = (of: Term, rate: Term, by: Term): Term => ({
  text: `(${of.text})*(${rate.text})/(${by.text})`,
  double: (of.double * rate.double) / by.double,
});
const picked =
  (name: 'MIN' | 'MAX', pick: (...numbers: readonly number[]) => number) =>
  (...terms: readonly Term[]): Term => ({
    text: `${name}(${terms.map(({ text }) => text).join(',')})`,
    double: pick(...terms.map(({ double }) => double)),
  });
export const smallest = picked('MIN', Math.min);
export const largest = picked('MAX', Math.max);
export const HUNDRED = constant('100');

/** Relative to a double: programs differ in how they treat the digits after the twelfth. */
const UNSURE = 1e-12;
const rounded = (double: number) => roundText(decimalOfDouble(double), SCALE.money);
/** The cents of a term; null where programs may round it to one cent or to the next. */
function cents({ double }: Term): bigint | null {
  if (!Number.isFinite(double)) return null;
  const least = rounded(double * (1 - UNSURE));
  return least === rounded(double * (1 + UNSURE)) ? least : null;
}

/** Rounded to cents, as every figure is. */
export function inCents(term: Term): Term {
  const sum = cents(term);
  return { text: `ROUND(${term.text},${SCALE.money})`, double: sum === null ? Number.NaN : Number(fixed(sum, SCALE.money)) };
}

/** Whether every program that works the term out shows this figure. */
export const gives = (term: Term, figure: string): boolean => cents(term) === roundText(figure, SCALE.money);

/** In characters; Excel repairs a file that has a longer one. */
const LONGEST_FORMULA = 8_192;

/** The cell of a figure, worked out by a formula where that gives the same. */
export function live(cell: SheetCell, term: Term | null): SheetCell {
  if (cell === null || term === null || !('number' in cell) || !gives(term, cell.number)) return cell;
  const formula = inCents(term).text;
  return formula.length > LONGEST_FORMULA ? cell : { ...cell, formula };
}

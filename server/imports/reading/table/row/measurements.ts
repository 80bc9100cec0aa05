/** Positions that are measured line by line: above the line that adds them up and has the price ("SOMMANO m2"), or below the priced position. */
import { isUnit } from '../cell/unitWords.ts';
import { saysTotal } from '../cell/words.ts';
import type { Classified } from './kind.ts';
import { isNonZero, numberOf, ROW_AMOUNTS, type RowValues, UNIT_PRICES } from './values.ts';

/** Two equal quantities, one above the other, may be chance. */
const FEWEST = 2;

const quantityOf = ({ values }: Classified) => Number(numberOf(values, 'quantity') ?? 0);
const isPriced = ({ values }: Classified) => [...UNIT_PRICES, ...ROW_AMOUNTS].some((field) => isNonZero(numberOf(values, field)));

/** A quantity with words at most: no code, no unit, no price. */
const isLine = (row: Classified | undefined): row is Classified =>
  row?.kind === 'item' && row.values.code === '' && row.values.unit === '' && numberOf(row.values, 'quantity') !== null && !isPriced(row);

/** The rows with those lines told apart from works: their quantities add up to the quantity of the priced row right below or above them. */
export function withMeasurementsSummed(rows: readonly Classified[]): readonly Classified[] {
  const lines = new Map<Classified, number>();
  let positions = 0;
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'item' || !isPriced(row)) continue;
    const own = row.values.code === '' ? linesAbove(rows, at) : linesBelow(rows, at);
    if (own.length === 0) continue;
    const sum = own.reduce((all, line) => all + (isLine(line) ? quantityOf(line) : 0), 0);
    if (Math.abs(sum - quantityOf(row)) > HALF_A_DIGIT * own.length) continue;
    for (const line of own) lines.set(line, row.values.index);
    positions += 1;
  }
  if (positions < FEWEST) return rows;
  return rows.map((row) => {
    const of = lines.get(row);
    return of === undefined ? row : { ...row, kind: 'measured', of };
  });
}
/** Lines are shown with two digits, and their sum is made of more. */
const HALF_A_DIGIT = 0.006;

function linesAbove(rows: readonly Classified[], at: number): readonly Classified[] {
  let first = at;
  while (isLine(rows[first - 1]) || rows[first - 1]?.kind === 'measured') first -= 1;
  return rows.slice(first, at).filter(isLine);
}

/** Lines under a position with a number, and the sum of their quantities: "Total". */
function linesBelow(rows: readonly Classified[], at: number): readonly Classified[] {
  if (rows[at + 1]?.values.code !== '') return NONE;
  const lines: Classified[] = [];
  for (let next = at + 1; next < rows.length; next += 1) {
    const row = rows[next];
    if (isLine(row) || isSumOfLines(row)) lines.push(row);
    else if (!isWords(row)) break;
  }
  return lines;
}
const NONE: readonly never[] = [];
const isWords = (row: Classified | undefined) => row?.kind === 'section' && row.values.code === '';
const isSumOfLines = (row: Classified | undefined): row is Classified =>
  row?.kind === 'total' && row.values.code === '' && numberOf(row.values, 'quantity') !== null && !isPriced(row);

/** The unit after the words of a sum: "SOMMANO m2". */
export function unitSummed({ unit, name }: RowValues): string {
  const last = saysTotal(name) ? (name.split(' ').at(-1) ?? '') : '';
  return unit === '' && isUnit(last) ? last : unit;
}

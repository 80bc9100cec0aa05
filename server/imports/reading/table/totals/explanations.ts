/** Why a total of the file is not the sum of its rows: found in its formula, else in the difference. Amounts in cents. */
import { absolute } from '../../../../../domain/decimal.ts';
import * as say from '../../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import { rowsNamed } from '../../remarks.ts';

export interface Row {
  readonly index: number;
  readonly cost: bigint;
  readonly stated: bigint;
}

export interface Subtotal {
  readonly index: number;
  readonly stated: bigint;
  /** The rows it adds up, by their indexes: from, until. */
  readonly from: number;
  readonly until: number;
  readonly isRight: boolean;
}

/** Files that add up amounts before rounding them differ from ours by up to half a cent a row. */
export const tolerance = (rows: number): bigint => 1n + BigInt(Math.ceil(rows / 2));
const isNear = (a: bigint, b: bigint, rows = 0) => absolute(a - b) <= tolerance(rows);
const sumOf = (rows: readonly { readonly stated: bigint }[]) => rows.reduce((sum, { stated }) => sum + stated, 0n);

/** Why a sum of the right rows is not ours to the cent; null when it is. */
export function whyDifferent(rows: readonly Row[], stated: bigint, ours: bigint): Sentence | null {
  if (stated === ours) return null;
  const different = rows.filter((row) => row.cost !== row.stated).map(({ index }) => index);
  if (different.length === 0 || absolute(stated - ours) <= 1n) return say.addedBeforeRounding();
  return say.otherAmounts({ rows: rowsNamed(different) });
}

/** Names the rows that a total leaves out of its scope or counts twice; null when nothing proves it. */
export function whyAnother(
  { stated, formula }: { readonly stated: bigint; readonly formula: string },
  scope: readonly Row[],
  subtotals: readonly Subtotal[],
): Sentence | null {
  const difference = sumOf(scope) - stated;
  const ranges = rangesIn(formula);
  return (
    rowsOutside(ranges, stated, scope) ??
    subtotalsOutside(ranges, stated, subtotals) ??
    halved(formula, difference, subtotals) ??
    named(runOf(scope, difference), say.leavesOut) ??
    named(runOf(scope, -difference), say.countsTwice)
  );
}

type Range = readonly [number, number];

/** The references of a sum as rows of the sheet, ends included. */
const rangesIn = (formula: string): Range[] =>
  [...formula.matchAll(/[A-Z]{1,3}(\d+)(?::[A-Z]{1,3}(\d+))?/g)].map(([, first, last]) => [Number(first), Number(last ?? first)]);

const within = (ranges: readonly Range[]) => (row: { readonly index: number }) =>
  ranges.some(([first, last]) => row.index >= first && row.index <= last);

/** A sum of ranges that do not reach over all rows. */
function rowsOutside(ranges: readonly Range[], stated: bigint, scope: readonly Row[]): Sentence | null {
  const isInside = within(ranges);
  const inside = scope.filter(isInside);
  const outside = scope.filter((row) => !isInside(row)).map(({ index }) => index);
  if (inside.length === 0 || outside.length === 0 || outside.length > inside.length * 2 || !isNear(sumOf(inside), stated, inside.length))
    return null;
  return named(outside, say.leavesOut);
}

/** A sum of subtotals that leaves one out, or builds on a wrong one. */
function subtotalsOutside(ranges: readonly Range[], stated: bigint, subtotals: readonly Subtotal[]): Sentence | null {
  const inside = subtotals.filter(within(ranges));
  const [first] = inside;
  if (first === undefined || !isNear(sumOf(inside), stated, inside.length)) return null;
  const outside = subtotals.filter((subtotal) => subtotal.index > first.index && !inside.includes(subtotal));
  const [missing] = outside;
  if (missing !== undefined) return say.leavesOutSubtotal({ row: String(missing.index) });
  const wrong = inside.find(({ isRight }) => !isRight);
  return wrong === undefined ? null : say.buildsOn({ row: String(wrong.index) });
}

/** Rows and their subtotals added up and halved, with a subtotal left out. */
function halved(formula: string, difference: bigint, subtotals: readonly Subtotal[]): Sentence | null {
  if (!/\)\s*\/\s*2$/.test(formula)) return null;
  const [only, ...others] = subtotals.filter(({ stated }) => absolute(difference * 2n - stated) <= 2n);
  if (only === undefined || others.length > 0) return null;
  return say.halvesWithout({ row: String(only.index) });
}

const named = (rows: readonly number[] | null, sentenceOf: (params: { readonly rows: Sentence }) => Sentence) =>
  rows === null ? null : sentenceOf({ rows: rowsNamed(rows) });

/** The one row, else the one run of rows, that adds up to an amount; null when there is none, or more than one. */
function runOf(scope: readonly Row[], amount: bigint): number[] | null {
  if (amount <= 1n) return null;
  const [only, ...others] = scope.filter(({ stated }) => absolute(stated - amount) <= 1n);
  if (only !== undefined) return others.length === 0 ? [only.index] : null;
  const reached = new Map<bigint, number>([[0n, 0]]);
  let sum = 0n;
  let found: number[] | null = null;
  for (const [at, { stated }] of scope.entries()) {
    sum += stated;
    const from = reached.get(sum - amount);
    if (from !== undefined) {
      if (found !== null) return null;
      found = scope.slice(from, at + 1).map(({ index }) => index);
    }
    reached.set(sum, at + 1);
  }
  return found === null || found.length === scope.length ? null : found;
}

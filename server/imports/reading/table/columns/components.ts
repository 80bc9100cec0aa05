/** Unit price and amount of labour, materials and tools. */
import { COMPONENTS, type Component } from '../../../../../domain/amounts.ts';
import { normalized } from '../cell/words.ts';
import { productSupport, sumSupport } from '../evidence/arithmetic.ts';
import { isRunningColumn } from '../evidence/contents.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { type Choice, choiceOf, worth } from './choice.ts';
import type { Main } from './trio.ts';

export interface Pair {
  unit: Choice | null;
  amount: Choice | null;
  proven: boolean;
}
/** A letter may head the running numbers as well as a component: "S". */
const countsRows = (sample: Sample, column: number, path: readonly string[]) =>
  normalized(path.join(' ')).length === 1 && isRunningColumn(sample, column);

const FEW_ROWS = 3;
const TELLING = 0.7;

/** Where no group tells them apart the first column is the price, unless the sums say otherwise. A column without a number is none of them. */
export function componentColumns(header: readonly HeaderColumn[], sample: Sample, main: Main): ReadonlyMap<Component, Pair> {
  const pairs = new Map<Component, Pair>();
  const bare = new Map<Component, HeaderColumn>();
  for (const component of COMPONENTS) {
    const all = header.filter(
      ({ means, column, path }) =>
        means.top === 'money' &&
        means.component === component &&
        means.elsewhere < 1 &&
        means.progress < TELLING &&
        !isOfWords(sample, column) &&
        !countsRows(sample, column, path),
    );
    const of = (role: 'unit' | 'amount' | null) =>
      nearest(
        all.filter(({ means }) => means.role === role),
        role === 'amount' ? main.amount : main.price,
      );
    const open = of(null).sort((a, b) => a.column - b.column);
    const [unit = open.shift()] = of('unit');
    const [amount = open.shift()] = of('amount');
    if (unit === undefined && amount === undefined) continue;
    if (unit !== undefined && amount === undefined && unit.means.role === null) bare.set(component, unit);
    pairs.set(component, {
      unit: unit === undefined ? null : choiceOf(unit),
      amount: amount === undefined ? null : choiceOf(amount),
      proven: false,
    });
  }
  if (bare.size > 0 && areAmounts([...bare.values()], sample, main)) {
    for (const component of bare.keys()) {
      const pair = pairs.get(component);
      if (pair !== undefined) pairs.set(component, { unit: null, amount: pair.unit, proven: true });
    }
  }
  for (const pair of pairs.values()) pair.proven ||= isProven(pair, pairs, sample, main);
  return isSplit(pairs, sample, main) ? pairs : new Map();
}

/**
 * Components split the price, so together they must equal it. Columns that only have the names of components, such as the labour in a price
 * that includes materials, would give an estimate whose amounts are not quantity × price.
 */
function isSplit(pairs: ReadonlyMap<Component, Pair>, sample: Sample, { price, amount, proven }: Main): boolean {
  if (!proven) return true;
  const sums = (
    [
      ['unit', price],
      ['amount', amount],
    ] as const
  ).flatMap(([part, whole]) => {
    const columns = [...pairs.values()].flatMap((pair) => (pair[part] === null ? [] : [pair[part].column]));
    return columns.length === 0 || whole === null ? [] : [sumSupport(sample, columns, whole.column)];
  });
  const telling = sums.filter(({ seen }) => seen >= FEW_ROWS);
  return telling.length === 0 || telling.some(({ agreement }) => agreement >= 0.6);
}

/** Where there are several blocks of columns, the components of a price are those nearest to it. */
function nearest(columns: readonly HeaderColumn[], to: Choice | null): HeaderColumn[] {
  const worthHere = (column: HeaderColumn) => worth(column) - (to === null ? 0 : FAR * Math.abs(column.column - to.column));
  return [...columns].sort((a, b) => worthHere(b) - worthHere(a));
}
const FAR = 0.1;

/** A column of text is not money, although its header says "material" or "work". */
const isOfWords = (sample: Sample, column: number) => sample.share(column, 'words') > Math.max(MANY_WORDS, sample.share(column, 'number'));
const MANY_WORDS = 0.3;

/** Columns named after components alone: they are amounts when they add up to the row's amount and not to its unit price. */
function areAmounts(columns: readonly HeaderColumn[], sample: Sample, { quantity, price, amount }: Main): boolean {
  if (amount === null) return false;
  const all = columns.map(({ column }) => column);
  const toAmount = sumSupport(sample, all, amount.column);
  if (toAmount.agreement < 0.6 || toAmount.count < FEW_ROWS) return false;
  if (price === null) return quantity !== null;
  return sumSupport(sample, all, price.column).agreement < toAmount.agreement;
}

function isProven(pair: Pair, pairs: ReadonlyMap<Component, Pair>, sample: Sample, { quantity, price }: Main): boolean {
  if (quantity !== null && pair.unit !== null && pair.amount !== null) {
    return productSupport(sample, [quantity.column, pair.unit.column], pair.amount.column).agreement >= 0.6;
  }
  const units = [...pairs.values()].flatMap(({ unit }) => (unit === null ? [] : [unit.column]));
  return pair.unit !== null && price !== null && sumSupport(sample, units, price.column).agreement >= 0.6;
}

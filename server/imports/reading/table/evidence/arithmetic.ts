/** Products and sums that hold between columns over the rows: the strongest sign of a quantity, a price and an amount. */
import type { Sample } from './sample.ts';

/** Amounts in real files are cut or rounded to cents or whole units, and quantities are shown with fewer digits than were multiplied. */
export const agrees = (a: number, b: number) =>
  Math.abs(a - b) <= Math.max(0.011, Math.min(0.51, Math.abs(b) * 0.002), Math.abs(b) * 0.0005);

interface Support {
  /** Share of the rows with numbers in all columns where they agree, 0 to 1. */
  readonly agreement: number;
  /** Rows that agree on something other than 0. */
  readonly count: number;
  /** Rows that could agree or not. */
  readonly seen: number;
}

/** How often `product(first) × … = result`, by columns; rows where the result is 0 prove nothing. */
export function productSupport(sample: Sample, factors: readonly number[], result: number): Support {
  return support(sample, factors, result, (values) => values.reduce((product, value) => product * value, 1));
}

/** How often the columns add up to `result`; a missing part counts as 0. */
export function sumSupport(sample: Sample, parts: readonly number[], result: number): Support {
  return support(sample, parts, result, (values) => values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0));
}

/** How often the quantity times the sum of the prices is `result`, where every price is there. */
export function pricedSupport(sample: Sample, quantity: number, prices: readonly number[], result: number): Support {
  return support(
    sample,
    [quantity, ...prices],
    result,
    ([first = Number.NaN, ...others]) => first * others.reduce((sum, value) => sum + value, 0),
  );
}

interface ProductRow {
  /** The index among the sampled rows. */
  readonly row: number;
  readonly product: number;
  readonly stated: number;
}

/** The rows that have numbers in two factors and a result, with their product beside the stated one; rows where it is 0 prove nothing. */
export function productRows(sample: Sample, [first, second]: readonly [number, number], result: number): readonly ProductRow[] {
  const [firsts, seconds] = [sample.numbers(first), sample.numbers(second)];
  return [...sample.numbers(result)].flatMap((stated, row) => {
    const product = (firsts[row] ?? Number.NaN) * (seconds[row] ?? Number.NaN);
    return Number.isNaN(product) || Number.isNaN(stated) || product === 0 ? [] : [{ row, product, stated }];
  });
}

function support(sample: Sample, columns: readonly number[], result: number, combine: (values: number[]) => number): Support {
  const parts = columns.map((column) => sample.numbers(column));
  const results = sample.numbers(result);
  let count = 0;
  let seen = 0;
  for (const [row, expected] of results.entries()) {
    const value = combine(parts.map((part) => part[row] ?? Number.NaN));
    if (Number.isNaN(expected) || Number.isNaN(value) || (expected === 0 && value === 0)) continue;
    seen += 1;
    if (agrees(value, expected)) count += 1;
  }
  return { agreement: seen === 0 ? 0 : count / seen, count, seen };
}

const FACTORS: readonly ((value: number) => number)[] = [
  (value) => 1 - Math.abs(value),
  (value) => 1 - Math.abs(value) / 100,
  (value) => 1 + value,
  (value) => 1 + value / 100,
  (value) => value,
];

/**
 * Whether a column of percents or factors makes one column of numbers into another in nine of ten rows: a discount, waste, a coefficient. An empty cell changes nothing.
 */
export function isFactored(sample: Sample, before: Float64Array, after: Float64Array, columns: readonly number[]): boolean {
  return columns.some((column) => {
    const values = sample.numbers(column);
    return FACTORS.some((factorOf) => {
      let [seen, agreed, changed] = [0, 0, 0];
      for (const [row, stated] of after.entries()) {
        const from = before[row] ?? Number.NaN;
        if (Number.isNaN(from) || Number.isNaN(stated) || from === 0) continue;
        const value = values[row] ?? Number.NaN;
        const factor = Number.isNaN(value) ? 1 : factorOf(value);
        seen += 1;
        if (agrees(from * factor, stated)) agreed += 1;
        if (factor !== 1) changed += 1;
      }
      return changed >= TELLING_ROWS && agreed >= seen * HOLDS;
    });
  });
}

/** A product that holds in nine of ten rows that have all three numbers. */
export interface Product {
  readonly factors: readonly [number, number];
  readonly result: number;
  readonly agreement: number;
  /** Rows in which it holds. */
  readonly count: number;
  /** Rows in which it holds and neither factor is 1: with a factor of 1 any column equals its copy. */
  readonly telling: number;
}

const HOLDS = 0.9;
const TELLING_ROWS = 3;
const MOST_COLUMNS = 40;
/** After so many rows without agreement a product is given up. */
const EARLY = 12;

/** Every product between the columns that hold numbers, in `fewest` rows at least, by descending number of rows it holds in. */
export function productsIn(sample: Sample, fewest: number = TELLING_ROWS): Product[] {
  const columns = sample.columns
    .map((column) => ({ column, share: sample.share(column, 'number') }))
    .filter(({ share }) => share * sample.rows >= fewest)
    .sort((a, b) => b.share - a.share || a.column - b.column)
    .slice(0, MOST_COLUMNS)
    .map(({ column }) => column)
    .sort((a, b) => a - b);
  const numbers = columns.map((column) => sample.numbers(column));
  const products: Product[] = [];
  const product = new Float64Array(sample.rows);
  for (const [a, first] of numbers.entries()) {
    for (let b = a + 1; b < numbers.length; b += 1) {
      const second = numbers[b];
      if (second === undefined) continue;
      for (let row = 0; row < sample.rows; row += 1) product[row] = (first[row] ?? Number.NaN) * (second[row] ?? Number.NaN);
      for (const [c, result] of numbers.entries()) {
        if (c === a || c === b) continue;
        const held = holds([first, second], product, result, fewest);
        if (held !== null) products.push({ factors: [columns[a] ?? 0, columns[b] ?? 0], result: columns[c] ?? 0, ...held });
      }
    }
  }
  return products.sort((a, b) => b.count - a.count);
}

function holds(
  [first, second]: readonly [Float64Array, Float64Array],
  product: Float64Array,
  result: Float64Array,
  fewest: number,
): Pick<Product, 'agreement' | 'count' | 'telling'> | null {
  let seen = 0;
  let count = 0;
  let telling = 0;
  for (let row = 0; row < product.length; row += 1) {
    const value = product[row] ?? 0;
    const expected = result[row] ?? 0;
    // A price of 0 beside an amount is a price that was not written, and says nothing against the columns.
    if (Number.isNaN(value) || Number.isNaN(expected) || value === 0) continue;
    seen += 1;
    if (agrees(value, expected)) {
      count += 1;
      if (first[row] !== 1 && second[row] !== 1) telling += 1;
    }
    if (seen === EARLY && count < EARLY / 2) return null;
  }
  return telling >= fewest && count >= seen * HOLDS ? { agreement: count / seen, count, telling } : null;
}

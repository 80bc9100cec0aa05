/** Columns of percents or factors that make one column into another: discounts, waste, coefficients. */
import { saysTax } from '../cell/totalsWords.ts';
import { isFactored } from '../evidence/arithmetic.ts';
import { isRunning } from '../evidence/contents.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';

/** Neither running numbers and codes nor a tax, which is no part of a price. */
const factorsIn = (header: readonly HeaderColumn[], sample: Sample, used: readonly number[]): number[] =>
  header
    .filter(({ column, path, means: { top } }) => !used.includes(column) && top !== 'number' && top !== 'code' && !saysTax(path.join(' ')))
    .map(({ column }) => column)
    .filter((column) => !isRunning(sample.cells(column).map(({ text }) => text)));

/** Whether quantity × price becomes the amount by a discount or a coefficient: the prices are the stated ones with it. */
export function areFactored(header: readonly HeaderColumn[], sample: Sample, used: readonly [number, number, number]): boolean {
  const [quantity, price, amount] = used;
  const prices = sample.numbers(price);
  const products = sample.numbers(quantity).map((each, row) => each * (prices[row] ?? Number.NaN));
  return isFactored(sample, products, sample.numbers(amount), factorsIn(header, sample, used));
}

const sumOf = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + (Number.isNaN(number) ? 0 : number), 0);

/** Whether a quantity is another one with its waste. Work done is a share of its quantity, and less. */
export function isWithWaste(
  header: readonly HeaderColumn[],
  sample: Sample,
  { net, gross }: { readonly net: number; readonly gross: number },
): boolean {
  const [before, after] = [sample.numbers(net), sample.numbers(gross)];
  return sumOf(after) > sumOf(before) && isFactored(sample, before, after, factorsIn(header, sample, [net, gross]));
}

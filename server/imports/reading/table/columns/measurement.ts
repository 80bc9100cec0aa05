/** Measurement sheets: length × width × height gives a quantity, and nothing has a price yet. */

import { productsIn } from '../evidence/arithmetic.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { type Choice, choiceOf } from './choice.ts';

const FEWEST = 2;

/** The columns of lengths, widths, heights and weights. One alone may be a remark on a product; from two on something is measured. */
export function dimensionsIn(header: readonly HeaderColumn[], sample: Sample): readonly number[] {
  const named = header.filter(({ means }) => means.dimension >= 0.7 && means.top !== 'quantity');
  const found = named.filter(({ column }) => sample.share(column, 'number') > 0).map(({ column }) => column);
  return found.length >= FEWEST ? found : [];
}

/** Where no column is named a quantity, the one area, length or weight that a price multiplies is: "Area, m2". */
export function withMeasurePriced(header: readonly HeaderColumn[], sample: Sample): readonly HeaderColumn[] {
  const isOfNumbers = ({ column }: HeaderColumn) => sample.share(column, 'number') > 0;
  const [only, ...others] = header.filter((each) => each.means.dimension > 0 && isOfNumbers(each));
  const isNamed = header.some((each) => each.means.top === 'quantity' && isOfNumbers(each));
  if (only === undefined || others.length > 0 || isNamed || only.means.top !== null) return header;
  const means = new Map(header.map((each) => [each.column, each.means] as const));
  const isPrice = (column: number) => means.get(column)?.top === 'money' && means.get(column)?.role === 'unit';
  const isPriced = productsIn(sample).some(({ factors }) => factors.includes(only.column) && factors.some(isPrice));
  if (!isPriced) return header;
  const asQuantity = { ...only.means, top: 'quantity', score: only.means.dimension, elsewhere: 0, dimension: 0 } as const;
  return header.map((each) => (each === only ? { ...only, means: asQuantity } : each));
}

/**
 * The quantity of a measurement sheet without prices: a subtotal is in metres or kilograms there, not in money. The quantity is the number that
 * stands in the same rows as the unit, because each has both or neither; without units it is the last result on the right. Null for every other sheet.
 */
export function measuredQuantity(
  header: readonly HeaderColumn[],
  sample: Sample,
  { dimensions, unit }: { readonly dimensions: readonly number[]; readonly unit: number | null },
): Choice | null {
  const isPriced = header.some(
    ({ means, column }) =>
      means.top === 'money' && (means.role === 'unit' || means.component !== null) && sample.share(column, 'number') > 0,
  );
  if (dimensions.length === 0 || isPriced) return null;
  const last = Math.max(...dimensions);
  const results = header.filter(
    ({ column, means }) =>
      !dimensions.includes(column) &&
      (means.top === 'quantity' || means.top === 'money' || (means.top === null && column > last)) &&
      sample.share(column, 'number') > 0,
  );
  const nearness = (column: number) => (unit === null ? (column > last ? column : 0) : together(sample, column, unit));
  const [best] = [...results].sort((a, b) => nearness(b.column) - nearness(a.column) || b.column - a.column);
  return best === undefined ? null : choiceOf(best);
}

/** Of the rows with a number or a unit, the share that has both. */
function together(sample: Sample, column: number, unit: number): number {
  const numbers = sample.numbers(column);
  const units = sample.isFilled(unit);
  let both = 0;
  let either = 0;
  for (const [row, number] of numbers.entries()) {
    const hasNumber = !Number.isNaN(number);
    const hasUnit = units[row] === true;
    if (hasNumber && hasUnit) both += 1;
    if (hasNumber || hasUnit) either += 1;
  }
  return either === 0 ? 0 : both / either;
}

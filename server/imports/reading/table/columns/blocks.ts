/** Blocks of columns side by side: a second quantity, price and amount that the rows could be read with. */

import { agrees, productRows } from '../evidence/arithmetic.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import type { Main } from './trio.ts';

/** A price and an amount for the rows that have none in the first block. */
export interface SecondBlock {
  readonly price: number;
  readonly amount: number;
}

const FEWEST_ROWS = 2;

/**
 * The second of two blocks that together are the prices, such as firm and estimated ones or those of two suppliers: each row fills one block
 * and leaves the other empty or 0. Where a row has amounts in both, only one block can be the estimate's. Blocks of work done are no prices.
 */
export function secondBlock(header: readonly HeaderColumn[], sample: Sample, main: Main, rivals: readonly Main[]): SecondBlock | null {
  if (!main.proven || main.amount === null) return null;
  const first = sample.numbers(main.amount.column);
  const computing = rivals.map((rival) => ({ rival, share: shareComputing(sample, rival) })).filter(({ share }) => share >= MOSTLY);
  for (const { rival } of computing.sort((a, b) => b.share - a.share)) {
    const { quantity, price, amount } = rival;
    if (price === null || amount === null || quantity?.column !== main.quantity?.column) continue;
    if (amount.column === main.amount.column || price.column === main.price?.column || price.column === main.amount.column) continue;
    if (isOfWorkDone(header, amount.column) || isOfWorkDone(header, price.column)) continue;
    if (amount.column === main.price?.column || !arePriced(sample, first, { quantity: quantity?.column ?? 0, other: amount.column }))
      continue;
    return { price: price.column, amount: amount.column };
  }
  return null;
}

/** Of the rows with a quantity, a price and an amount in the block, the share in which they multiply. */
function shareComputing(sample: Sample, { quantity, price, amount }: Main): number {
  if (quantity === null || price === null || amount === null) return 0;
  const rows = productRows(sample, [quantity.column, price.column], amount.column);
  return rows.length === 0 ? 0 : rows.filter(({ product, stated }) => agrees(product, stated)).length / rows.length;
}
const MOSTLY = 0.9;

const isOfWorkDone = (header: readonly HeaderColumn[], column: number) =>
  header.some(({ column: each, means }) => each === column && (means.progress > 0 || means.component !== null));

/** Whether each row has its amount in one of the blocks. Only rows with a quantity count, because totals add up both blocks. */
function arePriced(
  sample: Sample,
  first: Float64Array,
  { quantity, other }: { readonly quantity: number; readonly other: number },
): boolean {
  const second = sample.numbers(other);
  const quantities = sample.numbers(quantity);
  let [inFirst, inSecond] = [0, 0];
  for (const [row, amount] of first.entries()) {
    if (Number.isNaN(quantities[row])) continue;
    const [has, hasOther] = [isAmount(amount), isAmount(second[row])];
    if (has && hasOther) return false;
    if (has) inFirst += 1;
    if (hasOther) inSecond += 1;
  }
  return inFirst >= FEWEST_ROWS && inSecond >= FEWEST_ROWS;
}
const isAmount = (amount: number | undefined) => amount !== undefined && !Number.isNaN(amount) && amount !== 0;

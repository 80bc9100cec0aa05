/**
 * Estimates that write a position as a block of rows: its number, resources, overheads, and a last row with its amount
 * ("Всего по позиции"). The block becomes one row with that amount.
 */

import { normalized } from '../cell/words.ts';
import type { Classified } from './kind.ts';
import { numberOf } from './values.ts';

const BLOCK_TOTAL = /^(всего по позиции|итого по позиции|усього по позиції|total for (the )?(item|position))/;
const FEWEST = 2;

/** Tried first, because normalising every label of a long sheet takes longer. */
const MAY_BE = /позиц|item|position/i;
const isBlockTotal = ({ values: { label } }: Classified) => MAY_BE.test(label) && BLOCK_TOTAL.test(normalized(label));

/** The rows with each block folded into its first row; unchanged where no blocks are written. */
export function folded(rows: readonly Classified[]): readonly Classified[] {
  const totals = new Set(rows.filter(isBlockTotal));
  if (totals.size < FEWEST) return rows;
  const last = rows.findLastIndex((row) => totals.has(row));
  const kept: Classified[] = [];
  let inBlock = false;
  for (const [at, row] of rows.entries()) {
    const { values } = row;
    if (totals.has(row)) {
      const head = kept.pop();
      if (head !== undefined) kept.push(inBlock ? withAmount(head, row) : head);
      inBlock = false;
    } else if (values.isNumbered && values.unit !== '' && row.kind !== 'nothing') {
      kept.push({ ...row, kind: 'item' });
      inBlock = true;
    } else if (at > last) {
      kept.push(row.kind === 'section' ? row : { ...row, kind: 'total' });
    } else if (isHeading(row)) {
      kept.push(row);
      inBlock = false;
    } else if (!inBlock) kept.push(row.kind === 'item' ? { ...row, kind: 'nothing' } : row);
  }
  return kept;
}

/** A section's words stand to the left of the names of works, so its row has words but no name. */
const isHeading = ({ kind, values }: Classified) => kind === 'section' && values.name === '' && values.code === '';

/** The position with what its block costs. A unit price that is rounded too much to give the amount is dropped. */
function withAmount({ values }: Classified, { values: sum }: Classified): Classified {
  const total = numberOf(sum, 'total');
  const totalValue = sum.numbers.total;
  if (total === null || totalValue === undefined) return { kind: 'item', values };
  const numbers = { ...values.numbers, total: totalValue };
  const { unit_total: _, ...cells } = values.cells();
  const priced = [values, sum].find((row) => numberOf(row, 'unit_total') !== null);
  const price = priced === undefined ? null : numberOf(priced, 'unit_total');
  const priceValue = priced?.numbers.unit_total;
  const quantity = Number(numberOf(values, 'quantity') ?? Number.NaN);
  if (price !== null && priceValue !== undefined && Math.abs(quantity * Number(price) - Number(total)) < HALF_A_CENT) {
    return {
      kind: 'item',
      values: { ...values, numbers: { ...numbers, unit_total: priceValue }, cells: () => ({ ...cells, unit_total: price, total }) },
    };
  }
  return { kind: 'item', values: { ...values, numbers: { ...numbers, unit_total: undefined }, cells: () => ({ ...cells, total }) } };
}
const HALF_A_CENT = 0.005;

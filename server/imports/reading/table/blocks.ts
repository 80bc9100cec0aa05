/**
 * Estimates that write a position as a block of rows: its number, resources, overheads, and a last row with its amount
 * ("Всего по позиции"). The block becomes one row with that amount.
 */
import type { Classified } from './kinds.ts';
import { numberOf } from './values.ts';
import { normalized } from './words.ts';

const BLOCK_TOTAL = /^(всего по позиции|итого по позиции|усього по позиції|total for (the )?(item|position))/;
const FEWEST = 2;

const isBlockTotal = ({ values }: Classified) => BLOCK_TOTAL.test(normalized(values.label));

/** The rows with each block folded into its first row; unchanged where no blocks are written. */
export function folded(rows: readonly Classified[]): readonly Classified[] {
  const last = rows.findLastIndex(isBlockTotal);
  if (rows.filter(isBlockTotal).length < FEWEST) return rows;
  const kept: Classified[] = [];
  let inBlock = false;
  for (const [place, row] of rows.entries()) {
    const { values } = row;
    if (isBlockTotal(row)) {
      const head = kept.pop();
      if (head !== undefined) kept.push(inBlock ? withAmount(head, row) : head);
      inBlock = false;
    } else if (values.isNumbered && values.unit !== '' && row.kind !== 'nothing') {
      kept.push({ ...row, kind: 'item' });
      inBlock = true;
    } else if (place > last) {
      kept.push(row.kind === 'section' ? row : { ...row, kind: 'total' });
    } else if (isHeading(row)) {
      kept.push(row);
      inBlock = false;
    } else if (!inBlock) kept.push(row.kind === 'item' ? { ...row, kind: 'nothing' } : row);
  }
  return kept;
}

/** A section's words stand left of the names of works, so they are the row's only words and no name. */
const isHeading = ({ kind, values }: Classified) => kind === 'section' && values.name === '' && values.code === '';

/** The position with what its block costs. A unit price rounded so far that it misses the amount gives way to it. */
function withAmount({ values }: Classified, { values: sum }: Classified): Classified {
  const total = sum.numbers.get('total');
  if (total?.read.kind !== 'number') return { kind: 'item', values };
  const price = [values, sum].map(({ numbers }) => numbers.get('unit_total')).find((found) => found?.read.kind === 'number');
  const numbers = new Map(values.numbers).set('total', total);
  const { unit_total: _, ...cells } = values.cells;
  const quantity = Number(numberOf(values, 'quantity') ?? Number.NaN);
  if (price?.read.kind === 'number' && Math.abs(quantity * Number(price.read.text) - Number(total.read.text)) < HALF_A_CENT) {
    numbers.set('unit_total', price);
    return { kind: 'item', values: { ...values, numbers, cells: { ...cells, unit_total: price.read.text, total: total.read.text } } };
  }
  numbers.delete('unit_total');
  return { kind: 'item', values: { ...values, numbers, cells: { ...cells, total: total.read.text } } };
}
const HALF_A_CENT = 0.005;

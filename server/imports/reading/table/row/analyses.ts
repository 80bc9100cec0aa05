/** Estimates that write under each position how its unit price is made up. */
import type { Classified } from './kind.ts';
import { amountOf, numberOf } from './values.ts';

const FEWEST = 2;
const MOSTLY = 0.6;
const MOST_PARTS = 40;

/**
 * Rows right under a position whose amounts add up to its unit price, and not to its amount, make up that price: hours, materials and machines of one unit.
 * One position may do so by chance, but not most positions of a list.
 */
export function withoutAnalyses(rows: readonly Classified[]): readonly Classified[] {
  const items = rows.flatMap((row, place) => (row.kind === 'item' && amountOf(row.values) !== 0 ? [place] : []));
  const partOf = new Map<number, number>();
  let positions = 0;
  for (let at = 0; at < items.length; at += 1) {
    const head = rows[items[at] ?? 0];
    const count =
      head === undefined
        ? 0
        : partsOf(
            head,
            items.slice(at + 1, at + 1 + MOST_PARTS).map((place) => rows[place]),
          );
    if (head === undefined || count === 0) continue;
    for (const place of items.slice(at + 1, at + 1 + count)) partOf.set(place, head.values.index);
    positions += 1;
    at += count;
  }
  if (positions < FEWEST || positions + partOf.size < items.length * MOSTLY) return rows;
  return rows.map((row, place) => {
    const of = partOf.get(place);
    return of === undefined ? row : { ...row, kind: 'resource', of };
  });
}

/** How many of the rows below add up to the price of a position; 0 where none do. */
function partsOf({ values }: Classified, below: readonly (Classified | undefined)[]): number {
  const price = Number(numberOf(values, 'unit_total') ?? 0);
  if (values.unit === '' || price <= 0 || Number(numberOf(values, 'quantity')) === 1) return 0;
  let sum = 0;
  for (const [place, row] of below.entries()) {
    if (row === undefined || row.values.unit === '') return 0;
    sum += amountOf(row.values);
    const count = place + 1;
    if (count >= FEWEST && Math.abs(sum - price) <= 0.006 * count) return count;
    if (sum > price * 1.01 + 1) return 0;
  }
  return 0;
}

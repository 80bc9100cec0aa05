/** Estimates that list under each position the parts of its unit price. */
import type { Classified } from './kind.ts';
import { amountOf, numberOf } from './values.ts';

const FEWEST = 2;
const MOSTLY = 0.6;
const MOST_PARTS = 40;

/**
 * Rows right under a position whose amounts add up to its unit price make up that price: hours, materials and machines for one unit. They
 * are no works where this holds for most positions of the list; for one position it may be chance.
 */
export function withoutAnalyses(rows: readonly Classified[]): readonly Classified[] {
  const items = rows.flatMap((row, index) => (row.kind === 'item' && amountOf(row.values) !== 0 ? [index] : []));
  const partOf = new Map<number, number>();
  let positions = 0;
  for (let at = 0; at < items.length; at += 1) {
    const count = partsOf(rows, items, at);
    if (count === 0) continue;
    const of = rows[items[at] ?? 0]?.values.index ?? 0;
    for (const part of items.slice(at + 1, at + 1 + count)) partOf.set(part, of);
    positions += 1;
    at += count;
  }
  if (positions < FEWEST || positions + partOf.size < items.length * MOSTLY) return rows;
  return rows.map((row, index) => {
    const of = partOf.get(index);
    return of === undefined ? row : { ...row, kind: 'resource', of };
  });
}

/** How many of the items below one add up to its price; 0 where none do. `items` are indexes of rows. */
function partsOf(rows: readonly Classified[], items: readonly number[], at: number): number {
  const head = rows[items[at] ?? 0]?.values;
  if (head === undefined) return 0;
  const price = Number(numberOf(head, 'unit_total') ?? 0);
  if (head.unit === '' || price <= 0 || Number(numberOf(head, 'quantity')) === 1) return 0;
  let sum = 0;
  for (let count = 1; count <= MOST_PARTS; count += 1) {
    const part = rows[items[at + count] ?? -1]?.values;
    if (part === undefined || part.unit === '') return 0;
    sum += amountOf(part);
    if (count >= FEWEST && Math.abs(sum - price) <= 0.006 * count) return count;
    if (sum > price * 1.01 + 1) return 0;
  }
  return 0;
}

/** The changes a later import makes to the last version (docs/domain.md, Import). */
import { rowSums } from './amounts.ts';
import type { ComparedRow } from './comparison.ts';
import { canonical, exact, fromCents, SCALE } from './decimal.ts';
import { ROW_NUMBERS } from './rowFields.ts';
import { matching, recognisedBy } from './sameRow.ts';
import { BETWEEN_STOPS } from './stops.ts';

type FieldChanges = Readonly<Record<string, { readonly old: string; readonly new: string }>>;

interface ImportChanges<Old, New> {
  /** Rows of the file with the fields in which they differ from their counterpart. */
  readonly changed: readonly (readonly [New, FieldChanges])[];
  readonly added: readonly New[];
  /** Rows of the last version that the file no longer has, in their order. */
  readonly vanished: readonly Old[];
}

/** Fields that differ between two rows that are the same row, old and new. Numbers are compared as numbers. */
function changedFields(old: ComparedRow, now: ComparedRow): FieldChanges {
  const changes: Record<string, { old: string; new: string }> = {};
  if (old.name !== now.name) changes.name = { old: old.name, new: now.name };
  for (const field of ROW_NUMBERS) {
    const [before, after] = [canonical(old[field]), canonical(now[field])];
    if (before !== after) changes[field] = { old: before, new: after };
  }
  return changes;
}

/** Compares the rows of the last version with those of a file, with stops (domain/stops.ts). Each side is read once. */
export function* importChanges<Old extends ComparedRow, New extends ComparedRow>(
  old: readonly Old[],
  now: readonly New[],
): Generator<void, ImportChanges<Old, New>> {
  const { pairs, removed, added } = yield* matching(old, now, recognisedBy);
  const changed: [New, FieldChanges][] = [];
  for (const [at, [before, after]] of pairs.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    const changes = changedFields(before, after);
    if (Object.keys(changes).length > 0) changed.push([after, changes]);
  }
  return { changed, added, vanished: removed };
}

/** The number of rows behind a difference of money, and the money. */
interface Cause {
  readonly rows: number;
  readonly difference: string;
}
export const CAUSES = ['added', 'removed', 'requantified', 'repriced'] as const;
type ImportCauses = Readonly<Record<(typeof CAUSES)[number], Cause>>;

const costOf = (quantity: ComparedRow, prices: ComparedRow): bigint =>
  rowSums(exact(quantity.quantity, SCALE.quantity), {
    labour: exact(prices.unit_labour, SCALE.unitPrice),
    materials: exact(prices.unit_materials, SCALE.unitPrice),
    tools: exact(prices.unit_tools, SCALE.unitPrice),
  }).total;

/**
 * Why two estimates differ in cost. Together the causes are the whole difference, to the cent. Where quantity and price both changed, the quantity's part
 * is at the old prices and the rest belongs to the price. With stops (domain/stops.ts).
 */
export function* importCauses(old: readonly ComparedRow[], now: readonly ComparedRow[]): Generator<void, ImportCauses> {
  const { pairs, removed, added } = yield* matching(old, now, recognisedBy);
  const amounts = { added: 0n, removed: 0n, requantified: 0n, repriced: 0n };
  const rows = { added: added.length, removed: removed.length, requantified: 0, repriced: 0 };
  for (const [at, row] of added.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    amounts.added += costOf(row, row);
  }
  for (const [at, row] of removed.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    amounts.removed -= costOf(row, row);
  }
  for (const [at, [before, after]] of pairs.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    const { name: _, quantity, ...prices } = changedFields(before, after);
    if (quantity !== undefined) rows.requantified += 1;
    if (Object.keys(prices).length > 0) rows.repriced += 1;
    const atOldPrices = costOf(after, before);
    amounts.requantified += atOldPrices - costOf(before, before);
    amounts.repriced += costOf(after, after) - atOldPrices;
  }
  const cause = (name: (typeof CAUSES)[number]): Cause => ({ rows: rows[name], difference: fromCents(amounts[name]) });
  return { added: cause('added'), removed: cause('removed'), requantified: cause('requantified'), repriced: cause('repriced') };
}

import { type Amounts, fromAmounts, minus, plus, type Sums, toAmounts, ZERO } from './amounts.ts';
import { ROW_PRICES } from './rowFields.ts';
import { matching, type Recognisable, recognisedBy } from './sameRow.ts';
import { BETWEEN_STOPS } from './stops.ts';

export const CHANGES = ['added', 'removed', 'requantified', 'repriced', 'both'] as const;
export type Change = (typeof CHANGES)[number];
export type ChangeCounts = Readonly<Record<Change, number>>;

/** Numbers of a row are normalised, so that equal numbers are equal text. */
export interface ComparedRow extends Recognisable {
  readonly quantity: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
}
export interface RowChange<R> {
  readonly change: Change;
  readonly old: R | null;
  readonly new: R | null;
}
interface Comparison<R> {
  /** Rows that differ: those of the new estimate in its order, then those only the old one has. */
  readonly rows: readonly RowChange<R>[];
  readonly counts: ChangeCounts;
  readonly countsByTitle: ReadonlyMap<string, ChangeCounts>;
}

function changeBetween(old: ComparedRow, now: ComparedRow): Change | null {
  const isRequantified = old.quantity !== now.quantity;
  const isRepriced = ROW_PRICES.some((field) => old[field] !== now[field]);
  if (isRequantified && isRepriced) return 'both';
  if (isRequantified) return 'requantified';
  return isRepriced ? 'repriced' : null;
}

const none = (): Record<Change, number> => ({ added: 0, removed: 0, requantified: 0, repriced: 0, both: 0 });

/**
 * Compares two estimates row by row, and counts the changes in all and by the title of the list. Rows with the same key are the same row. Yields in
 * between (domain/stops.ts).
 */
export function* compareRows<R extends ComparedRow>(
  old: readonly R[],
  now: readonly R[],
  keyOf: (row: R) => string = recognisedBy,
): Generator<void, Comparison<R>> {
  const { pairs, removed } = yield* matching(old, now, keyOf);
  const counterparts = new Map(pairs.map(([before, after]) => [after, before]));
  const rows: RowChange<R>[] = [];
  const counts = none();
  const countsByTitle = new Map<string, Record<Change, number>>();
  const add = (change: Change, before: R | null, after: R | null) => {
    const title = (after ?? before)?.list_title ?? '';
    const counted = countsByTitle.get(title) ?? none();
    counted[change] += 1;
    counts[change] += 1;
    countsByTitle.set(title, counted);
    rows.push({ change, old: before, new: after });
  };
  for (const [at, row] of now.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    const before = counterparts.get(row);
    const change = before === undefined ? 'added' : changeBetween(before, row);
    if (change !== null) add(change, before ?? null, row);
  }
  for (const row of removed) add('removed', row, null);
  return { rows, counts, countsByTitle };
}

/** Old, new and the difference between them; a missing side counts as 0. */
export function differenceOf(old: Amounts | null, now: Amounts | null) {
  const [before, after] = [old === null ? ZERO : fromAmounts(old), now === null ? ZERO : fromAmounts(now)];
  return { old: toAmounts(before), new: toAmounts(after), difference: toAmounts(minus(after, before)) };
}

type TitledAmounts = Amounts & { readonly title: string };

function byTitle(lists: readonly TitledAmounts[]): ReadonlyMap<string, Amounts> {
  const totals = new Map<string, Sums>();
  for (const list of lists) totals.set(list.title, plus(totals.get(list.title) ?? ZERO, fromAmounts(list)));
  return new Map([...totals].map(([title, total]) => [title, toAmounts(total)]));
}

/** The lists of both estimates by title, those of the new one first, each with its difference in money and its changes. */
export function compareLists(
  old: readonly TitledAmounts[],
  now: readonly TitledAmounts[],
  countsByTitle: ReadonlyMap<string, ChangeCounts>,
) {
  const [before, after] = [byTitle(old), byTitle(now)];
  return [...new Set([...after.keys(), ...before.keys()])].map((title) => ({
    title,
    ...differenceOf(before.get(title) ?? null, after.get(title) ?? null),
    ...(countsByTitle.get(title) ?? none()),
  }));
}

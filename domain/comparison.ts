import { type Amounts, fromAmounts, minus, plus, type Sums, toAmounts, ZERO } from './amounts.ts';
import { matchRows, type Recognisable } from './sameRow.ts';

/** A row's numbers as they travel, with its amounts. */
export interface ComparedNumbers extends Amounts {
  readonly id: number;
  readonly quantity: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
}
export type ComparedRow = Recognisable & ComparedNumbers;

export const CHANGES = ['added', 'removed', 'requantified', 'repriced', 'both'] as const;
export type Change = (typeof CHANGES)[number];

export interface RowChange extends Recognisable {
  readonly change: Change;
  readonly old: ComparedNumbers | null;
  readonly new: ComparedNumbers | null;
  readonly difference: Amounts;
}
export type ChangeCounts = Readonly<Record<Change, number>>;
export interface ListChange extends ChangeCounts {
  readonly title: string;
  readonly old: Amounts;
  readonly new: Amounts;
  readonly difference: Amounts;
}
export interface Comparison {
  /** Lists by title: those of the new estimate in its order, then those only the old one has. */
  readonly lists: readonly ListChange[];
  readonly counts: ChangeCounts;
  /** Rows that differ: those of the new estimate in its order, then those only the old one has. */
  readonly rows: readonly RowChange[];
}

function changeBetween(old: ComparedNumbers, now: ComparedNumbers): Change | null {
  const requantified = old.quantity !== now.quantity;
  const repriced = (['unit_labour', 'unit_materials', 'unit_tools'] as const).some((field) => old[field] !== now[field]);
  return requantified && repriced ? 'both' : requantified ? 'requantified' : repriced ? 'repriced' : null;
}

const numbersOf = (row: ComparedRow): ComparedNumbers => {
  const { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total } = row;
  return { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total };
};
const sumsOf = (row: ComparedRow | null): Sums => (row === null ? ZERO : fromAmounts(row));

function changeOf(change: Change, old: ComparedRow | null, now: ComparedRow | null): RowChange {
  const { list_title = '', code = '', name = '', unit = '' } = now ?? old ?? {};
  return {
    change,
    list_title,
    code,
    name,
    unit,
    old: old && numbersOf(old),
    new: now && numbersOf(now),
    difference: toAmounts(minus(sumsOf(now), sumsOf(old))),
  };
}

const NONE: ChangeCounts = { added: 0, removed: 0, requantified: 0, repriced: 0, both: 0 };

function countsBy<T>(rows: readonly RowChange[], key: (row: RowChange) => T): ReadonlyMap<T, ChangeCounts> {
  const counts = new Map<T, Record<Change, number>>();
  for (const row of rows) {
    const counted = counts.get(key(row)) ?? { ...NONE };
    counted[row.change] += 1;
    counts.set(key(row), counted);
  }
  return counts;
}

function totalsByTitle(rows: readonly ComparedRow[]): ReadonlyMap<string, Sums> {
  const totals = new Map<string, Sums>();
  for (const row of rows) totals.set(row.list_title, plus(totals.get(row.list_title) ?? ZERO, sumsOf(row)));
  return totals;
}

/**
 * What became of each row from one estimate to another, with the difference in money per list and in all. Numbers are canonical decimal
 * text, so that equal numbers are equal text. `titles` are the lists of both, also those without rows.
 */
export function compareRows(
  old: readonly ComparedRow[],
  now: readonly ComparedRow[],
  titles: { readonly old: readonly string[]; readonly new: readonly string[] },
): Comparison {
  const { pairs, removed, added } = matchRows(old, now);
  const counterparts = new Map(pairs.map(([before, after]) => [after, before]));
  const fresh = new Set(added);
  const rows = now.flatMap((row) => {
    const before = counterparts.get(row);
    if (before === undefined) return fresh.has(row) ? [changeOf('added', null, row)] : [];
    const change = changeBetween(before, row);
    return change === null ? [] : [changeOf(change, before, row)];
  });
  rows.push(...removed.map((row) => changeOf('removed', row, null)));
  const counts = countsBy(rows, ({ list_title }) => list_title);
  const [before, after] = [totalsByTitle(old), totalsByTitle(now)];
  const lists = [...new Set([...titles.new, ...titles.old])].map((title) => ({
    title,
    old: toAmounts(before.get(title) ?? ZERO),
    new: toAmounts(after.get(title) ?? ZERO),
    difference: toAmounts(minus(after.get(title) ?? ZERO, before.get(title) ?? ZERO)),
    ...(counts.get(title) ?? NONE),
  }));
  return { lists, rows, counts: countsBy(rows, () => '').get('') ?? NONE };
}

/** Old, new and the difference between them. */
export const differenceOf = (old: Amounts, now: Amounts) => ({
  old,
  new: now,
  difference: toAmounts(minus(fromAmounts(now), fromAmounts(old))),
});

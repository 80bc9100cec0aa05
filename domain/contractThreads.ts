/** Which rows of a contract's versions are the same row (docs/domain.md, The whole contract). Quantities are at scale 6. */
import type { UnitPrices } from './amounts.ts';
import { matchByKey } from './sameRow.ts';
import type { Percents } from './summary.ts';

export interface ContractRow {
  readonly id: number;
  /** The title of its list. */
  readonly list: string;
  /** Equal for rows that are the same row in two versions (domain/sameRow.ts). */
  readonly key: string;
  readonly quantity: bigint;
  /** Σ of its approved extras. */
  readonly extra: bigint;
  readonly prices: UnitPrices;
  /** X_0: what the version went on from. */
  readonly carried: bigint;
  /** X up to the version's last act, `carried` included. */
  readonly done: bigint;
}
export interface ContractLine {
  readonly name: string;
  readonly percents: Percents;
}
export interface ContractVersion {
  /** The titles of its lists, in their order. */
  readonly lists: readonly string[];
  readonly rows: readonly ContractRow[];
  readonly additional: readonly ContractLine[];
  readonly taxes: readonly ContractLine[];
}
/** Rows paired by hand when a version carried the one before: ids of older rows to ids of newer ones. */
export type ByHand = ReadonlyMap<number, number>;

/** One row through the versions; undefined in those that do not have it. */
export type Thread = readonly (ContractRow | undefined)[];

/** The row pairs of two neighbours, as carrying pairs them (domain/carry.ts). */
function pairsOf(older: readonly ContractRow[], newer: readonly ContractRow[], byHand: ByHand): ReadonlyMap<ContractRow, ContractRow> {
  const newById = new Map(byHand.size === 0 ? [] : newer.map((row) => [row.id, row]));
  const chosen = new Map<ContractRow, ContractRow>();
  for (const row of byHand.size === 0 ? [] : older) {
    const into = newById.get(byHand.get(row.id) ?? 0);
    if (into !== undefined) chosen.set(into, row);
  }
  const taken = new Set(chosen.values());
  const alike = matchByKey(
    taken.size === 0 ? older : older.filter((row) => !taken.has(row)),
    taken.size === 0 ? newer : newer.filter((row) => !chosen.has(row)),
    ({ key }) => key,
  );
  return new Map([...chosen, ...alike.pairs.map(([from, into]) => [into, from] as const)]);
}

/** The rows of all versions, each as one through those that have it, in the order of the table. */
export function threadsOf(versions: readonly ContractVersion[], byHand: readonly ByHand[]): Thread[] {
  const threads: (ContractRow | undefined)[][] = [];
  let open = new Map<ContractRow, (ContractRow | undefined)[]>();
  for (const [at, { rows }] of versions.entries()) {
    const pairs = at === 0 ? new Map() : pairsOf(versions[at - 1]?.rows ?? [], rows, byHand[at - 1] ?? new Map());
    const now: typeof open = new Map();
    for (const row of rows) {
      const from = pairs.get(row);
      let thread = from && open.get(from);
      if (thread === undefined) {
        thread = new Array<ContractRow | undefined>(versions.length).fill(undefined);
        threads.push(thread);
      }
      thread[at] = row;
      now.set(row, thread);
    }
    open = now;
  }
  return inOrder(versions, threads);
}

/** The row as it stands last. */
export const lastOf = (thread: Thread): ContractRow => {
  const row = thread.findLast((each) => each !== undefined);
  if (row === undefined) throw new Error('A row of no version');
  return row;
};

/** The titles of all lists: those of the last version in their order, then those only earlier versions have. */
export const listTitles = (versions: readonly ContractVersion[]): string[] => [
  ...new Set(versions.toReversed().flatMap(({ lists, rows }) => [...lists, ...rows.map(({ list }) => list)])),
];

/** By list, in each the rows of the last version in their order, then those that are gone. A row stands in the list where it stood last. */
function inOrder(versions: readonly ContractVersion[], threads: readonly Thread[]): Thread[] {
  const place = new Map<ContractRow, number>();
  let next = 0;
  for (const { rows } of versions.toReversed())
    for (const row of rows) {
      place.set(row, next);
      next += 1;
    }
  const title = new Map(listTitles(versions).map((each, at) => [each, at]));
  return threads
    .map((thread) => ({ thread, last: lastOf(thread) }))
    .toSorted(
      ({ last: one }, { last: other }) =>
        (title.get(one.list) ?? 0) - (title.get(other.list) ?? 0) || (place.get(one) ?? 0) - (place.get(other) ?? 0),
    )
    .map(({ thread }) => thread);
}

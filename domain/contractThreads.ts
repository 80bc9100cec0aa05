/** Which rows of a contract's versions are the same row (docs/domain.md, The whole contract). Quantities are at scale 6. */
import type { UnitPrices } from './amounts.ts';
import { type ByHand, pairing } from './sameRow.ts';
import { BETWEEN_STOPS } from './stops.ts';
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
  /** X_0: the quantity carried into the version. */
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

/** One row through the versions; undefined in those that do not have it. */
export type Thread = readonly (ContractRow | undefined)[];

/** The older row of each newer one that has one, paired as carrying pairs them (domain/carry.ts). */
function* counterparts(
  older: readonly ContractRow[],
  newer: readonly ContractRow[],
  byHand: ByHand,
): Generator<void, ReadonlyMap<ContractRow, ContractRow>> {
  const { pairs } = yield* pairing(older, newer, { byHand, keyOf: ({ key }) => key });
  return new Map(pairs.map(([from, into]) => [into, from]));
}

/** The row in the last version that has it. */
export const lastOf = (thread: Thread): ContractRow => {
  const row = thread.findLast((each) => each !== undefined);
  if (row === undefined) throw new Error('A row of no version');
  return row;
};

/** The titles of all lists: those of the last version in their order, then those only earlier versions have. */
export function listTitles(versions: readonly ContractVersion[]): string[] {
  const titles = new Set(versions.toReversed().flatMap(({ lists }) => lists));
  for (const { rows } of versions.toReversed()) for (const { list } of rows) titles.add(list);
  return [...titles];
}

/**
 * Follows each row through the versions that have it. Rows are grouped by the list they were last in: first the rows of the last version in
 * their order, then those that are gone.
 */
export function* threading(versions: readonly ContractVersion[], byHand: readonly ByHand[]): Generator<void, Thread[]> {
  const titles = new Map(listTitles(versions).map((title) => [title, [] as Thread[]]));
  /** The threads that continue into the version before, by their row in it. */
  let open = new Map<ContractRow, (ContractRow | undefined)[]>();
  for (const [back, { rows }] of versions.toReversed().entries()) {
    const at = versions.length - 1 - back;
    const now: typeof open = new Map();
    const pairs =
      at === 0 ? new Map<ContractRow, ContractRow>() : yield* counterparts(versions[at - 1]?.rows ?? [], rows, byHand[at - 1] ?? new Map());
    for (const [place, row] of rows.entries()) {
      if (place % BETWEEN_STOPS === 0) yield;
      let thread = open.get(row);
      if (thread === undefined) {
        thread = new Array<ContractRow | undefined>(versions.length).fill(undefined);
        titles.get(row.list)?.push(thread);
      }
      thread[at] = row;
      const from = pairs.get(row);
      if (from !== undefined) now.set(from, thread);
    }
    open = now;
  }
  return [...titles.values()].flat();
}

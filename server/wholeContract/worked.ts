/**
 * A computed contract, cached as long as nothing in its project changes: its sums, and the index of its rows. The rows themselves are read
 * when they are shown.
 */
import type { ContractVersion } from '../../domain/contractThreads.ts';
import { percentsOf } from '../../domain/percents.ts';
import { type ContractTable, workingOut } from '../../domain/wholeContract.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { partsOf } from '../estimates/summary.ts';
import { inTurns } from '../turns.ts';
import { type ChainVersion, chainOf, stampOf } from './chain.ts';
import { contractRows } from './contractRows.ts';

export interface Worked {
  readonly chain: readonly ChainVersion[];
  readonly table: ContractTable;
  /** The ids of each row in every version, one row after the other; 0 where a version does not have it. */
  readonly ids: Float64Array;
  readonly kinds: Uint8Array;
}

async function workedOut(query: Query, version: VersionRef, chain: readonly ChainVersion[]): Promise<Worked> {
  const versions: ContractVersion[] = [];
  for (const each of chain) {
    const { lines } = await partsOf(query, { ...version, versionId: each.id });
    const of = (kind: (typeof lines)[number]['kind']) =>
      lines.filter((line) => line.kind === kind).map((line) => ({ name: line.name, percents: percentsOf(line) }));
    const { lists, rows } = await contractRows(query, version.teamId, each);
    versions.push({ lists, rows, additional: of('additional_cost'), taxes: of('tax') });
  }
  const byHand = chain.slice(1).map(({ by_hand }) => by_hand);
  const { threads, kinds, table } = await inTurns(workingOut(versions, byHand));
  const ids = new Float64Array(threads.length * chain.length);
  for (const [at, thread] of threads.entries()) for (const [which, row] of thread.entries()) ids[at * chain.length + which] = row?.id ?? 0;
  return { chain, table, ids, kinds };
}

/** The most contracts cached: a contract that is open on a screen is requested again for every window. */
const MOST_KEPT = 6;
const MOST_IDS = 3_000_000;
interface Kept {
  readonly stamp: string;
  readonly worked: Promise<Worked>;
  size: number;
}
const keptBy = new WeakMap<Query, Map<string, Kept>>();

/** Puts a contract into the cache, whose order is longest unused first. The oldest are dropped when it grows too large. */
function keep(kept: Map<string, Kept>, key: string, entry: Kept): void {
  kept.delete(key);
  kept.set(key, entry);
  const size = () => [...kept.values()].reduce((sum, each) => sum + each.size, 0);
  for (const [oldest] of [...kept]) {
    if (oldest === key || (kept.size <= MOST_KEPT && size() <= MOST_IDS)) break;
    kept.delete(oldest);
  }
}

/** The contract of a version as it is now. Concurrent requests for it share one computation. */
export async function workedContract(query: Query, version: VersionRef): Promise<Worked> {
  const kept = keptBy.get(query) ?? new Map<string, Kept>();
  keptBy.set(query, kept);
  const stamp = await stampOf(query, version);
  const chain = await chainOf(query, version);
  const key = `${version.teamId} ${chain[0]?.id ?? version.versionId}`;
  const known = kept.get(key);
  if (known?.stamp === stamp) {
    keep(kept, key, known);
    return known.worked;
  }
  const entry: Kept = { stamp, worked: workedOut(query, version, chain), size: 0 };
  keep(kept, key, entry);
  const forget = () => {
    if (kept.get(key) === entry) kept.delete(key);
  };
  entry.worked.then(({ ids }) => {
    entry.size = ids.length;
  }, forget);
  const worked = await entry.worked;
  // Read while somebody wrote: given once, and computed again for the next request.
  if ((await stampOf(query, version)) !== stamp) forget();
  return worked;
}

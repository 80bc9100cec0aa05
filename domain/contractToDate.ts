/** The work of a contract to date over its versions, as an act shows it: in money with taxes (docs/domain.md, Carried). */
import type { Carried } from './api/contractShapes.ts';
import { cents, fromCents } from './decimal.ts';

/** Figures of a contract over its versions, with taxes; decimal text. */
interface ContractToDate {
  /** The balance of the act's version: the work carried into it, and the work done since. */
  readonly balance: string;
  /** The amounts settled by each older version, oldest first. */
  readonly settled: readonly { readonly from: Carried['from']; readonly amount: string; readonly rows: number }[];
  /** balance + settled. */
  readonly toDate: string;
  /** Work done under each older version, at that version's prices, oldest first, and the change of its value when it was carried. */
  readonly done: readonly { readonly from: Carried['from']; readonly amount: string; readonly revaluation: string }[];
  /** Done in the version itself. done + revaluations + doneSince = toDate. */
  readonly doneSince: string;
  /** The revaluations together. */
  readonly revaluation: string;
}

/** Null for a contract of one version. `balance` is S(X) of the act's version with taxes. */
export function contractToDate(carried: readonly Carried[], balance: string): ContractToDate | null {
  const last = carried.at(-1);
  if (last === undefined) return null;
  const settled = carried.reduce((sum, each) => sum + cents(each.settled.gross.total), 0n);
  const startedWith = (at: number) => cents(carried[at]?.carried.gross.total ?? '0');
  return {
    balance,
    settled: carried.map(({ from, settled: value, settled_rows: rows }) => ({ from, amount: value.gross.total, rows })),
    toDate: fromCents(cents(balance) + settled),
    done: carried.map(({ from, before, revaluation }, at) => ({
      from,
      amount: fromCents(cents(before.gross.total) - startedWith(at - 1)),
      revaluation: revaluation.gross.total,
    })),
    doneSince: fromCents(cents(balance) - startedWith(carried.length - 1)),
    revaluation: fromCents(carried.reduce((sum, { revaluation }) => sum + cents(revaluation.gross.total), 0n)),
  };
}

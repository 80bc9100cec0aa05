/** Extras: what is approved beyond a row's estimated quantity, or short of it (docs/domain.md, Extras). Quantities at scale 6. */
import { absolute, BOUND, exact, greatest, least, SCALE, shortest } from './decimal.ts';
import type { Code } from './sentences/catalogue.ts';
import { extraBelowDone, extraTooLarge, extraTurns, extraUsed, extraZero } from './sentences/contracts.ts';
import type { Sentence } from './sentences/sentence.ts';

interface MaybeWidened {
  readonly estimated_quantity: string;
  readonly extra_quantity?: string | undefined;
}
/** q + Σe of a row of an act: what all acts together may claim of it. */
export const limitOf = ({ estimated_quantity: estimated, extra_quantity: extra = '0' }: MaybeWidened): bigint =>
  exact(estimated, SCALE.quantity) + exact(extra, SCALE.quantity);

/** A row as it stands before an extra is approved or taken back. */
export interface RowWithExtras {
  readonly estimated: bigint;
  /** Σe. */
  readonly extra: bigint;
  /** The furthest running total of any act, drafts included: at least 0, at most 0 for a deduction. */
  readonly done: bigint;
}
const MOST = BOUND.quantity * 10n ** BigInt(SCALE.quantity);
const shown = (quantity: bigint) => shortest(quantity, SCALE.quantity);

/** The furthest of a row's running totals. */
export const furthest = (estimated: bigint, running: readonly bigint[]): bigint =>
  estimated < 0n ? least(0n, ...running) : greatest(0n, ...running);

const isShort = (limit: bigint, { estimated, done }: RowWithExtras) => (estimated < 0n ? limit > done : limit < done);
const turns = (limit: bigint, { estimated }: RowWithExtras) => (estimated < 0n ? limit > 0n : limit < 0n);

/** Why a row cannot get an extra; null when it can. */
export function extraProblem(quantity: bigint, row: RowWithExtras): Sentence<Code> | null {
  const limit = row.estimated + row.extra;
  if (quantity === 0n) return extraZero();
  if (row.done !== 0n && isShort(limit + quantity, row))
    return extraBelowDone({ done: shown(row.done), most: shown(absolute(limit - row.done)) });
  if (turns(limit + quantity, row)) return extraTurns();
  return absolute(limit + quantity) >= MOST || absolute(row.extra + quantity) >= MOST ? extraTooLarge() : null;
}

/** Why an approved extra of a row cannot be taken back; null when it can. */
export function takingBackProblem(quantity: bigint, row: RowWithExtras): Sentence<Code> | null {
  const limit = row.estimated + row.extra - quantity;
  if (row.done !== 0n && isShort(limit, row)) return extraUsed({ done: shown(row.done) });
  return turns(limit, row) ? extraTurns() : absolute(limit) >= MOST ? extraTooLarge() : null;
}

import { minus, type Sums } from './amounts.ts';
import { divideRounded, fixed, greatest, least, parse, SCALE, shortest } from './decimal.ts';
import { unreadable } from './numberRules.ts';
import { outOfPercentRange, outOfRange, outOfUnitRange } from './sentences/acts.ts';
import type { Code } from './sentences/catalogue.ts';
import { percentTooPrecise } from './sentences/numbers.ts';
import type { Sentence } from './sentences/sentence.ts';

/** Digits of a percent done, as shown and typed (docs/domain.md, Acts). */
export const DONE_PERCENT_SCALE = 2;

/** The running totals of a row's quantity after each act, starting from the total before the first. */
export function runningTotals(before: bigint, quantities: readonly bigint[]): bigint[] {
  let total = before;
  return quantities.map((quantity) => {
    total += quantity;
    return total;
  });
}

/** Bounds of what may be done in one act of one row: quantities at scale 6, minimum ≤ maximum. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * The allowed range of a row in act n (docs/domain.md, Acts). `limit` is q + Σe, the estimated quantity with approved extras, here and below.
 * `others` are the running totals P_m of acts n, n+1, … without act n's own quantity; there is at least the one of act n.
 */
export function allowedRange(limit: bigint, others: readonly [bigint, ...bigint[]]): Range {
  return { min: least(0n, limit) - least(...others), max: greatest(0n, limit) - greatest(...others) };
}

/** Quantity as a percent of the limit, at scale 2; 0 when the limit is 0. */
export function donePercent(quantity: bigint, limit: bigint): bigint {
  return limit === 0n ? 0n : divideRounded(quantity * 100n * 10n ** BigInt(DONE_PERCENT_SCALE), limit);
}

/** The same range in percent, smallest first also for deductions. */
export function percentRange(range: Range, limit: bigint): Range {
  const [a, b] = [donePercent(range.min, limit), donePercent(range.max, limit)];
  return { min: least(a, b), max: greatest(a, b) };
}

/** R(limit · percent / 100, 6): the quantity that a percent done (scale 2) is of the limit. */
export const quantityAt = (percent: bigint, limit: bigint): bigint =>
  divideRounded(limit * percent, 100n * 10n ** BigInt(DONE_PERCENT_SCALE));

/**
 * The quantity for a typed percent. 0 gives 0, the percent shown already changes nothing, and a shown bound gives that bound exactly. Anything else
 * gives `quantityAt`.
 */
export function quantityOfPercent(percent: bigint, current: bigint, limit: bigint, range: Range): bigint {
  if (percent === 0n) return 0n;
  if (percent === donePercent(current, limit)) return current;
  if (percent === donePercent(range.max, limit)) return range.max;
  if (percent === donePercent(range.min, limit)) return range.min;
  return quantityAt(percent, limit);
}

/**
 * The quantity of act n that brings a row to a percent (at scale 2) of the limit. `before` is the quantity done in the acts before. A row
 * already beyond the percent keeps its quantity; where later acts leave less, the row stops at the end of its range.
 */
export function quantityToReach(
  percent: bigint,
  { limit, before, own }: { readonly limit: bigint; readonly before: bigint; readonly own: bigint },
  range: Range,
): bigint {
  const target = quantityAt(percent, limit) - before;
  return limit < 0n ? greatest(range.min, least(own, target)) : least(range.max, greatest(own, target));
}

/** Why a quantity is refused in a range; null when it is allowed. */
export function rangeProblem(quantity: bigint, range: Range, unit: string): Sentence<Code> | null {
  return quantity >= range.min && quantity <= range.max ? null : rangeSentence(range, unit);
}
/** The range of a quantity. */
export function rangeSentence(range: Range, unit: string): Sentence<Code> {
  const [min, max] = [shown(range.min), shown(range.max)];
  return unit === '' ? outOfRange({ min, max }) : outOfUnitRange({ min, max, unit });
}

/** Why a percent is refused in a range (both at scale 2); null when it is allowed. */
export function percentRangeProblem(percent: bigint, range: Range): Sentence<Code> | null {
  return percent >= range.min && percent <= range.max ? null : percentRangeSentence(range);
}
/** The range of a percent. */
export const percentRangeSentence = (range: Range): Sentence<Code> =>
  outOfPercentRange({ min: fixed(range.min, DONE_PERCENT_SCALE), max: fixed(range.max, DONE_PERCENT_SCALE) });

const RANGE_CODES: readonly string[] = [outOfRange.code, outOfUnitRange.code, outOfPercentRange.code];
/** Whether a refusal names the range, which may have changed since. */
export const isRangeRefusal = (refusal: Pick<Sentence, 'code'> | null): boolean => refusal !== null && RANGE_CODES.includes(refusal.code);

const shown = (quantity: bigint) => shortest(quantity, SCALE.quantity);

/**
 * The act that locks the act at an index (from 0) among the acts of a version in the order they were made. It is the first final act from that index on;
 * null while the act can be changed (docs/domain.md, Acts).
 */
export const lockingAct = <Act>(acts: readonly Act[], at: number, isSettled: (act: Act) => boolean): Act | null =>
  acts.slice(at).find(isSettled) ?? null;

/** One cell of an act's summary: every figure is a difference of two estimates, so acts close to the cent. */
export interface Progress {
  readonly estimated_cost: Sums;
  readonly completed_before: Sums;
  readonly completed_now: Sums;
  readonly balance: Sums;
  readonly left_to_do: Sums;
  /** The amount that approved extras add to the estimated cost. */
  readonly extras: Sums;
}

/** Takes S(q), S(X of the acts before), S(X up to and with this act) and S(q + Σe), the contract with its extras. */
export const progress = (estimated: Sums, before: Sums, toDate: Sums, contract = estimated): Progress => ({
  estimated_cost: estimated,
  completed_before: before,
  completed_now: minus(toDate, before),
  balance: toDate,
  left_to_do: minus(contract, toDate),
  extras: minus(contract, estimated),
});

/**
 * An act row's id packs the act's place into its row's id, so this number also bounds the acts a version has ever had: a place is not given
 * again when its act is deleted.
 */
export const ACTS_PER_VERSION = 4096;

/**
 * The id of a row in an act. It is computed, because nothing is stored for a row until something is done in it. `place` is the act's place in its version,
 * 1 to 4095.
 */
export const actRowId = (rowId: number, place: number): number => rowId * ACTS_PER_VERSION + place;
/** The place of the next act after the last place that any act of the version has had; null when there is none left. */
export const nextPlace = (last: number): number | null => (last + 1 < ACTS_PER_VERSION ? last + 1 : null);
/** The act before a place, among acts in the order of their places; places of deleted acts are empty. */
export const actBefore = <Act extends { readonly place: number }>(acts: readonly Act[], place: number): Act | undefined =>
  acts.findLast((act) => act.place < place);
export const rowIdOfActRow = (id: number): number => Math.floor(id / ACTS_PER_VERSION);
export const placeOfActRow = (id: number): number => id % ACTS_PER_VERSION;

/** Reads a typed percent done, which has at most 2 decimals; null when the text is not one. */
export const parseDonePercent = (text: string): bigint | null => parse(text, DONE_PERCENT_SCALE);
/** Why `parseDonePercent` cannot read a text. */
export const notDonePercent = (text: string): Sentence<Code> =>
  unreadable(text, DONE_PERCENT_SCALE, percentTooPrecise({ count: DONE_PERCENT_SCALE }));

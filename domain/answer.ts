/** The client's answer to a submitted act: what may be certified of a row, and the resulting sums (docs/domain.md, Acts). */
import {
  allowedRange,
  notDonePercent,
  parseDonePercent,
  percentRange,
  percentRangeProblem,
  quantityOfPercent,
  type Range,
  rangeProblem,
} from './act.ts';
import { minus, plus, rowSums, type Sums, type UnitPrices, ZERO } from './amounts.ts';
import { exact, greatest, least, SCALE, shortest } from './decimal.ts';
import { entered } from './formula.ts';
import { quantityProblem } from './numberRules.ts';
import { claimTooLarge, laterActsNeed, reasonNeeded, textNeeded } from './sentences/answers.ts';
import type { Code } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/sentence.ts';
import { type Percents, summarise } from './summary.ts';

/** Why less was certified than was claimed. */
export const ANSWER_REASONS = ['not_done', 'measured', 'defective', 'not_in_contract', 'other'] as const;
export type AnswerReason = (typeof ANSWER_REASONS)[number];
/** Characters of the text beside a reason. */
export const ANSWER_TEXT = 500;
/** Days a link may stay open for an answer. */
export const ANSWER_LINK_DAYS = 400;

/** The quantities that may be certified of a claimed one (scale 6): from nothing to all of it, whatever its sign. */
export const certifiedRange = (claimed: bigint): Range => ({ min: least(0n, claimed), max: greatest(0n, claimed) });

/** A row as it was claimed; quantities at scale 6. */
interface ClaimedRow {
  /** q + Σe. */
  readonly limit: bigint;
  readonly claimed: bigint;
  readonly unit: string;
}
/** Either a quantity or a percent, as typed. */
interface TypedCertified {
  readonly quantity?: string | undefined;
  readonly percent?: string | undefined;
}
type ReadCertified = { readonly quantity: bigint } | { readonly field: 'quantity' | 'percent'; readonly problem: Sentence<Code> };

/** The certified quantity that was typed, as a quantity or as a percent of the limit, or why it is refused. */
export function readCertified({ quantity = '', percent }: TypedCertified, { limit, claimed, unit }: ClaimedRow): ReadCertified {
  const range = certifiedRange(claimed);
  if (percent === undefined) {
    const refusal = quantityProblem(quantity);
    if (refusal !== null) return { field: 'quantity', problem: refusal };
    const typed = exact(entered(quantity, SCALE.quantity).value, SCALE.quantity);
    const problem = rangeProblem(typed, range, unit);
    return problem === null ? { quantity: typed } : { field: 'quantity', problem };
  }
  const typed = parseDonePercent(percent);
  if (typed === null) return { field: 'percent', problem: notDonePercent(percent) };
  const meant = quantityOfPercent(typed, claimed, limit, range);
  const problem = percentRangeProblem(typed, percentRange(range, limit)) ?? rangeProblem(meant, range, unit);
  return problem === null ? { quantity: meant } : { field: 'percent', problem };
}

/**
 * Why a certified quantity is refused for the sake of later acts, which count on what this one did; null when it is not.
 * `others` as in `allowedRange`.
 */
export function laterActsProblem(
  certified: bigint,
  { limit, claimed }: Pick<ClaimedRow, 'limit' | 'claimed'>,
  others: readonly [bigint, ...bigint[]],
): Sentence<Code> | null {
  const [own, open] = [certifiedRange(claimed), allowedRange(limit, others)];
  const [min, max] = [greatest(own.min, open.min), least(own.max, open.max)];
  if (certified >= min && certified <= max) return null;
  return laterActsNeed({ min: shortest(min, SCALE.quantity), max: shortest(max, SCALE.quantity) });
}

/**
 * Why the claimed quantity of an answered row cannot be claimed again, because the row's limit has become smaller since; null when it can.
 * `others` as in `allowedRange`.
 */
export function claimAgainProblem(
  { name, limit, claimed }: Pick<ClaimedRow, 'limit' | 'claimed'> & { readonly name: string },
  others: readonly [bigint, ...bigint[]],
): Sentence<Code> | null {
  const { min, max } = allowedRange(limit, others);
  if (claimed >= min && claimed <= max) return null;
  const done = claimed + (claimed > max ? greatest(...others) : least(...others));
  return claimTooLarge({ name, done: shortest(done, SCALE.quantity), limit: shortest(limit, SCALE.quantity) });
}

/** Why a reason is refused; null when it is complete. "Other" needs a text. */
export function reasonProblem(reason: AnswerReason | null, text: string): Sentence<Code> | null {
  if (reason === null) return reasonNeeded();
  return reason === 'other' && text.trim() === '' ? textNeeded() : null;
}

/** A list of a claimed act by its kept totals. */
interface ClaimedList {
  readonly id: number;
  /** With everything done before the act. */
  readonly before: Sums;
  /** With everything claimed up to and with it. */
  readonly toDate: Sums;
}
/** A row whose certified quantity differs from the claimed one; quantities at scale 6. */
interface DifferingRow {
  readonly listId: number;
  readonly prices: UnitPrices;
  readonly before: bigint;
  readonly claimed: bigint;
  readonly certified: bigint;
}
/** The sums of an act as claimed and as certified; `difference` is certified less claimed. */
export interface AnsweredSums {
  readonly claimed: Sums;
  readonly certified: Sums;
  readonly difference: Sums;
}
interface AnswerTotals {
  /** In the order of the lists. */
  readonly lists: readonly AnsweredSums[];
  /** Additional costs, then taxes, in the order of their lines. */
  readonly additional: readonly AnsweredSums[];
  readonly taxes: readonly AnsweredSums[];
  readonly total: AnsweredSums;
  readonly totalWithTaxes: AnsweredSums;
}

const answered = (claimed: Sums, certified: Sums): AnsweredSums => ({ claimed, certified, difference: minus(certified, claimed) });

/** The change that certifying makes to the running sums of a row. */
const moveOf = ({ prices, before, claimed, certified }: DifferingRow): Sums =>
  minus(rowSums(before + certified, prices), rowSums(before + claimed, prices));

/**
 * The sums of an act under an answer, to the cent, from kept totals of lists and the differing rows alone: S(certified to date) − S(before), as an act's
 * sums are (docs/domain.md, Acts).
 */
export function answerTotals(
  lists: readonly ClaimedList[],
  lines: { readonly additional: readonly Percents[]; readonly taxes: readonly Percents[] },
  rows: readonly DifferingRow[],
): AnswerTotals {
  const moves = new Map<number, Sums>();
  for (const row of rows) moves.set(row.listId, plus(moves.get(row.listId) ?? ZERO, moveOf(row)));
  const certified = lists.map(({ id, toDate }) => plus(toDate, moves.get(id) ?? ZERO));
  const summaryOf = (costs: readonly Sums[]) => summarise(costs, lines.additional, lines.taxes);
  const before = summaryOf(lists.map((list) => list.before));
  const asClaimed = summaryOf(lists.map(({ toDate }) => toDate));
  const asCertified = summaryOf(certified);
  const whole = (pick: (summary: Summary) => Sums) =>
    answered(minus(pick(asClaimed), pick(before)), minus(pick(asCertified), pick(before)));
  return {
    lists: lists.map((list, at) => answered(minus(list.toDate, list.before), minus(certified[at] ?? ZERO, list.before))),
    additional: lines.additional.map((_, at) => whole(({ additional }) => additional[at] ?? ZERO)),
    taxes: lines.taxes.map((_, at) => whole(({ taxes }) => taxes[at] ?? ZERO)),
    total: whole(({ total }) => total),
    totalWithTaxes: whole(({ totalWithTaxes }) => totalWithTaxes),
  };
}
type Summary = ReturnType<typeof summarise>;

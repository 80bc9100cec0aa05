/** Extras: approved quantities beyond a row's estimated one, or short of it (docs/domain.md, Extras). Quantities at scale 6. */
import { DONE_PERCENT_SCALE, parseDonePercent, quantityAt } from './act.ts';
import { absolute, BOUND, exact, greatest, least, parse, reaches, SCALE, shortest } from './decimal.ts';
import type { Code } from './sentences/catalogue.ts';
import { extraBelowDone, extraTooLarge, extraTurns, extraUsed, extraZero } from './sentences/contracts.ts';
import type { Sentence } from './sentences/sentence.ts';

interface MaybeWidened {
  readonly estimated_quantity: string;
  readonly extra_quantity?: string | undefined;
}
/** q + Σe of a row of an act: the most that all acts together may claim of it. */
export const limitOf = ({ estimated_quantity: estimated, extra_quantity: extra = '0' }: MaybeWidened): bigint =>
  exact(estimated, SCALE.quantity) + exact(extra, SCALE.quantity);

/** A row before an extra is approved or withdrawn. */
export interface RowWithExtras {
  readonly estimated: bigint;
  /** Σe. */
  readonly extra: bigint;
  /** The furthest running total of any act, drafts included: at least 0, at most 0 for a deduction. */
  readonly done: bigint;
}
const isTooLarge = (quantity: bigint) => reaches(quantity, SCALE.quantity, BOUND.quantity);
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
  return isTooLarge(limit + quantity) || isTooLarge(row.extra + quantity) ? extraTooLarge() : null;
}

/** Why an approved extra of a row cannot be withdrawn; null when it can. */
export function withdrawalProblem(quantity: bigint, row: RowWithExtras): Sentence<Code> | null {
  const limit = row.estimated + row.extra - quantity;
  if (row.done !== 0n && isShort(limit, row)) return extraUsed({ done: shown(row.done) });
  return turns(limit, row) ? extraTurns() : isTooLarge(limit) ? extraTooLarge() : null;
}

const OUT_OF_RANGE: readonly string[] = ['out_of_range', 'out_of_unit_range'];

/**
 * How much more a row would need for a typed quantity or percent that its range refused, with a minus for a deduction; null where no extra would help.
 * `refusal` is the sentence about the range.
 */
export function shortfall(
  field: string,
  typed: string,
  row: MaybeWidened,
  refusal: Pick<Sentence, 'code' | 'params'> | null,
): string | null {
  const isDeduction = exact(row.estimated_quantity, SCALE.quantity) < 0n;
  // A deduction's percents grow with it, so their bound is the greatest one.
  const bound = isDeduction && field !== 'percent' ? refusal?.params?.min : refusal?.params?.max;
  if (refusal === null || typeof bound !== 'string') return null;
  const missing = field === 'percent' ? ofPercent(typed, bound, row, refusal.code) : ofQuantity(typed, bound, refusal.code);
  const isMore = missing !== null && (isDeduction ? missing < 0n : missing > 0n);
  return isMore ? shown(missing) : null;
}
function ofQuantity(typed: string, bound: string, code: string): bigint | null {
  const quantity = parse(typed, SCALE.quantity);
  return quantity === null || !OUT_OF_RANGE.includes(code) ? null : quantity - exact(bound, SCALE.quantity);
}
function ofPercent(typed: string, bound: string, row: MaybeWidened, code: string): bigint | null {
  const percent = parseDonePercent(typed);
  if (percent === null || code !== 'out_of_percent_range') return null;
  return quantityAt(percent - exact(bound, DONE_PERCENT_SCALE), limitOf(row));
}

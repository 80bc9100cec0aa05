/** The rules for a quantity and a unit price, given as a number or as a formula. */
import { BOUND, parse, reaches, SCALE } from './decimal.ts';
import { isFormula } from './entered.ts';
import { formulaValue } from './formula.ts';
import type { Code } from './sentences/catalogue.ts';
import { notNegative, notNumber, numberTooLarge, tooManyDecimals } from './sentences/numbers.ts';
import type { Sentence } from './sentences/sentence.ts';

/** A text with up to so many decimals is a number: where its field takes fewer, it is refused for that. */
const MOST_DECIMALS = 30;

/** Why a text is no number of at most so many decimals. `tooMany` says that it has more. */
export const unreadable = (text: string, scale: number, tooMany: Sentence<Code> = tooManyDecimals({ count: scale })): Sentence<Code> =>
  parse(text, MOST_DECIMALS) === null ? notNumber() : tooMany;

function problemOf(text: string, scale: number, bound: bigint): Sentence<Code> | null {
  const value = parse(text, scale);
  if (value === null) return unreadable(text, scale);
  return reaches(value, scale, bound) ? numberTooLarge({ bound: String(bound) }) : null;
}

const numberProblem =
  (scale: number, bound: bigint) =>
  (text: string): Sentence<Code> | null => {
    const outcome = isFormula(text) ? formulaValue(text, scale) : { value: text };
    return 'problem' in outcome ? outcome.problem : problemOf(outcome.value, scale, bound);
  };
export const quantityProblem = numberProblem(SCALE.quantity, BOUND.quantity);
/** Why an amount of money is refused; null when it is allowed. A formula is refused. */
const amountProblem = (bound: bigint) => (text: string) => problemOf(text, SCALE.money, bound);
const notBelowZero = (problem: ReturnType<typeof amountProblem>) => (text: string) =>
  problem(text) ?? (text.startsWith('-') && parse(text, SCALE.money) !== 0n ? notNegative() : null);
export const signedMoneyProblem = amountProblem(BOUND.sum);
/** Why an agreed sum is refused. Its bound is lower than that of other sums, so that taxes can be added to it. */
export const moneyProblem = notBelowZero(amountProblem(BOUND.sum / 10n ** 4n));
/** Why a computed sum, such as the retention, is refused. */
export const sumProblem = notBelowZero(signedMoneyProblem);
export const unitPriceProblem = numberProblem(SCALE.unitPrice, BOUND.unitPrice);

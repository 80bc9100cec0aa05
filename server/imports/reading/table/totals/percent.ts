/** Percent lines made to fit the summary (docs/domain.md, Summary of an estimate): additional costs side by side on the subtotal, taxes side by side on the total. */
import { absolute, divideRounded, SCALE, shortest, WHOLE_PERCENT } from '../../../../../domain/decimal.ts';

/** The percent that an amount is of a base, to four decimals; null when the base is 0. */
export const effectivePercent = (amount: bigint, base: bigint): bigint | null =>
  base === 0n ? null : divideRounded(amount * WHOLE_PERCENT, base);

export const percentText = (percent: bigint): string => shortest(percent, SCALE.percent);

/** Amounts in real files are a cent off where intermediate results were rounded. */
export const isAbout = (a: bigint, b: bigint): boolean => absolute(a - b) <= 1n;

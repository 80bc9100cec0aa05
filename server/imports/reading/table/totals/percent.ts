/** Percent lines made to fit the summary (docs/domain.md, Summary of an estimate): additional costs side by side on the subtotal, taxes side by side on the total. */
import { absolute, divideRounded, rescale, SCALE, shortest } from '../../../../../domain/decimal.ts';

const HUNDRED = 2;

/** A percent (scale 4) of an amount in cents, in cents. */
export const percentOf = (base: bigint, percent: bigint): bigint => rescale(base * percent, SCALE.percent + HUNDRED, 0);

/** The percent that an amount is of a base, to four decimals; null when the base is 0. */
export const effectivePercent = (amount: bigint, base: bigint): bigint | null =>
  base === 0n ? null : divideRounded(amount * 10n ** BigInt(SCALE.percent + HUNDRED), base);

export const percentText = (percent: bigint): string => shortest(percent, SCALE.percent);

/** Amounts in real files are a cent off where intermediate results were rounded. */
export const isAbout = (a: bigint, b: bigint): boolean => absolute(a - b) <= 1n;

/** Exact decimals: a number is its digits as a bigint and a scale, the count of digits after the point. Binary floats are never used. */

/** Digits after the point, by kind of number (docs/domain.md, Numbers). */
export const SCALE = { money: 2, unitPrice: 6, quantity: 6, percent: 4 } as const;

/** Largest magnitudes, exclusive, in whole units (docs/domain.md, Numbers). */
export const BOUND = { quantity: 10n ** 9n, unitPrice: 10n ** 12n, sum: 10n ** 28n } as const;

/** Nobody means a longer text as a number, and checking millions of digits would hold up all requests. */
const LONGEST_NUMBER = 500;
const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/;

const [MINUS, POINT, DIGIT_0, DIGIT_9] = [45, 46, 48, 57];
/** The number of digits that a double holds exactly, including those after the point. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, at) => 10 ** at);
const BIG_POWERS = Array.from({ length: 31 }, (_, at) => 10n ** BigInt(at));
const powerOfTen = (exponent: number): bigint => BIG_POWERS[exponent] ?? 10n ** BigInt(exponent);

/** Parses most texts in a fifth of the time `parse` takes; undefined where the text needs `parse` itself. */
function parsedShort(text: string, scale: number): bigint | undefined {
  const from = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.length - from + scale > EXACT_DIGITS) return undefined;
  let [digits, point] = [0, -1];
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === POINT && point < 0) point = at;
    else if (code >= DIGIT_0 && code <= DIGIT_9) digits = digits * 10 + code - DIGIT_0;
    else return undefined;
  }
  const missing = point < 0 ? scale : scale - (text.length - point - 1);
  if (missing < 0 || text.length - from <= (point < 0 ? 0 : 1)) return undefined;
  const value = digits * (POWERS[missing] ?? 1);
  return BigInt(from === 1 ? -value : value);
}

/** Reads "-12.5" at a scale: `parse("-12.5", 2)` is -1250n. Null when the text is not a plain decimal number, has more digits than the scale, or is longer than any number. */
export function parse(text: string, scale: number): bigint | null {
  return parsedShort(text, scale) ?? parsedWhole(text, scale);
}

function parsedWhole(text: string, scale: number): bigint | null {
  const match = text.length > LONGEST_NUMBER ? null : PLAIN.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > scale) return null;
  const magnitude = BigInt(`${whole}${significant.padEnd(scale, '0')}`);
  return sign === '-' ? -magnitude : magnitude;
}

/** Like `parse`, for text this program wrote itself; throws on anything else. */
export function exact(text: string, scale: number): bigint {
  const value = parse(text, scale);
  if (value === null) throw new RangeError(`"${text}" is no decimal of scale ${scale}`);
  return value;
}

/** The largest integers that doubles hold exactly. */
const [MOST_EXACT, LEAST_EXACT] = [BigInt(Number.MAX_SAFE_INTEGER), BigInt(Number.MIN_SAFE_INTEGER)];

/** Writes all digits of the scale: `fixed(1250n, 2)` is "12.50". */
export function fixed(value: bigint, scale: number): string {
  return value <= MOST_EXACT && value >= LEAST_EXACT && scale > 0 && scale <= EXACT_DIGITS
    ? fixedShort(Number(value), scale)
    : fixedWhole(value, scale);
}

/** Writes most numbers in half the time. The value is a safe integer. */
function fixedShort(value: number, scale: number): string {
  const [magnitude, power] = [Math.abs(value), POWERS[scale] ?? 1];
  const fraction = magnitude % power;
  return `${value < 0 ? '-' : ''}${(magnitude - fraction) / power}.${String(fraction).padStart(scale, '0')}`;
}

function fixedWhole(value: bigint, scale: number): string {
  const digits = absolute(value)
    .toString()
    .padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Writes only the digits needed: `shortest(12500000n, 6)` is "12.5". */
export function shortest(value: bigint, scale: number): string {
  const text = fixed(value, scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A quantity or unit price without the zeros behind it, so that equal numbers are equal text: "12.500000" is "12.5". */
export const canonical = (text: string): string => shortest(exact(text, SCALE.quantity), SCALE.quantity);

/** `numerator / denominator`, rounded half away from zero. The denominator is not 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n === denominator < 0n ? denominator : -denominator;
  return (2n * numerator + half) / (2n * denominator);
}

/** Moves a value from one scale to a smaller one, rounding half away from zero. */
export function rescale(value: bigint, from: number, to: number): bigint {
  return to >= from ? value * powerOfTen(to - from) : divideRounded(value, powerOfTen(from - to));
}

/** `numerator / denominator`, rounded down towards −∞. The denominator is not 0. */
export function divideDown(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const inexact = quotient * denominator !== numerator;
  return inexact && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient;
}

/** Digits of a number that a spreadsheet keeps. */
const SPREADSHEET_DIGITS = 15;

/** Whether a spreadsheet keeps every digit of a plain decimal text: `fitsSpreadsheet("1234567890123456.00")` is false. */
export const fitsSpreadsheet = (text: string): boolean => text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length <= SPREADSHEET_DIGITS;

/**
 * The decimal a spreadsheet means by a double: its 15 significant digits (docs/domain.md, Numbers).
 * `decimalOfDouble(618.4299999999999)` is "618.43". The double is finite.
 */
export function decimalOfDouble(double: number): string {
  const text = String(double);
  // Most numbers of a workbook: a text this short has no more than 15 digits, so it is the decimal itself.
  if (text.length <= SPREADSHEET_DIGITS && !text.includes('e')) return text;
  const [mantissa = '', exponent] = double.toExponential(SPREADSHEET_DIGITS - 1).split('e');
  const digits = mantissa.replace(/[-.]/g, '');
  const point = Number(exponent) + 1;
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, '0') || '0';
  const fraction = `${'0'.repeat(Math.max(-point, 0))}${digits.slice(Math.max(point, 0))}`.replace(/0+$/, '');
  return `${mantissa.startsWith('-') ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Rounds a plain decimal text to a scale; null when it is not a number. */
export function roundText(text: string, scale: number): bigint | null {
  const short = parsedShort(text, scale);
  if (short !== undefined) return short;
  const digits = Math.max(PLAIN.exec(text)?.[3]?.length ?? scale, scale);
  const value = parse(text, digits);
  return value === null ? null : rescale(value, digits, scale);
}

/** Reads money that this program wrote: `cents("12.50")` is 1250n. */
export const cents = (amount: string): bigint => exact(amount, SCALE.money);
/** Writes money as it is sent and stored: `fromCents(1250n)` is "12.50". */
export const fromCents = (amount: bigint): string => fixed(amount, SCALE.money);

/** 100 percent at the scale of percents. */
export const WHOLE_PERCENT = rescale(100n, 0, SCALE.percent);
/** R2(amount · percent / 100): a percent (scale 4) of an amount in cents. */
export const percentOf = (amount: bigint, percent: bigint): bigint => divideRounded(amount * percent, WHOLE_PERCENT);

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
/** Whether a value at a scale reaches a bound in whole units. */
export const reaches = (value: bigint, scale: number, bound: bigint): boolean => absolute(value) >= rescale(bound, 0, scale);
export const least = (first: bigint, ...others: bigint[]): bigint => others.reduce((a, b) => (b < a ? b : a), first);
export const greatest = (first: bigint, ...others: bigint[]): bigint => others.reduce((a, b) => (b > a ? b : a), first);

/** Values that a fill writes into the cells beyond its source. */
import type { BlockField } from './blockShape.ts';
import { parse, SCALE, shortest } from './decimal.ts';
import { isRowText } from './rowFields.ts';

/** A text up to its last number, and that number. */
const COUNTED = /^(.*?)(\d{1,15})$/s;

/** The step between equally spaced values; null when they are not equally spaced. */
function stepOf(values: readonly bigint[], alone: bigint): bigint | null {
  const [first, second] = values;
  if (first === undefined) return null;
  if (second === undefined) return alone;
  const step = second - first;
  return values.every((value, at) => value === first + BigInt(at) * step) ? step : null;
}

const further = (values: readonly bigint[], step: bigint, count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, at) => (values.at(-1) ?? 0n) + BigInt(at + 1) * step);

/** Exact numbers; null when one is a formula or not a number, or they are not equally spaced. */
function countedNumbers(values: readonly string[], count: number): readonly string[] | null {
  const numbers = values.map((value) => parse(value, SCALE.quantity));
  const known = numbers.filter((number) => number !== null);
  const step = known.length === numbers.length ? stepOf(known, 0n) : null;
  return step === null ? null : further(known, step, count).map((number) => shortest(number, SCALE.quantity));
}

/** "1.9" is followed by "1.10", "A-09" by "A-10". */
function countedTexts(values: readonly string[], count: number, alone: bigint): readonly string[] | null {
  const parts = values.map((value) => COUNTED.exec(value));
  const [prefix] = parts.map((part) => part?.[1]);
  if (prefix === undefined || parts.some((part) => part?.[1] !== prefix)) return null;
  const digits = parts.map((part) => part?.[2] ?? '');
  const numbers = digits.map(BigInt);
  const step = stepOf(numbers, alone);
  if (step === null) return null;
  const width = digits.some((each) => each.startsWith('0')) ? (digits.at(-1)?.length ?? 0) : 0;
  return further(numbers, step, count).map((number) => prefix + String(number < 0n ? 0n : number).padStart(width, '0'));
}

/**
 * The `count` values after those of a column, as they were entered; with `back` the values before them, nearest first. Two or more equally
 * spaced numbers are continued, and so is the last number of a code or a name. Everything else is repeated: a single number, formulas, and units,
 * although they may end in a number.
 */
export function continued(values: readonly string[], field: BlockField, count: number, back = false): readonly string[] {
  const given = back ? values.toReversed() : values;
  const counted = isRowText(field) ? (field === 'unit' ? null : countedTexts(given, count, back ? -1n : 1n)) : countedNumbers(given, count);
  return counted ?? Array.from({ length: count }, (_, at) => given[at % given.length] ?? '');
}

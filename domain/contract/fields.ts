/** What people may send: each field's rule with the sentence that says what is wrong. */
import * as v from 'valibot';
import { absolute, BOUND, parse, SCALE } from '../decimal.ts';
import { percentProblem } from '../percents.ts';
import { MAX_WINDOW } from './limits.ts';

const numberProblem = (scale: number, bound: bigint) => (text: string) => {
  const value = parse(text, scale);
  if (value === null) return parse(text, 30) === null ? 'Enter a number' : `Enter a number with at most ${scale} decimals`;
  if (absolute(value) >= bound * 10n ** BigInt(scale)) return `The number must be smaller than ${bound}`;
  return null;
};
export const quantityProblem = numberProblem(SCALE.quantity, BOUND.quantity);
export const unitPriceProblem = numberProblem(SCALE.unitPrice, BOUND.unitPrice);

/** Text that a rule accepts, or the rule's own sentence. */
const ruled = (problem: (text: string) => string | null) =>
  v.pipe(
    v.string('Enter a number'),
    v.trim(),
    v.check(
      (text) => problem(text) === null,
      (issue) => problem(issue.input) ?? 'Enter a number',
    ),
  );

export const Quantity = ruled(quantityProblem);
export const UnitPrice = ruled(unitPriceProblem);
export const Percent = ruled(percentProblem);
/** A percent done in an act: bounded by its range, not here. */
export const DonePercent = ruled((text) => (parse(text, 2) === null ? 'Enter a percent with at most 2 decimals' : null));

/** How far rows are completed: the whole estimated quantity at most. */
export const CompletePercent = v.pipe(
  DonePercent,
  v.check((text) => {
    const percent = parse(text, 2) ?? -1n;
    return percent >= 0n && percent <= 10_000n;
  }, 'Enter a percent from 0 to 100'),
);

const text = (longest: number) => v.pipe(v.string('Enter some text'), v.trim(), v.maxLength(longest, `At most ${longest} characters`));
export const Title = v.pipe(text(200), v.minLength(1, 'Value is required'));
export const OptionalTitle = text(200);
/** Longest texts of a row. */
export const TEXT_LIMITS = { code: 200, name: 32_767, unit: 50 } as const;
export const CommentText = v.pipe(text(5_000), v.minLength(1, 'Value is required'));
export const RowName = text(TEXT_LIMITS.name);
export const RowCode = text(TEXT_LIMITS.code);
export const RowUnit = text(TEXT_LIMITS.unit);

export const SoughtText = v.pipe(text(200), v.minLength(1, 'Value is required'));

/** Path and query parameters travel as text; a caller may give a number. */
const parameter = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
export const IdParameter = v.pipe(parameter, v.regex(/^[1-9]\d{0,15}$/), v.transform(Number));

const count = (most: number) =>
  v.pipe(parameter, v.regex(/^\d{1,9}$/, 'Enter a whole number'), v.transform(Number), v.maxValue(most, `At most ${most}`));
export const WindowQuery = { offset: v.optional(count(999_999_999), '0'), limit: v.optional(count(MAX_WINDOW), '100') };

/** Exactly one of these fields. */
export const oneOf = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    v.strictObject(
      Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.optional(schema as v.GenericSchema)])) as {
        [K in keyof E]: v.OptionalSchema<E[K], undefined>;
      },
    ),
    v.check(
      (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
      `Send exactly one of: ${Object.keys(entries).join(', ')}`,
    ),
  );

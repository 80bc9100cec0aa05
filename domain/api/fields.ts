/** The fields people send: each one's rule, with the sentence for a value that breaks it. */
import * as v from 'valibot';
import { notDonePercent, parseDonePercent } from '../act.ts';
import { SCALE } from '../decimal.ts';
import { entered } from '../formula.ts';
import { moneyProblem, quantityProblem, signedMoneyProblem, sumProblem, unitPriceProblem } from '../numberRules.ts';
import { percentProblem, rateProblem } from '../percents.ts';
import { TEXT_LIMITS } from '../rowFields.ts';
import type { Code } from '../sentences/catalogue.ts';
import { notText, required, sendOneOf } from '../sentences/fields.ts';
import { notNumber, notWholeNumber, numberAbove, percentOutOfBounds } from '../sentences/numbers.ts';
import { ruleText } from '../sentences/rules.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { MAX_WINDOW } from './limits.ts';
import { asSeen, noLongerThan } from './longest.ts';

/** Text that passes a rule, or the rule's own sentence. */
const ruled = (problem: (text: string) => Sentence<Code> | null) =>
  v.pipe(
    v.string(ruleText(notNumber())),
    v.trim(),
    v.check(
      (text) => problem(text) === null,
      (issue) => ruleText(problem(issue.input) ?? notNumber()),
    ),
  );

/** The answer of a call that has no record to answer: what was done, in English. Screens have words of their own. */
export const Done = v.object({ detail: v.string() });

/** A number, or a formula that gives it: "=12*3.5". */
export const Quantity = ruled(quantityProblem);
export const UnitPrice = ruled(unitPriceProblem);
/** The same as a number, because its formula is not stored. */
export const QuantityDone = v.pipe(
  Quantity,
  v.transform((text) => entered(text, SCALE.quantity).value),
);
export const Percent = ruled(percentProblem);
/** A percent of 0 to 100 with up to 4 decimals. */
export const Rate = ruled(rateProblem);
/** An agreed amount of at least 0. */
export const Money = ruled(moneyProblem);
/** An amount of at least 0, up to the bound of sums. */
export const Sum = ruled(sumProblem);
/** An amount that may be owed the other way round. */
export const SignedMoney = ruled(signedMoneyProblem);
/** A percent done in an act. Its range bounds it, so no bounds are checked here. */
export const DonePercent = ruled((text) => (parseDonePercent(text) === null ? notDonePercent(text) : null));

/** The percent to complete rows to: at most the whole estimated quantity. */
export const CompletePercent = v.pipe(
  DonePercent,
  v.check(
    (text) => {
      const percent = parseDonePercent(text);
      // A text that is not a percent, or has too many decimals, is refused by the rule above alone.
      return percent === null || (percent >= 0n && percent <= 10_000n);
    },
    ruleText(percentOutOfBounds({ min: 0, max: 100 })),
  ),
);

const text = (longest: number) => v.pipe(v.string(ruleText(notText())), asSeen, noLongerThan(longest));
const isGiven = v.minLength<string, 1, string>(1, ruleText(required()));
/** A name, with a maximum length of its own where 200 characters are too many. */
export const titleOf = (longest: number) => v.pipe(text(longest), isGiven);
export const Title = titleOf(200);
export const OptionalTitle = text(200);
export const PostalAddress = text(500);
export const CommentText = v.pipe(text(5_000), isGiven);
export const RowName = text(TEXT_LIMITS.name);
export const RowCode = text(TEXT_LIMITS.code);
export const RowUnit = text(TEXT_LIMITS.unit);

export const Text = v.pipe(v.string(ruleText(notText())), asSeen);
export const SoughtText = v.pipe(text(200), isGiven);
export const ReplacementText = text(200);

/** Path and query parameters travel as text; a caller may give a number. */
const parameter = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
export const IdParameter = v.pipe(parameter, v.regex(/^[1-9]\d{0,15}$/), v.transform(Number));

export const count = (most: number) =>
  v.pipe(
    parameter,
    v.regex(/^\d{1,9}$/, ruleText(notWholeNumber())),
    v.transform(Number),
    v.maxValue(most, ruleText(numberAbove({ most }))),
  );
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
      ruleText(sendOneOf({ fields: Object.keys(entries).join(', ') })),
    ),
  );

/** The value types of the records. */
import * as v from 'valibot';
import { notDay } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Decimal text, "1234.50". */
export const DecimalText = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
/** A quantity, or a percent done: shown to everybody. Every other decimal of an answer counts as a price (domain/api/prices.ts). */
export const Measure = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
/**
 * An amount, a unit price, or a percent of a line: null for a person who sees no prices (docs/product.md, 17.3). The type leaves the null
 * out, because the screens of such a person do not show the value.
 */
export const Price = v.nullable(DecimalText) as unknown as typeof DecimalText;
export const Timestamp = v.pipe(v.string(), v.description('ISO 8601, UTC'));
export const CalendarDate = v.pipe(v.string(), v.isoDate(ruleText(notDay())));
export const Nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

export const Amounts = v.object({ labour: Price, materials: Price, tools: Price, total: Price });

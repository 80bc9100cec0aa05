/** The value types of the records. */
import * as v from 'valibot';
import { notDay } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Decimal text, "1234.50". */
export const DecimalText = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
export const Timestamp = v.pipe(v.string(), v.description('ISO 8601, UTC'));
export const CalendarDate = v.pipe(v.string(), v.isoDate(ruleText(notDay())));
export const Nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

export const Amounts = v.object({ labour: DecimalText, materials: DecimalText, tools: DecimalText, total: DecimalText });

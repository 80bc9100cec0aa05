/** What the records that travel are made of. */
import * as v from 'valibot';

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Decimal text, "1234.50". */
export const DecimalText = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
export const Timestamp = v.pipe(v.string(), v.description('ISO 8601, UTC'));
/** Whether a day is in the calendar: February has no 31st, and there was no year 0. */
const isDay = (text: string) => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCFullYear() > 0 && day.toISOString().startsWith(text.slice(0, 10));
};
export const CalendarDate = v.pipe(v.string(), v.isoDate('Enter a date as YYYY-MM-DD'), v.check(isDay, 'There is no such day'));
/** A moment that somebody sends. */
export const Moment = v.pipe(v.string(), v.isoTimestamp('Enter a date and time'), v.check(isDay, 'There is no such day'));
/** Null stands for "none". */
export const Nullable = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

export const Amounts = v.object({ labour: DecimalText, materials: DecimalText, tools: DecimalText, total: DecimalText });

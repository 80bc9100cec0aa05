/** Dates and moments as requests carry them. */
import * as v from 'valibot';
import { noSuchDay, notMoment } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { CalendarDate } from './scalars.ts';

/** Whether a day is in the calendar: February has no 31st, and the year 0 does not exist. */
const isDay = (text: string) => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCFullYear() > 0 && day.toISOString().startsWith(text.slice(0, 10));
};
const mustBeDay = v.check(isDay, ruleText(noSuchDay()));

/** A text is refused for one reason: whether it is in the calendar is asked only of a day. */
const FIRST = { abortPipeEarly: true };

export const Day = v.config(v.pipe(CalendarDate, mustBeDay), FIRST);
/** Whether both databases and JavaScript keep it: no place is more than 14 hours from UTC, where the year has four digits too. */
const isKept = (text: string) => {
  const year = new Date(text).getUTCFullYear();
  return !/[+-](?:1[5-9]|2\d)(?::?\d\d)?$/.test(text) && year >= 1 && year <= 9_999;
};
export const Moment = v.config(
  v.pipe(v.string(), v.isoTimestamp(ruleText(notMoment())), mustBeDay, v.check(isKept, ruleText(notMoment()))),
  FIRST,
);

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

/** Gives one reason only: the calendar is checked only for a text in the form of a day. */
const FIRST = { abortPipeEarly: true };

export const Day = v.config(v.pipe(CalendarDate, mustBeDay), FIRST);
/** Whether both databases and JavaScript can store the moment: its year has four digits in UTC too, from which local time differs by up to 14 hours. */
const isKept = (text: string) => {
  const year = new Date(text).getUTCFullYear();
  return !/[+-](?:1[5-9]|2\d)(?::?\d\d)?$/.test(text) && year >= 1 && year <= 9_999;
};
export const Moment = v.config(
  v.pipe(v.string(), v.isoTimestamp(ruleText(notMoment())), mustBeDay, v.check(isKept, ruleText(notMoment()))),
  FIRST,
);

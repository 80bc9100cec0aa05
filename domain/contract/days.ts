/** Days and moments that somebody sends. */
import * as v from 'valibot';
import { noSuchDay, notMoment } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { CalendarDate } from './scalars.ts';

/** Whether a day is in the calendar: February has no 31st, and there was no year 0. */
const isDay = (text: string) => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCFullYear() > 0 && day.toISOString().startsWith(text.slice(0, 10));
};
const mustBeDay = v.check(isDay, ruleText(noSuchDay()));

export const Day = v.pipe(CalendarDate, mustBeDay);
export const Moment = v.pipe(v.string(), v.isoTimestamp(ruleText(notMoment())), mustBeDay);

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

export const Day = v.pipe(CalendarDate, mustBeDay);
export const Moment = v.pipe(v.string(), v.isoTimestamp(ruleText(notMoment())), mustBeDay);

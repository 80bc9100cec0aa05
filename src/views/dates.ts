import { spokenDay } from '../messages/days.ts';
import { m } from '../messages/messages.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** "2026-11-30" as it is written in the language: 11/30/26, 30.11.2026. */
export const shownDay = spokenDay;

/** The day of a moment in the local time zone. */
export const dayOf = (moment: Date): string => `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** The time of a moment today, otherwise its day. */
export function shownMoment(timestamp: string, now: Date = new Date()): string {
  const moment = new Date(timestamp);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(moment) === dayOf(now)) return m.day_today({ time: `${two(moment.getHours())}:${two(moment.getMinutes())}` });
  return dayOf(moment) === dayOf(yesterday) ? m.day_yesterday() : shownDay(dayOf(moment));
}

/** The first moment of a local day, as a timestamp. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00`).toISOString();

/** The last moment of a local day, as a timestamp. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

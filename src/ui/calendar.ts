/** Days as text, `2026-03-09`. */

const textOf = (date: Date) => date.toISOString().slice(0, 10);
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

export function daysLater(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + count);
  return textOf(date);
}

/** The same day of another month, or that month's last day when it is shorter. */
export function monthsLater(day: string, count: number): string {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count + 1, 0);
  date.setUTCDate(Math.min(wanted, date.getUTCDate()));
  return textOf(date);
}

/** The number of days between a day and the start of its week; weeks start on a weekday, 0 for Sunday. */
export const intoWeek = (day: string, start: number): number => (dateOf(day).getUTCDay() + 7 - start) % 7;

/** The weeks of a day's month: whole weeks, with days of the neighbouring months. */
export function weeksOf(day: string, weekStart: number): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const start = daysLater(first, -intoWeek(first, weekStart));
  const weeks: string[][] = [];
  for (let at = start; weeks.length === 0 || at.slice(0, 7) === first.slice(0, 7); at = daysLater(at, 7)) {
    const begin = at;
    weeks.push(Array.from({ length: 7 }, (_, index) => daysLater(begin, index)));
  }
  return weeks;
}

/** Today in the local time zone. */
export function today(): string {
  const now = new Date();
  return textOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

const asked = (language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });

/** "March 2026" */
export const monthName = (day: string, language: string): string => asked(language, { month: 'long', year: 'numeric' }).format(dateOf(day));
/** "Monday, March 9, 2026" */
export const dayName = (day: string, language: string): string => asked(language, { dateStyle: 'full' }).format(dateOf(day));
/** The names of the weekdays from one of them, 0 for Sunday: in full, and short for a column heading. */
export const weekdayNames = (language: string, weekStart: number): readonly { readonly full: string; readonly short: string }[] =>
  Array.from({ length: 7 }, (_, index) => {
    const date = new Date(Date.UTC(2023, 0, 1 + weekStart + index));
    return {
      full: asked(language, { weekday: 'long' }).format(date),
      short: asked(language, { weekday: 'short' }).format(date).slice(0, 2),
    };
  });

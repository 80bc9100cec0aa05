/** How days are written: 2026-11-30 as 11/30/26, 30/11/2026 or 30.11.2026. */
import type { Language } from './languages.ts';

type Part = 'year' | 'month' | 'day';

export interface DayForm {
  readonly order: readonly Part[];
  /** The marks after each part, the last part included. */
  readonly marks: readonly string[];
  readonly yearDigits: 2 | 4;
}

/** The default (SPEC): mm/dd/yy. */
const DEFAULT: DayForm = { order: ['month', 'day', 'year'], marks: ['/', '/', ''], yearDigits: 2 };
/** Latvian ends the year with a dot, too; browsers leave it out. */
const LATVIAN: DayForm = { order: ['day', 'month', 'year'], marks: ['.', '.', '.'], yearDigits: 4 };
const isPart = (type: string): type is Part => type === 'year' || type === 'month' || type === 'day';

/** The date form of a language tag such as "en-GB". English without a region and English of the United States have the default. */
export function dayFormOf(tag: string): DayForm {
  if (/^en(-US)?$/i.test(tag)) return DEFAULT;
  if (/^lv\b/i.test(tag)) return LATVIAN;
  try {
    const format = new Intl.DateTimeFormat(tag, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone: 'UTC',
    });
    const parts = format.formatToParts(new Date(Date.UTC(2026, 10, 30)));
    const order = parts.flatMap(({ type }) => (isPart(type) ? [type] : []));
    const marks = order.map((part) => {
      const behind = parts[parts.findIndex(({ type }) => type === part) + 1];
      return behind?.type === 'literal' ? behind.value : '';
    });
    return order.length === 3 ? { order, marks, yearDigits: 4 } : DEFAULT;
  } catch {
    return DEFAULT;
  }
}

/** The weekday that a calendar's weeks begin with, 0 for Sunday: where days are written mm/dd/yy it is Sunday, elsewhere mostly Monday. */
export function weekStartOf(tag: string): number {
  if (/^en(-US)?$/i.test(tag)) return 0;
  try {
    // Not every browser knows the custom of a region.
    const locale = new Intl.Locale(tag) as Intl.Locale & { readonly getWeekInfo?: () => { readonly firstDay: number } };
    return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
  } catch {
    return 0;
  }
}

/** The day as people write it; a text that is not a day is returned unchanged. */
export function writtenDay(day: string, { order, marks, yearDigits }: DayForm): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === '') return day;
  const parts: Readonly<Record<Part, string>> = { year: year.slice(-yearDigits), month, day: date };
  return order.map((part, at) => `${parts[part]}${marks[at] ?? ''}`).join('');
}

/** Reads a day written in the form, its year with two digits or four, or as 2026-11-30; null when there is no such day. */
export function dayWritten(text: string, { order }: DayForm): string | null {
  const [, ...iso] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? [];
  const [, ...typed] = /^\s*(\d{1,4})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{1,4})[.\s]*$/.exec(text) ?? [];
  const [parts, numbers] = iso.length === 3 ? ([['year', 'month', 'day'], iso] as const) : ([order, typed] as const);
  if (numbers.length !== 3) return null;
  const written = (part: Part) => numbers[parts.indexOf(part)] ?? '';
  if (![2, 4].includes(written('year').length) || written('month').length > 2 || written('day').length > 2) return null;
  const [year, month, day] = [Number(written('year')), Number(written('month')), Number(written('day'))];
  const moment = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day));
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day ? moment.toISOString().slice(0, 10) : null;
}

/** The form in the letters of a language: "mm/dd/yy", "TT.MM.JJJJ". */
export const formInLetters = ({ order, marks, yearDigits }: DayForm, letters: Readonly<Record<Part, string>>): string =>
  order.map((part, at) => `${letters[part].repeat(part === 'year' ? yearDigits : 2)}${marks[at] ?? ''}`).join('');

/** The tag that decides the date form: the language, and for English the region that the browser prefers. */
export const dateTagOf = (language: Language, wished: readonly string[]): string =>
  language === 'en' ? (wished.find((tag) => /^en\b/i.test(tag)) ?? language) : language;

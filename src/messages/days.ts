/** How days are written in the current language. In the code a day is always written 2026-11-30. */
import { type DayForm, dateTagOf, dayFormOf, dayWritten, formInLetters, weekStartOf, writtenDay } from '../../domain/dayForms.ts';
import { m, spokenLanguage } from './messages.ts';
import { writeDaysBy } from './sentences.ts';

const spokenTag = () => dateTagOf(spokenLanguage(), globalThis.navigator?.languages ?? []);
const forms = new Map<string, DayForm>();
/** How days are written: by the language, and for English by the region of the browser. */
function spokenDayForm(): DayForm {
  const tag = spokenTag();
  const form = forms.get(tag) ?? dayFormOf(tag);
  forms.set(tag, form);
  return form;
}
/** "2026-11-30" as it is written in the language; any other text as it is. */
export const spokenDay = (day: string): string => writtenDay(day, spokenDayForm());
writeDaysBy(spokenDay);
/** The day that a person has typed in this form, or null. */
export const dayFrom = (written: string): string | null => dayWritten(written, spokenDayForm());
/** The form in the language's own letters: "mm/dd/yy". */
export const dayFormName = (): string =>
  formInLetters(spokenDayForm(), { day: m.date_letter_day(), month: m.date_letter_month(), year: m.date_letter_year() });
/** The weekday that weeks begin with, 0 for Sunday. */
export const weekStart = (): number => weekStartOf(spokenTag());

import { m } from '../../messages/messages.ts';
import { dayOf, shownDay } from '../dates.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** An absolute day, because "today" would be wrong on paper and in a file. */
export function answeredAt(at: string): string {
  const moment = new Date(at);
  return m.answer_day_and_time({ day: shownDay(dayOf(moment)), time: `${two(moment.getHours())}:${two(moment.getMinutes())}` });
}

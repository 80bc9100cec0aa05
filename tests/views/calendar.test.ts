import { expect, test } from 'vitest';
import { monthsLater, weekdayNames, weeksOf } from '../../src/ui/calendar.ts';

test('a month is shown in whole weeks from Sunday', () => {
  const weeks = weeksOf('2026-02-14', 0);
  expect(weeks.map((week) => [week[0], week[6], week.length])).toEqual([
    ['2026-02-01', '2026-02-07', 7],
    ['2026-02-08', '2026-02-14', 7],
    ['2026-02-15', '2026-02-21', 7],
    ['2026-02-22', '2026-02-28', 7],
  ]);
  expect(weeksOf('2026-08-31', 0).map((week) => week[0])).toEqual([
    '2026-07-26',
    '2026-08-02',
    '2026-08-09',
    '2026-08-16',
    '2026-08-23',
    '2026-08-30',
  ]);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2024-01-30', 1, '2024-02-29'],
])('%s and %i months', (day, count, expected) => expect(monthsLater(day, count)).toBe(expected));

test('a month is shown in whole weeks from Monday where that is usual', () => {
  expect(weeksOf('2026-02-14', 1).map((week) => week[0])).toEqual(['2026-01-26', '2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']);
  expect(weekdayNames('en', 1).map(({ full }) => full)[0]).toBe('Monday');
});

import { expect, test } from 'vitest';
import { dateTagOf, dayFormOf, dayWritten, formInLetters, weekStartOf, writtenDay } from '../../domain/dayForms.ts';

const DEFAULT = dayFormOf('en');

test.each([
  ['03/09/26', '2026-03-09'],
  ['3/9/2026', '2026-03-09'],
  [' 12.31.26 ', '2026-12-31'],
  ['2026-03-09', '2026-03-09'],
  ['2026-02-30', null],
  ['02/29/24', '2024-02-29'],
  ['02/29/26', null],
  ['13/01/26', null],
  ['00/10/26', null],
  ['03/09', null],
  ['03/09/126', null],
  ['tomorrow', null],
  ['', null],
])('“%s” is %s', (text, day) => expect(dayWritten(text, DEFAULT)).toBe(day));

test('a day is written as is usual in the language; any other text stays as it is', () => {
  expect(['en', 'en-US', 'en-GB', 'en-AU', 'lv', 'de', 'sv', 'no tag'].map((tag) => writtenDay('2026-11-30', dayFormOf(tag)))).toEqual([
    '11/30/26',
    '11/30/26',
    '30/11/2026',
    '30/11/2026',
    '30.11.2026.',
    '30.11.2026',
    '2026-11-30',
    '11/30/26',
  ]);
  expect([writtenDay('', DEFAULT), writtenDay('soon', DEFAULT)]).toEqual(['', 'soon']);
});

test.each(['en', 'en-GB', 'en-CA', 'lv', 'de', 'sv', 'hu'])('values shown in %s can be typed as shown', (tag) => {
  const form = dayFormOf(tag);
  for (const day of ['2026-11-30', '2026-03-09', '2024-02-29']) expect(dayWritten(writtenDay(day, form), form)).toBe(day);
});

test('a day is typed in the order usual in the language', () => {
  expect([
    dayWritten('9.3.26', dayFormOf('de')),
    dayWritten('09/03/2026', dayFormOf('en-GB')),
    dayWritten('30.11.2026', dayFormOf('lv')),
  ]).toEqual(['2026-03-09', '2026-03-09', '2026-11-30']);
  expect(dayWritten('11/30/26', dayFormOf('en-GB'))).toBeNull();
});

test('the form of a day is named in the letters of the language', () => {
  expect([
    formInLetters(dayFormOf('de'), { day: 'T', month: 'M', year: 'J' }),
    formInLetters(DEFAULT, { day: 'd', month: 'm', year: 'y' }),
  ]).toEqual(['TT.MM.JJJJ', 'mm/dd/yy']);
});

test('the language decides, and the region of the browser where the language is English', () => {
  expect([dateTagOf('en', ['de-DE', 'en-GB', 'en']), dateTagOf('en', ['lv']), dateTagOf('de', ['en-GB']), dateTagOf('en', [])]).toEqual([
    'en-GB',
    'en',
    'de',
    'en',
  ]);
});

test('weeks begin with Sunday where days are written mm/dd/yy, and with Monday in most of the world', () => {
  expect(['en', 'en-US', 'en-GB', 'de', 'lv', 'no tag'].map(weekStartOf)).toEqual([0, 0, 1, 1, 1, 0]);
  // A browser that does not know the customs of regions.
  const known = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'getWeekInfo') ?? {};
  Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', { value: undefined, configurable: true });
  try {
    expect(['en', 'en-GB', 'de'].map(weekStartOf)).toEqual([0, 1, 1]);
  } finally {
    Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', known);
  }
});

import { describe, expect, test } from 'vitest';
import { numberInText, type Vote, vote } from '../../../domain/numberText.ts';
import { builtInFormat, numberFormat } from '../../../server/imports/reading/spreadsheetml/numberFormat.ts';

const read = (text: string, voted: Vote = 'unknown') => {
  const number = numberInText(text, voted);
  return number.kind === 'number' ? number.text : number.kind;
};

describe('a number in text', () => {
  test.each([
    ['12', '12'],
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['-12.5', '-12.5'],
    ['\u221212.5', '-12.5'],
    ['12.5-', '-12.5'],
    ['(1 234,50)', '-1234.50'],
    ['1\u00a0234\u202f567,8', '1234567.8'],
    ["1'234.50", '1234.50'],
    ['1,234,567.89', '1234567.89'],
    ['1.234.567,89', '1234567.89'],
    ['12,34,567.50', '1234567.50'],
    ['1,234,567', '1234567'],
    ['130 900 р.', '130900'],
    ['4 500р.', '4500'],
    ['€ 12,50', '12.50'],
    ['12.50 EUR', '12.50'],
    ['1200,-', '1200'],
    ['1 240,00 Kč', '1240.00'],
    ['CZK 350', '350'],
    ["SFr. 1'240.50", '1240.50'],
    ['Fr. 1240.--', '1240'],
    ['25:-', '25'],
    ['3,15*', '3.15'],
    ['1 200 Lei', '1200'],
    ['6,20 €/m2', '6.20'],
    ['1 240,50 EUR / m²', '1240.50'],
    ['185 kr/tim.', '185'],
    [',5', '0.5'],
    ['0.500', '0.500'],
    ['１２', '12'],
  ])('%s is %s', (text, number) => {
    expect(read(text)).toBe(number);
  });

  test.each(['', ' ', '\u00a0', '-', '–', '—'])('"%s" is an empty cell', (text) => {
    expect(read(text)).toBe('empty');
  });

  test.each([
    'звоните',
    '12 m2',
    '12/m2',
    '6 €/m2/h',
    'Fr',
    '5%',
    '1.2.3',
    '1,23,4',
    '12:30',
    '1/2',
    '=1+1',
    '1e3',
    '--5',
    '1234.567.890,1.2',
    'DIN 276',
    '12 ft',
    'rm 12',
  ])('"%s" is not a number', (text) => {
    expect(read(text)).toBe('bad');
  });
});

describe('the decimal mark is voted per column', () => {
  test.each<[string[], Vote]>([
    [['1,5', '2,25', '3'], ','],
    [['1.5', '1,234.50'], '.'],
    [['1.500', '2.750'], 'unknown'],
    [['1.500', '0.750'], '.'],
    [['1.500', '12,75'], ','],
    [['1.234.567'], ','],
    [['1,5', '1.5'], 'both'],
    [['see note', '12'], 'unknown'],
    [[`${'9'.repeat(60)},5`], 'unknown'],
  ])('%j votes %s', (texts, expected) => {
    expect(vote(texts)).toBe(expected);
  });

  test('1.500 is read by the vote of its column, and is ambiguous without one', () => {
    expect([read('1.500', '.'), read('1.500', ','), read('1.500', 'unknown'), read('1.500', 'both')]).toEqual([
      '1.500',
      '1500',
      'bad',
      'bad',
    ]);
  });

  test("text that contradicts its column's decimal mark is not a number", () => {
    expect(read('1,5', '.')).toBe('bad');
  });
});

describe('a number as displayed', () => {
  test.each([
    ['General', 1.1, '1.1'],
    ['0.00', 1.1, '1.10'],
    ['0.0', 2, '2.0'],
    ['0', 7, '7'],
    ['000', 7, '007'],
    ['0.0#', 1.25, '1.25'],
    ['0.##', 3, '3'],
    ['"A-"00', 5, 'A-05'],
    ['0\\.', 3, '3.'],
    ['_-* #,##0_-;\\-* #,##0_-', 1234, '1234'],
    ['[Red]0.00;(0.00)', 2.5, '2.50'],
    ['d/m', 45718, '2/3'],
    ['dd.mm.yyyy', 45718, '02.03.2025'],
    ['mmm-yy', 45718, 'Mar-25'],
    ['d mmmm yyyy', 45718, '2 Mar 2025'],
    ['yyyy-mm-dd hh:mm', 45718.5, '2025-03-02 12:00'],
  ])('%s shows %d as %s', (format, value, text) => {
    expect(numberFormat(format, false).display(value)).toBe(text);
  });

  test.each([
    ['General', false],
    ['#,##0.00\\ "₽"', false],
    ['_ [$₪-40D]\\ * #,##0.00_ ', false],
    ['0.00E+00', false],
    ['0 "days"', false],
    ['[$-419]d\\ mmm;@', true],
    ['[h]:mm', true],
    ['m/d/yy', true],
  ])('%s is a date: %s', (format, isDate) => {
    expect(numberFormat(format, false).isDate).toBe(isDate);
  });

  test.each([
    [13, false],
    [14, true],
    [22, true],
    [26, false],
    [27, true],
    [36, true],
    [37, false],
    [45, true],
    [48, false],
    [49, false],
    [50, true],
    [58, true],
    [59, false],
  ])('the built-in format %d is a date: %s', (id, isDate) => {
    expect(builtInFormat(id, false).isDate).toBe(isDate);
  });

  test('the other epoch', () => {
    expect(numberFormat('yyyy-mm-dd', true).display(0)).toBe('1904-01-01');
  });
});

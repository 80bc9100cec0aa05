import { expect, test } from 'vitest';
import { abbreviated, isNumber, money, quantity, typedNumber, unitPrice, withHyphen, withMinus } from '../../domain/numbers.ts';

const shown = (text: string) => text.replaceAll('\u00a0', '_');

test.each([
  ['0.00', '0.00'],
  ['999.99', '999.99'],
  ['1234.50', '1_234.50'],
  ['-1234567.80', '-1_234_567.80'],
])('money %s is shown %s', (amount, text) => expect(shown(money(amount))).toBe(text));

test.each([
  ['1240', '1_240'],
  ['2186.500000', '2_186.5'],
  ['-0.125', '-0.125'],
])('quantity %s is shown %s', (given, text) => expect(shown(quantity(given))).toBe(text));

test.each([
  ['4.8', '4.80'],
  ['0.123456', '0.1235'],
  ['1200', '1_200.00'],
])('unit price %s is shown %s', (given, text) => expect(shown(unitPrice(given))).toBe(text));

test.each([
  ['999.99', '999.99'],
  ['1000.00', '1.0 K'],
  ['-1250.00', '-1.3 K'],
  ['999949.99', '999.9 K'],
  ['999950.00', '1.0 M'],
  ['2183390.45', '2.2 M'],
  ['-999.99', '-999.99'],
  ['-1000.00', '-1.0 K'],
  ['1234567890.00', '1_234.6 M'],
])('tax amount %s is abbreviated %s', (amount, text) => expect(shown(abbreviated(amount))).toBe(text));

test('blanks that do not separate thousands stay, so the text is not a number', () => {
  expect(['12 5', '1 2', '100\n200', '1 234 567,5', ' 7 '].map(typedNumber)).toEqual(['12 5', '1 2', '100\n200', '1234567.5', '7']);
});

test('a minus is printed wide and sent as a hyphen', () => {
  expect([withMinus('-5'), withHyphen('\u22125 \u2212 1')]).toEqual(['\u22125', '-5 - 1']);
});

test('typed numbers become decimal text', () => {
  expect([typedNumber('1 234,5'), typedNumber('-3.25'), isNumber('1,5', 6), isNumber('1,5,5', 6), isNumber('abc', 6)]).toEqual([
    '1234.5',
    '-3.25',
    true,
    false,
    false,
  ]);
});

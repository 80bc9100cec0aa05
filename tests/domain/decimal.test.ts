import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  absolute,
  canonical,
  decimalOfDouble,
  divideDown,
  divideRounded,
  exact,
  fitsSpreadsheet,
  fixed,
  greatest,
  least,
  parse,
  rescale,
  roundText,
  shortest,
} from '../../domain/decimal.ts';

const value = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const divisor = value.filter((n) => n !== 0n);

test('a value written and read again is the same value', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 12 }), (units, scale) => {
      expect(parse(fixed(units, scale), scale)).toBe(units);
      expect(parse(shortest(units, scale), scale)).toBe(units);
    }),
    { numRuns: 2_000 },
  );
});

test('all digits of the scale are written, or only those needed', () => {
  expect([fixed(0n, 2), fixed(1250n, 2), fixed(-5n, 3), fixed(-7n, 0), fixed(0n, 0)]).toEqual(['0.00', '12.50', '-0.005', '-7', '0']);
  expect([shortest(12_500000n, 6), shortest(100_000000n, 6), shortest(1200n, 0)]).toEqual(['12.5', '100', '1200']);
  expect(['12.500000', '-0.0', '007', '3'].map(canonical)).toEqual(['12.5', '0', '7', '3']);
});

test('a number has its absolute value, and several have a least and a greatest', () => {
  expect([-3n, 0n, 3n].map(absolute)).toEqual([3n, 0n, 3n]);
  expect([least(2n, -5n, 3n), greatest(2n, -5n, 3n), least(4n), greatest(4n)]).toEqual([-5n, 3n, 4n, 4n]);
});

test('rounding goes to the nearest, halves away from zero', () => {
  expect([125n, 124n, -125n, -124n, 15n].map((cents) => rescale(cents, 1, 0))).toEqual([13n, 12n, -13n, -12n, 2n]);
  expect([rescale(-3n, 2, 2), rescale(3n, 2, 4), rescale(350n, 2, 0)]).toEqual([-3n, 300n, 4n]);
  expect([divideRounded(3n, -2n), divideRounded(-3n, -2n), divideRounded(0n, -2n)]).toEqual([-2n, 2n, 0n]);
  fc.assert(
    fc.property(value, divisor, (numerator, denominator) => {
      const rounded = divideRounded(numerator, denominator);
      const twiceOff = 2n * (numerator - rounded * denominator);
      const size = denominator < 0n ? -denominator : denominator;
      expect(twiceOff <= size && twiceOff >= -size).toBe(true);
      expect(divideRounded(-numerator, denominator)).toBe(-rounded);
    }),
    { numRuns: 2_000 },
  );
});

test('rounding down goes towards minus infinity', () => {
  expect([divideDown(7n, 2n), divideDown(-7n, 2n), divideDown(7n, -2n), divideDown(-8n, 2n)]).toEqual([3n, -4n, -4n, -4n]);
});

test.each([
  ['12.5', 2, 1250n],
  ['-0.005', 3, -5n],
  ['.5', 1, 5n],
  ['7.', 0, 7n],
  ['1.2300', 2, 123n],
  ['.0', 0, 0n],
])('%s at scale %i', (text, scale, units) => expect(parse(text, scale)).toBe(units));

test.each(['', '-', '.', '1,5', '1e3', ' 1', '1.234', 'NaN', '0x10', '1.2.3'])('"%s" is not a decimal of scale 2', (text) => {
  expect(parse(text, 2)).toBeNull();
  expect(() => exact(text, 2)).toThrow(RangeError);
});

test.each([
  [618.4299999999999, '618.43'],
  [0.1 + 0.2, '0.3'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-42, '-42'],
  [0, '0'],
  [-0, '0'],
  [146751918.5, '146751918.5'],
  [1234567890123456, '1234567890123460'],
  [-1234567890123456, '-1234567890123460'],
  [-12345678.1234567, '-12345678.1234567'],
  [9.999999999999998, '10'],
  [-0.1234567890123456, '-0.123456789012346'],
  [0.01234567890123456, '0.0123456789012346'],
  [1.5e300, `15${'0'.repeat(299)}`],
])('the double %d is the decimal %s', (double, text) => expect(decimalOfDouble(double)).toBe(text));

test('longer text is rounded to the scale', () => {
  expect([roundText('1.2345675', 6), roundText('-1.2345675', 6), roundText('3', 6)]).toEqual([1234568n, -1234568n, 3000000n]);
  expect([roundText('1.5', 0), roundText('.', 6), roundText('x', 6)]).toEqual([2n, null, null]);
});

test('a spreadsheet keeps 15 significant digits', () => {
  for (const kept of [
    '0.00',
    '-5',
    '123456789012345',
    '1234567890123.40',
    '0.000000000000000001',
    '10000000000000000000000.00',
    '999999999.999999',
  ])
    expect([kept, fitsSpreadsheet(kept)]).toEqual([kept, true]);
  for (const lost of ['1234567890123456', '12345678901234.56', '-999999999999.999999', '1000000000000000.01'])
    expect([lost, fitsSpreadsheet(lost)]).toEqual([lost, false]);
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: 0, max: 6 }), (value, scale) => {
      const text = shortest(value, scale);
      if (fitsSpreadsheet(text)) expect(shortest(exact(decimalOfDouble(Number(text)), scale), scale)).toBe(text);
    }),
  );
});

test('a text longer than any number is refused without being parsed', () => {
  expect(parse('0'.repeat(500), 2)).toBe(0n);
  expect(parse('0'.repeat(501), 2)).toBeNull();
  expect(parse(`0.${'0'.repeat(1_000_000)}1`, 6)).toBeNull();
});

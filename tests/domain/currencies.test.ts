import { expect, test } from 'vitest';
import { CURRENCY_CODES, currenciesWritten, currencyNamed, signOf } from '../../domain/currencies.ts';

test('every code is one that Intl knows, once', () => {
  expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(CURRENCY_CODES.filter((code) => !known.has(code))).toEqual([]);
});

test('a currency is written with its sign, or with its code where other currencies have the same sign', () => {
  expect(['EUR', 'PLN', 'USD', 'CAD', 'LKR'].map(signOf)).toEqual(['€', 'zł', '$', 'CAD', 'LKR']);
});

test.each([
  [['Unit price, EUR', 'Amount, EUR'], 'EUR'],
  [['Cena, €'], 'EUR'],
  [['Стоимость, руб.', 'Итого, руб'], 'RUB'],
  [['Wartość [zł]'], 'PLN'],
  [['Amount (Rs.)', 'Rate in Rs'], 'INR'],
  [['P. Unit S/.', 'Parcial S/.'], 'PEN'],
  [['Amount, LKR'], 'LKR'],
  [['Amount', 'Total'], null],
  [['Price EUR', 'Price USD'], null],
  [['рубероид', 'ALL WORKS'], null],
])('%j names %s', (texts, code) => expect(currencyNamed(texts)).toBe(code));

test.each([
  [['12.50 €', '12.50 EUR', ' eur'], ['EUR']],
  [['$ 12', 'CAD 12'], ['CAD']],
  [
    ['$ 12', '€ 12', 'US$ 3'],
    ['EUR', 'USD'],
  ],
  [['12', 'm2', 'see drawings', ''], []],
  [
    ['100 SEK', '100 NOK'],
    ['SEK', 'NOK'],
  ],
])('%j are in %j', (texts, codes) => expect(currenciesWritten(texts)).toEqual(codes));

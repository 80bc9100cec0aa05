import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFormula } from '../../domain/entered.ts';
import { entered, formulasAfter, formulaValue, inDoubles, keptFormula } from '../../domain/formula.ts';

const value = (formula: string, scale = 6) => {
  const outcome = formulaValue(formula, scale);
  return 'value' in outcome ? outcome.value : outcome.problem.code;
};

test.each([
  ['=12*3.5', '42'],
  ['=12*3,5', '42'],
  ['= 1 + 2 × 3 − 4 ÷ 8 ', '6.5'],
  ['=(1+2)*3', '9'],
  ['=-(2+3)*-2', '10'],
  ['=2--3', '5'],
  ['=200*15%', '30'],
  ['=100+10%', '100.1'],
  ['=50%%', '0.005'],
  ['=,5+.5', '1'],
  ['=5.*2', '10'],
  ['=0.1+0.2', '0.3'],
  ['=1/3*3', '1'],
  ['=1/3', '0.333333'],
  ['=2/3', '0.666667'],
  ['=-1/2000000', '-0.000001'],
  ['=999999999999*999999999999', '999999999998000000000001'],
])('%s is %s', (formula, is) => expect(value(formula)).toBe(is));

test.each([
  ['=', 'formula_unfinished'],
  ['=12*', 'formula_unfinished'],
  ['=(1+2', 'formula_unbalanced'],
  ['=1+2)', 'formula_unbalanced'],
  ['=()', 'formula_unbalanced'],
  ['=1/0', 'formula_divides_by_zero'],
  ['=1/(2-2)', 'formula_divides_by_zero'],
  ['=1 2', 'formula_unreadable'],
  ['=1.240,50', 'formula_unreadable'],
  ['=1e3', 'formula_unreadable'],
  ['=A1*2', 'formula_unreadable'],
  ['=2**3', 'formula_unreadable'],
  ['=(2)(3)', 'formula_unreadable'],
  [`=1${'+1'.repeat(100)}`, 'formula_too_long'],
])('%s has no value: %s', (formula, code) => expect(value(formula)).toBe(code));

test('a value is rounded once, half away from zero, to the scale of its field', () => {
  expect([value('=1/8', 2), value('=-1/8', 2), value('=1/3+1/3+1/3', 2), value('=0.0000005', 6)]).toEqual([
    '0.13',
    '-0.13',
    '1',
    '0.000001',
  ]);
});

test('a formula is exact where doubles are not', () => {
  const number = fc.integer({ min: -99_999, max: 99_999 });
  fc.assert(
    fc.property(number, number, number, (a, b, c) => {
      const hundredths = (n: number) => `(${n < 0 ? '-' : ''}${Math.abs(n) / 100})`;
      const exact = BigInt(a) * BigInt(b) * 100n + BigInt(c) * 10_000n;
      const digits = String(exact < 0n ? -exact : exact).padStart(7, '0');
      const plain = `${exact < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
      expect(value(`=${hundredths(a)}*${hundredths(b)}+${hundredths(c)}`)).toBe(plain === '-0' ? '0' : plain);
    }),
  );
});

test('a formula is kept without blanks, with points and the signs of a spreadsheet; a number alone is not a formula', () => {
  expect(['= 12 × 3,50', '=(1−,5)÷2%', '=42', '=-42', '=--42', '=12m'].map(keptFormula)).toEqual([
    '12*3.50',
    '(1-0.5)/2%',
    null,
    null,
    '--42',
    null,
  ]);
});

test('a stored formula gives the same value again', () => {
  for (const formula of ['=12*3,5', '=1/3', '=-(2+3)*15%', '=,5÷(1+1)']) expect(value(`=${keptFormula(formula)}`)).toBe(value(formula));
});

test('a number entered as a formula is its value and the formula', () => {
  expect([entered('12.5', 6), entered('=12*3,5', 6), entered('=42', 6)]).toEqual([
    { value: '12.5', formula: null },
    { value: '42', formula: '12*3.5' },
    { value: '42', formula: null },
  ]);
  expect([isFormula(' =1'), isFormula('1=')]).toEqual([true, false]);
});

test('a number set without a formula drops its own formula and no other', () => {
  const before = { quantity: '2*3', unit_tools: '1/4' };
  expect([formulasAfter(before, { quantity: null }), formulasAfter(before, { quantity: null, unit_tools: null })]).toEqual([
    { unit_tools: '1/4' },
    null,
  ]);
  expect(formulasAfter(null, { quantity: '1+1' })).toEqual({ quantity: '1+1' });
});

test('the value in doubles equals a spreadsheet’s', () => {
  expect([inDoubles('=12*3.5'), inDoubles('=0.1+0.2'), inDoubles('=1/0')]).toEqual([42, 0.30000000000000004, null]);
});

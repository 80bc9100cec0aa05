import { expect, test } from 'vitest';
import { enteredIn, isFormula, plainFormula } from '../../domain/entered.ts';

test('a number is edited as it was entered: as its formula, or as a plain number', () => {
  const record = { quantity: '12.5', unit_labour: '4', code: null, formulas: { quantity: '2.5*5' } };
  expect(enteredIn(record, 'quantity')).toBe('=2.5*5');
  expect(enteredIn(record, 'unit_labour')).toBe('4');
  expect(enteredIn({ ...record, formulas: null }, 'quantity')).toBe('12.5');
  expect(enteredIn({ quantity: '12.5' }, 'quantity')).toBe('12.5');
  expect([enteredIn(record, 'code'), enteredIn(record, 'unit_tools')]).toEqual(['', '']);
});

test('a formula begins with =, after any blanks, and is sent in plain signs', () => {
  expect(['=1', '  =1', '1=', ''].map(isFormula)).toEqual([true, true, false, false]);
  expect(plainFormula('= 2,5 × 3 · 4 ÷ 5 − 1')).toBe('=2.5*3*4/5-1');
});

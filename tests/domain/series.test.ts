import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, SCALE, shortest } from '../../domain/decimal.ts';
import { continued } from '../../domain/series.ts';

test.each([
  ['two numbers go on', ['1', '2'], 'quantity', 2, ['3', '4']],
  ['exactly', ['0.1', '0.2'], 'quantity', 3, ['0.3', '0.4', '0.5']],
  ['down below 0', ['1', '0.5'], 'unit_labour', 2, ['0', '-0.5']],
  ['one number is repeated', ['7.5'], 'quantity', 2, ['7.5', '7.5']],
  ['numbers at other distances are repeated in turn', ['1', '2', '4'], 'quantity', 4, ['1', '2', '4', '1']],
  ['formulas are copied', ['=2*3', '1'], 'quantity', 3, ['=2*3', '1', '=2*3']],
  ['a code counts on', ['1.9'], 'code', 2, ['1.10', '1.11']],
  ['by its own step', ['A-08', 'A-10'], 'code', 2, ['A-12', 'A-14']],
  ['with its leading zeros', ['W-098'], 'name', 3, ['W-099', 'W-100', 'W-101']],
  ['and none where it has none', ['A-11', 'A-10'], 'code', 2, ['A-9', 'A-8']],
  ['from 0 too', ['A-0'], 'code', 2, ['A-1', 'A-2']],
  ['texts of other beginnings are repeated', ['1.1', '2.1'], 'code', 2, ['1.1', '2.1']],
  ['a text without a number is repeated', ['Sand'], 'name', 2, ['Sand', 'Sand']],
  ['a unit never counts on', ['m2'], 'unit', 2, ['m2', 'm2']],
] as const)('%s', (_, values, field, count, due) => expect(continued(values, field, count)).toEqual(due));

test('a series filled upwards begins with the nearest value, and a code stops at 0', () => {
  expect(continued(['1', '2'], 'quantity', 3, true)).toEqual(['0', '-1', '-2']);
  expect(continued(['1.2'], 'code', 4, true)).toEqual(['1.1', '1.0', '1.0', '1.0']);
  expect(continued(['A-09', 'A-10'], 'code', 2, true)).toEqual(['A-08', 'A-07']);
  expect(continued(['a', 'b', 'c'], 'name', 4, true)).toEqual(['c', 'b', 'a', 'c']);
});

test('each number of a series is the one before it plus the same exact step', () => {
  const number = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  fc.assert(
    fc.property(number, number, (first, step) => {
      const values = [first, first + step].map((units) => shortest(units, SCALE.quantity));
      const found = continued(values, 'quantity', 5).map((text) => parse(text, SCALE.quantity));
      expect(found).toEqual([2n, 3n, 4n, 5n, 6n].map((times) => first + times * step));
    }),
  );
});

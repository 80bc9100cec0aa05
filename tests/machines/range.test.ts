import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, type CellRange, rangeWithin, withoutRow } from '../../src/machines/grid/range.ts';

const corner = fc.record({ row: fc.nat(9), col: fc.nat(5) });
const range = fc.record({ anchor: corner, reach: corner });
const rowsOf = (given: CellRange | null) => {
  if (given === null) return [];
  const { top, bottom } = blockOf(given);
  return Array.from({ length: bottom - top + 1 }, (_, step) => top + step);
};

test('removing a row at an end of the range leaves the other rows and their columns; removing one inside changes nothing', () => {
  fc.assert(
    fc.property(range, fc.nat(9), (given, row) => {
      const left = withoutRow(given, row);
      const before = rowsOf(given);
      const isEnd = row === before[0] || row === before.at(-1);
      expect(rowsOf(left)).toEqual(isEnd ? before.filter((each) => each !== row) : before);
      if (left !== null) expect([blockOf(left).left, blockOf(left).right]).toEqual([blockOf(given).left, blockOf(given).right]);
    }),
  );
});

test('a range is kept to the table', () => {
  const given = { anchor: { row: 2, col: 1 }, reach: { row: 40, col: 9 } };
  expect(rangeWithin(given, { rows: 5, cols: 3 })).toEqual({ anchor: { row: 2, col: 1 }, reach: { row: 4, col: 2 } });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ComparedRow, compareLists, compareRows } from '../../domain/comparison.ts';
import { matchRows, normalisedName } from '../../domain/sameRow.ts';
import { finished } from '../../domain/stops.ts';

const named = (name: string, list_title = 'A') => ({ list_title, code: '1', name, unit: 'm' });

test('capitals, blanks and composed letters make no difference to a name; code, unit and list do', () => {
  expect(normalisedName('  Sa\u0304ls \u00a0 un CEMENTS ')).toBe(normalisedName('Sāls un cements'));
  const row = named('Gravel');
  for (const other of [named('Gravel', 'B'), { ...row, code: '1.' }, { ...row, unit: 'M' }]) {
    expect(matchRows([row], [other])).toEqual({ pairs: [], removed: [row], added: [other] });
  }
});

test('equal rows are matched in their order', () => {
  const before = [named('a'), named('b'), named('a'), named('a')];
  const after = [named('A'), named('c'), named('a')];
  expect(matchRows(before, after)).toEqual({
    pairs: [
      [before[0], after[0]],
      [before[2], after[2]],
    ],
    removed: [before[1], before[3]],
    added: [after[1]],
  });
});

test('every row is matched once, and an estimate matches itself', () => {
  const rows = fc.array(
    fc.record({
      list_title: fc.constantFrom('A', 'B'),
      code: fc.constantFrom('', '1'),
      name: fc.constantFrom('x', 'X', ' y'),
      unit: fc.constantFrom('m'),
    }),
  );
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const { pairs, removed, added } = matchRows(before, after);
      expect(new Set([...pairs.map(([row]) => row), ...removed])).toEqual(new Set(before));
      expect(pairs.length + removed.length).toBe(before.length);
      expect(pairs.length + added.length).toBe(after.length);
      expect(matchRows(before, before).pairs.every(([a, b]) => a === b)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

// Work that grew with the square of the rows would not end within the time a test has.
test('100,000 rows are compared', () => {
  const of = (quantity: string): ComparedRow[] =>
    Array.from({ length: 100_000 }, (_, at) => ({
      ...named(`Row ${at % 70_000}`, `List ${at % 40}`),
      quantity,
      unit_labour: '1',
      unit_materials: '0',
      unit_tools: '0',
    }));
  const { counts, countsByTitle } = finished(compareRows(of('1'), of('2')));
  expect(counts).toEqual({ added: 0, removed: 0, requantified: 100_000, repriced: 0, both: 0 });
  const amounts = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });
  const lists = compareLists([{ title: 'Gone', ...amounts('1.00') }], [{ title: 'List 0', ...amounts('2.50') }], countsByTitle);
  expect(lists.map(({ title, difference, requantified }) => [title, difference.total, requantified])).toEqual([
    ['List 0', '2.50', 2_500],
    ['Gone', '-1.00', 0],
  ]);
});

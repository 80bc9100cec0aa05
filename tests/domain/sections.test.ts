import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromAmounts, toAmounts } from '../../domain/amounts.ts';
import { flippedBy, isFolded, type RowView } from '../../domain/rowView.ts';
import { sectionsOf, shownRuns } from '../../domain/sections.ts';

const row = (id: number, kind: 'row' | 'section', code = '', labour = '0.00') =>
  ({ id, kind, code, labour, materials: '0.00', tools: '0.00' }) as const;
const outline = (...codes: readonly string[]) =>
  sectionsOf(codes.map((code, at) => row(at + 1, 'section', code))).map(
    ({ level, parentId }) => `${level}${parentId === null ? '' : ` in ${parentId}`}`,
  );

test('headings nest by their codes to three levels', () => {
  expect(outline('1', '1.1', '1.1.1', '1.2', '2')).toEqual(['1', '2 in 1', '3 in 2', '2 in 1', '1']);
  expect(outline('1', '1.1.1', '1.1.1.1', '1.1.2')).toEqual(['1', '2 in 1', '2 in 1', '2 in 1']);
  expect(outline('01', '1.02.', 'A', 'a.1', '1.3')).toEqual(['1', '2 in 1', '1', '2 in 3', '1']);
  expect(outline('1', '', '1.1')).toEqual(['1', '1', '1']);
  expect(outline('10', '1.1')).toEqual(['1', '1']);
});

test('a section has its rows and those of the sections within it; rows before the first heading are in no section', () => {
  const rows = [
    row(1, 'row', '', '9.00'),
    row(2, 'section', '1'),
    row(3, 'row', '', '1.00'),
    row(4, 'section', '1.1'),
    row(5, 'row', '', '2.00'),
  ];
  expect(sectionsOf(rows).map(({ id, rowCount, headingCount, sums }) => [id, rowCount, headingCount, toAmounts(sums).total])).toEqual([
    [2, 2, 1, '3.00'],
    [4, 1, 0, '2.00'],
  ]);
  expect(fromAmounts(rows[0] ?? row(0, 'row')).total).toBe(900n);
});

test('a heading flipped twice is as it was', () => {
  const view: RowView = { filters: [], flipped: [], foldedFrom: 2 };
  expect([1, 2, 3].map((level) => isFolded(view, { id: 7, level }))).toEqual([false, true, true]);
  expect(isFolded(flippedBy(view, 7), { id: 7, level: 2 })).toBe(false);
  expect(flippedBy(flippedBy(view, 7), 7)).toEqual(view);
});

test('windows of a folded list put together are the list that is shown (200 lists)', () => {
  const heading = fc.record({ level: fc.integer({ min: 1, max: 3 }), ownRows: fc.nat(4), folded: fc.boolean() });
  fc.assert(
    fc.property(fc.array(heading, { maxLength: 12 }), fc.nat(3), fc.integer({ min: 1, max: 7 }), (headings, leading, limit) => {
      const placed = headings.map((each, at) => ({ ...each, id: at + 1, parentId: null }));
      const folded = ({ id }: { readonly id: number }) => placed[id - 1]?.folded === true;
      const read = (offset: number, count: number) => shownRuns(placed, leading, folded, { offset, limit: count });
      const lines = ({ runs }: ReturnType<typeof read>) =>
        runs.flatMap(({ id, skip, take }) => Array.from({ length: take }, (_, step) => `${id} ${skip + step}`));
      const { total } = read(0, 1);
      const windows = Array.from({ length: Math.ceil(total / limit) }, (_, at) => lines(read(at * limit, limit))).flat();
      expect(windows).toEqual(lines(read(0, total)));
      expect(windows).toHaveLength(total);
    }),
    { numRuns: 200 },
  );
});

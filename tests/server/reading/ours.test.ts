/** Workbooks that Actum wrote and a person changed since. */
import { expect, test } from 'vitest';
import { inShort, listOfRows, type Value } from './workbooks.ts';

/** A sheet of a list as the export writes it: the title with its mark, an empty row, two of headings, then the rows with theirs. */
const sheetOf = (...rows: readonly (readonly [mark: Value, ...cells: Value[]])[]): Value[][] => {
  const line = (mark: Value, cells: readonly Value[]) => [...cells, ...Array<Value>(13 - cells.length).fill(null), mark];
  return [
    line('actum-list', ['Walls']),
    [],
    line(null, [null, 'Code', 'Description', 'Unit', 'Quantity', 'Unit price']),
    line(null, [null, null, null, null, null, 'Labour', 'Materials', 'Tools']),
    ...rows.map(([mark, ...cells]) => line(mark, [null, ...cells])),
  ];
};

test('rows that a person added: numbers make a row, a name alone a section, and a total stays a total', async () => {
  const list = await listOfRows(
    sheetOf(
      ['section', '1', 'Masonry'],
      ['row', '1.1', 'Brick', 'm2', 4, 2, 3, 1],
      [null, '1.2', 'Block', 'm2', 5, 6, 7, 8],
      [null, '1.3', 'Mortar', 'kg', 9, null, 2, null],
      [null, '2', 'Roof'],
      [null, null, null],
      ['total', null, 'Total', null, 99],
    ),
  );
  expect(inShort(list)).toEqual([
    ['section', 'Masonry'],
    ['row', 'Brick', 4, 2, 3, 1],
    ['row', 'Block', 5, 6, 7, 8],
    ['row', 'Mortar', 9, 0, 2, 0],
    ['section', 'Roof'],
  ]);
});

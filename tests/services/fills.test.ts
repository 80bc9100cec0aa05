import { expect, test } from 'vitest';
import type { Row } from '../../domain/contract/shapes.ts';
import { filledBy } from '../../src/compose/edits/fills.ts';

/** Rows by what their quantity and price of labour hold; a text is a heading. */
const listOf = (...rows: readonly (string | readonly [quantity: string, labour: string])[]) => {
  const all = rows.map((row, at): Partial<Row> => {
    if (typeof row === 'string') return { id: at, kind: 'section', name: row };
    const [quantity, unit_labour] = row;
    return { id: at, kind: 'row', quantity, unit_labour, formulas: null };
  });
  return { count: all.length, between: async (from: number, to: number) => all.slice(from, to + 1) as Row[] };
};
const QUANTITY = ['quantity'] as const;

test('the first row is copied into all others', async () => {
  const list = listOf(['7', '1'], ['2', '2'], ['3', '3']);
  expect(await filledBy({ kind: 'fill', top: 0, bottom: 2, fields: ['quantity', 'unit_labour'] }, list)).toEqual({
    top: 1,
    fields: ['quantity', 'unit_labour'],
    cells: [
      ['7', '1'],
      ['7', '1'],
    ],
  });
  expect(await filledBy({ kind: 'fill', top: 5, bottom: 6, fields: QUANTITY }, list)).toBeNull();
});

test('the first column is copied to the right, and a heading between takes no line from the rows', async () => {
  const list = listOf(['7', '1'], 'Walls', ['8', '2']);
  expect(await filledBy({ kind: 'fillRight', top: 0, bottom: 2, fields: ['quantity', 'unit_labour'] }, list)).toEqual({
    top: 0,
    fields: ['unit_labour'],
    cells: [['7'], ['8'], []],
  });
});

test('a series goes on down to a row, and up from one', async () => {
  const list = listOf(['1', '0'], ['2', '0'], ['0', '0'], ['0', '0']);
  expect(await filledBy({ kind: 'series', source: { top: 0, bottom: 1 }, to: 3, fields: QUANTITY }, list)).toEqual({
    top: 2,
    fields: QUANTITY,
    cells: [['3'], ['4']],
    filledTo: 3,
  });
  const below = listOf(['0', '0'], ['0', '0'], ['5', '0'], ['6', '0']);
  expect(await filledBy({ kind: 'series', source: { top: 2, bottom: 3 }, to: 0, fields: QUANTITY }, below)).toEqual({
    top: 0,
    fields: QUANTITY,
    cells: [['3'], ['4']],
    filledTo: 0,
  });
});

test('a series upwards counts rows, not headings', async () => {
  const list = listOf(['0', '0'], 'Walls', ['0', '0'], ['5', '0'], ['6', '0']);
  expect(await filledBy({ kind: 'series', source: { top: 3, bottom: 4 }, to: 0, fields: QUANTITY }, list)).toEqual({
    top: 0,
    fields: QUANTITY,
    cells: [['3'], ['4'], []],
    filledTo: 0,
  });
});

test('a series without an end goes on to the next heading, or to the last row', async () => {
  const series = { kind: 'series', source: { top: 0, bottom: 1 }, to: null, fields: QUANTITY } as const;
  const rows = [
    ['1', '0'],
    ['3', '0'],
    ['0', '0'],
  ] as const;
  expect(await filledBy(series, listOf(...rows, 'Roof', ['0', '0']))).toMatchObject({ cells: [['5']], filledTo: 2 });
  expect(await filledBy(series, listOf(...rows, ['0', '0']))).toMatchObject({ cells: [['5'], ['7']], filledTo: 3 });
  expect(await filledBy(series, listOf(...rows.slice(0, 2), 'Roof'))).toBeNull();
});

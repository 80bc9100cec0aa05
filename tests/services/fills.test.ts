/** The cells that a fill sets, from the rows of a list in memory. */
import { expect, test } from 'vitest';
import type { Row } from '../../domain/api/shapes.ts';
import { filledBy } from '../../src/compose/edits/fills.ts';

const amounts = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };
const ROW: Row = {
  ...{
    id: 1,
    list_id: 1,
    order: 1,
    kind: 'row',
    code: '',
    name: '',
    unit: '',
    quantity: '1',
    revision: 1,
    level: 0,
    section_id: 0,
    row_count: 0,
  },
  ...{ unit_labour: '0', unit_materials: '0', unit_tools: '0', unit_total: '0', ...amounts },
};
const row = (code: string, quantity = '1', more: Partial<Row> = {}): Row => ({ ...ROW, code, quantity, ...more });
const heading = row('', '0', { kind: 'section', name: 'Part' });
const listOf = (rows: readonly Row[]) => ({ count: rows.length, between: async (from: number, to: number) => rows.slice(from, to + 1) });
const series = { kind: 'series', fields: ['code', 'quantity'] } as const;

test('a series continues downwards, and backwards when filled upwards, past a heading, which stays unchanged', async () => {
  const list = listOf([row('A-1'), heading, row(''), row('A-7', '10'), row('A-8', '12'), row(''), row('')]);
  const source = { top: 3, bottom: 4 };
  expect(await filledBy({ ...series, source, to: 6 }, list)).toEqual({
    top: 5,
    fields: ['code', 'quantity'],
    cells: [
      ['A-9', '14'],
      ['A-10', '16'],
    ],
    filledTo: 6,
  });
  // Of three lines one is a heading: the lines left over at the end are empty.
  expect(await filledBy({ ...series, source, to: 0 }, list)).toEqual({
    top: 0,
    fields: ['code', 'quantity'],
    cells: [['A-5', '6'], ['A-6', '8'], []],
    filledTo: 0,
  });
});

test('a series without an end goes to the next heading or the end of the list, and nowhere when it begins there', async () => {
  const source = { top: 0, bottom: 0 };
  const rows = [row('A-1'), row(''), row(''), heading, row('')];
  expect(await filledBy({ ...series, source, to: null }, listOf(rows))).toMatchObject({
    top: 1,
    filledTo: 2,
    cells: [
      ['A-2', '1'],
      ['A-3', '1'],
    ],
  });
  expect(await filledBy({ ...series, source: { top: 4, bottom: 4 }, to: null }, listOf([...rows, row('')]))).toMatchObject({
    top: 5,
    filledTo: 5,
  });
  expect(await filledBy({ ...series, source: { top: 2, bottom: 2 }, to: null }, listOf(rows))).toBeNull();
  expect(await filledBy({ ...series, source: { top: 3, bottom: 3 }, to: 4 }, listOf(rows))).toBeNull();
  const long = [row('1'), ...Array.from({ length: 1_200 }, () => row('')), heading];
  const filled = await filledBy({ ...series, source, to: null }, listOf(long));
  expect([filled?.filledTo, filled?.cells.length, filled?.cells.at(-1)]).toEqual([1_200, 1_200, ['1201', '1']]);
});

test('a fill repeats the first row downwards, with its formulas, and the first column to the right, in rows only', async () => {
  const rows = [row('A', '12.5', { formulas: { quantity: '2.5*5' } }), row('B', '2'), heading, row('C', '3')];
  expect(await filledBy({ kind: 'fill', top: 0, bottom: 2, fields: ['code', 'quantity'] }, listOf(rows))).toEqual({
    top: 1,
    fields: ['code', 'quantity'],
    cells: [
      ['A', '=2.5*5'],
      ['A', '=2.5*5'],
    ],
  });
  expect(await filledBy({ kind: 'fillRight', top: 0, bottom: 3, fields: ['quantity', 'unit_labour', 'unit_tools'] }, listOf(rows))).toEqual(
    {
      top: 0,
      fields: ['unit_labour', 'unit_tools'],
      cells: [['=2.5*5', '=2.5*5'], ['2', '2'], ['3', '3'], []],
    },
  );
  expect(await filledBy({ kind: 'fill', top: 9, bottom: 10, fields: ['code'] }, listOf(rows))).toBeNull();
});

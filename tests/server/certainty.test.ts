/** The certainty of an import, its comparison with the file's totals, and how both follow the person's corrections. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';
import { bookOf, type SheetOfRows, type Value } from './reading/workbooks.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
const WORKS: readonly Value[][] = [
  ['1', 'Trench', 'm3', 12, 8.5, 102],
  ['2', 'Pipe', 'm', 30, 11, 330],
  ['3', 'Backfill', 'm3', 10, 4, 40],
];
const total = (amount: number): Value[] => ['', 'Total', '', '', '', amount];
const sheet = (name: string, rows: readonly Value[][]): SheetOfRows => ({ name, rows: [HEADER, ...rows] });

const uploaded = (...sheets: readonly SheetOfRows[]) => uploadedFile(new File([new Uint8Array(bookOf(sheets))], 'estimate.xlsx'));

async function uploadedFile(file: File): Promise<{ id: number; found: ImportLists }> {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine Yard' } });
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
  return { id, found: await untilRead(ann, id) };
}
const codes = (doubts: ImportLists['doubts']) => doubts.map(({ code }) => code);
const certaintyOf = ({ certainty, doubts, comparison }: ImportLists) => [
  certainty,
  codes(doubts),
  comparison && [comparison.of, comparison.stated, comparison.ours, comparison.difference],
];

test('a reading is certain when its rows compute and its total is met', async () => {
  const { found } = await uploaded(sheet('Works', [...WORKS, total(472)]));
  expect(certaintyOf(found)).toEqual(['sure', [], ['lists', '472.00', '472.00', '0.00']]);
  expect(found.new_lists.map(({ certainty, doubts, why }) => [certainty, doubts, why])).toEqual([['sure', [], null]]);
});

test('a total that differs makes a reading uncertain, and deleting the row that causes the difference makes it certain', async () => {
  const { id, found } = await uploaded(sheet('Works', [...WORKS, ['4', 'Fence', 'm', 5, 20, 100], total(472)]));
  expect(certaintyOf(found)).toEqual(['unsure', ['doubt_total_differs'], ['lists', '472.00', '572.00', '100.00']]);
  const [cause] = found.comparison?.causes ?? [];
  expect(cause).toMatchObject({ code: 'cause_row_in', amount: '-100.00', remedy: { kind: 'leave_out' }, difference: '0.00' });
  if (cause?.remedy?.kind !== 'leave_out') throw new Error('The row is not named');
  const after = await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: cause.remedy.row_id } });
  expect(certaintyOf(after)).toEqual(['sure', [], ['lists', '472.00', '472.00', '0.00']]);
});

test('of several lists, the one whose row causes the difference is named', async () => {
  const yard: Value[][] = [
    ['1', 'Fence', 'm', 5, 20, 100],
    ['2', 'Gate', 'pcs', 1, 350, 350],
    ['3', 'Lamp', 'pcs', 1, 45, 45],
  ];
  const { found } = await uploaded(sheet('Works', [...WORKS, total(472)]), sheet('Yard', [...yard, total(450)]));
  expect(certaintyOf(found)).toEqual(['unsure', ['doubt_total_differs'], ['lists', '922.00', '967.00', '45.00']]);
  expect(found.comparison?.causes.map(({ code, list_id }) => [code, list_id])).toEqual([['cause_row_in', found.new_lists[1]?.id]]);
});

test('a total with percent lines may differ by the rounding of percents', async () => {
  const withTax = (amount: number) =>
    uploaded(sheet('Works', [...WORKS, ['', 'VAT 21 %', '', '', '', 99.12], ['', 'Total with VAT', '', '', '', amount]]));
  expect(codes((await withTax(571.2)).found.doubts)).not.toContain('doubt_total_differs');
  expect(codes((await withTax(573)).found.doubts)).toContain('doubt_total_differs');
});

const below = (label: string, amount: number): Value[] => ['', label, '', '', '', amount];
const withFoot = (...foot: readonly Value[][]) => uploaded(sheet('Works', [...WORKS, total(472), ...foot]));

test('a grand total that is missed below a total that is met raises a doubt, which names the row left out between them', async () => {
  const { id, found } = await withFoot(below('Delivery', 35.5), below('VAT 20%', 101.5), below('Grand total', 609));
  expect(certaintyOf(found)).toEqual([
    'unsure',
    ['doubt_total_differs', 'doubt_rows_left_out'],
    ['with_lines', '609.00', '566.40', '-42.60'],
  ]);
  expect(found.doubts.map(({ amount }) => amount)).toEqual(['-42.60', '35.50']);
  const [cause] = found.comparison?.causes ?? [];
  expect(cause).toMatchObject({ code: 'cause_row_out', amount: '35.50', remedy: { kind: 'take_in', row_index: 6 } });
  const params = { id, listId: found.new_lists[0]?.id ?? 0 };
  const after = await ann.call('POST /import/:id/lists/:listId/take-in', { params, body: { row_index: 6 } });
  expect(certaintyOf(after)).toEqual(['sure', [], ['with_lines', '609.00', '609.00', '0.00']]);
});

test('taxes on parts of the estimate raise a doubt where the grand total contains less', async () => {
  const { found } = await withFoot(below('PVN 21% no 372', 78.12), below('PVN 12% no 100', 12), below('Pavisam', 562.12));
  expect(certaintyOf(found)).toEqual(['unsure', ['doubt_total_differs'], ['with_lines', '562.12', '627.76', '65.64']]);
});

test('a discount written as a positive amount is subtracted where the totals below subtract it', async () => {
  const { found } = await withFoot(
    below('Discount 5%', 23.6),
    below('Total', 448.4),
    below('VAT 20%', 89.68),
    below('Grand total', 538.08),
  );
  expect(certaintyOf(found)).toEqual(['sure', [], ['lists', '472.00', '472.00', '0.00']]);
  expect(found.lines.map(({ name, percent_total, stated }) => [name, percent_total, stated])).toEqual([
    ['Discount', '-5', '-23.60'],
    ['VAT', '20', '89.68'],
  ]);
});

test.each<readonly [string, readonly Value[][]]>([
  [
    'what is still to be paid',
    [below('VAT 20%', 94.4), below('Total with VAT', 566.4), below('Advance', 100), below('Total to pay', 466.4)],
  ],
  ['a part of it', [below('VAT 20%', 94.4), below('Total of the house', 300), below('Grand total', 566.5)]],
  ['a rounded sum', [below('VAT 20%', 94.4), below('Rounding', 3.6), below('Grand total', 570)]],
  ['a figure that no total has', [below('VAT 20%', 94.4), below('Total with VAT', 566.4), below('Wages of it', 120)]],
  ['a figure right below the total', [below('Wages of it', 120)]],
])('a total that is met stays sure above %s', async (_, foot) => {
  expect(certaintyOf((await withFoot(...foot)).found)).toEqual(['sure', [], ['lists', '472.00', '472.00', '0.00']]);
});

test('a budget whose chapter total is met and whose grand total is missed raises a doubt', async () => {
  const records = [
    '~V|SOFT|FIEBDC-3/2012|Editor|\\Budget|ANSI||2||||',
    '~C|WHOLE##||Whole|1500.00|010124|0|',
    '~D|WHOLE##|01#\\1\\2\\|',
    '~C|01#||House|600.00|010124|0|',
    '~D|01#|DIG\\1\\10\\FILL\\1\\10\\|',
    '~C|DIG|m3|Dig|30.00|010124|0|',
    '~C|FILL|m3|Fill|30.00|010124|0|',
  ];
  const { found } = await uploadedFile(new File([records.map((record) => `${record}\r\n`).join('')], 'budget.bc3'));
  expect(certaintyOf(found)).toEqual(['unsure', ['doubt_total_differs'], ['with_lines', '1500.00', '1200.00', '-300.00']]);
});

test('many rows with differing amounts, and rows without amounts, raise doubts', async () => {
  const other = ['4', 'Kerb', 'm', 5, 20, 90];
  expect(certaintyOf((await uploaded(sheet('Works', [...WORKS, other]))).found).slice(0, 2)).toEqual(['unsure', ['doubt_amounts_differ']]);
  const bare = WORKS.map(([code, name, unit, quantity]) => [code, name, unit, quantity, null, null] as Value[]);
  expect(certaintyOf((await uploaded(sheet('Works', bare))).found).slice(0, 2)).toEqual(['unsure', ['doubt_no_prices']]);
});

test('words among the prices raise no doubt once they are corrected', async () => {
  const fence = ['4', 'Fence', 'm', 5, 'see page 3', null] satisfies Value[];
  const { id, found } = await uploaded(sheet('Works', [...WORKS, fence, ['5', 'Gate', 'pcs', 1, 'see page 4', null]]));
  expect(codes(found.doubts)).toEqual(['doubt_words_for_numbers']);
  const left: string[][] = [];
  const inError = found.errors.flatMap(({ rows }) =>
    rows.map(({ row_id, cells }) => ({ row_id, column_index: cells[0]?.column_index ?? 0 })),
  );
  for (const { row_id, column_index } of inError) {
    await ann.call('PUT /import/:id/rows/:rowId/', { params: { id, rowId: row_id }, body: { column_index, value: '20' } });
    left.push(codes((await ann.call('GET /import/:id/lists/', { params: { id } })).doubts));
  }
  expect(left).toEqual([['doubt_words_for_numbers'], []]);
});

test('a subtotal that its rows do not add up to raises a doubt', async () => {
  const section = (name: string): Value[] => ['', name, '', '', '', null];
  const subtotal = (name: string, amount: number): Value[] => ['', `Total ${name}`, '', '', '', amount];
  const [trench = [], pipe = [], backfill = []] = WORKS;
  const withSubtotal = (amount: number) =>
    uploaded(
      sheet('Works', [section('Earth'), trench, backfill, subtotal('Earth', amount), section('Pipes'), pipe, subtotal('Pipes', 330)]),
    );
  expect(codes((await withSubtotal(142)).found.doubts)).toEqual([]);
  expect(codes((await withSubtotal(152)).found.doubts)).toEqual(['doubt_subtotals_differ']);
});

test('a tax rate that no country has raises a doubt and is not ticked', async () => {
  const { found } = await uploaded(sheet('Works', [...WORKS, total(472), ['', 'VAT 447 %', '', '', '', 2109.84]]));
  expect(found.lines.map(({ name, included }) => [name, included])).toEqual([['VAT', false]]);
  expect(codes(found.doubts)).toContain('doubt_odd_percent');
});

test('a list that repeats another is offered with the reason; ticking and unticking it changes the comparison', async () => {
  const { id, found } = await uploaded(sheet('Works', [...WORKS, total(472)]), sheet('Offer', WORKS));
  expect(found.new_lists.map(({ title, included, why }) => [title, included, why?.code ?? null])).toEqual([
    ['Works', true, null],
    ['Offer', false, 'apart_twin'],
  ]);
  expect(certaintyOf(found)).toEqual(['sure', [], ['lists', '472.00', '472.00', '0.00']]);
  const params = { id, listId: found.new_lists[1]?.id ?? 0 };
  const both = await ann.call('PUT /import/:id/lists/:listId/', { params, body: { included: true } });
  expect(both.comparison).toMatchObject({ of: null, ours: '944.00', difference: null });
  expect(certaintyOf(await ann.call('PUT /import/:id/lists/:listId/', { params, body: { included: false } }))).toEqual(certaintyOf(found));
});

test("a summary states the file's total, and a list missing from it is named", async () => {
  const yard = sheet('Yard', [
    ['1', 'Fence', 'm', 5, 20, 100],
    ['2', 'Gate', 'pcs', 1, 350, 350],
  ]);
  const summary: SheetOfRows = {
    name: 'Summary',
    rows: [
      ['Code', 'Description', 'Unit', 'Quantity', 'Amount'],
      ['1', 'Works', 'set', 1, 472],
      ['2', 'Yard', 'set', 1, 450],
    ],
  };
  const { id, found } = await uploaded(summary, sheet('Works', WORKS), yard);
  expect(found.new_lists.map(({ included }) => included)).toEqual([false, true, true]);
  expect(certaintyOf(found)).toEqual(['sure', [], ['file', '922.00', '922.00', '0.00']]);
  const listId = found.new_lists[2]?.id ?? 0;
  const without = await ann.call('PUT /import/:id/lists/:listId/', { params: { id, listId }, body: { included: false } });
  expect(certaintyOf(without)).toEqual(['unsure', ['doubt_file_total'], ['file', '922.00', '472.00', '-450.00']]);
  expect(without.comparison?.causes[0]).toMatchObject({
    code: 'cause_list_out',
    amount: '450.00',
    difference: '0.00',
    remedy: { kind: 'list', list_id: listId, included: true },
  });
});

test('the same works with other quantities are an open question, with a button that answers it', async () => {
  const works = (more: number) =>
    ['Dig', 'Lay', 'Pour', 'Wall', 'Roof'].map((name, at): Value[] => [`${at + 1}`, name, 'm', at + 2 + more, 10, (at + 2 + more) * 10]);
  const { id, found } = await uploaded(sheet('First', works(0)), sheet('Second', works(1)));
  const [, second] = found.new_lists;
  expect([found.certainty, second?.included, second?.why?.code]).toEqual(['unsure', false, 'apart_again']);
  expect(found.doubts).toMatchObject([{ code: 'doubt_lists_alike', amount: '250.00', remedy: { kind: 'list', included: true } }]);
  const { project_version_id } = await ann.call('POST /import/:id/finish/', { params: { id } });
  expect((await ann.call('GET /versions/:id/summary/', { params: { id: project_version_id } })).total.total).toBe('200.00');
});

test('a sheet without a list is named', async () => {
  const { found } = await uploaded(sheet('Works', [...WORKS, total(472)]), { name: 'Notes', rows: [['Call the client', 7]] });
  expect(found.sheets_left_out).toMatchObject([{ sheet: 'Notes', rows: 0, why: { code: 'sheet_no_table' } }]);
});

test('a sheet of figures that was left out raises a doubt where the total differs by more than rounding of that many rows explains', async () => {
  const six = [...WORKS, ...WORKS.map(([, name, ...rest]): Value[] => ['', `${name}, north`, ...rest])];
  const figures = { name: 'Figures', rows: [1, 2, 3, 4].map((at): Value[] => ['Measured', at * 1.5, at * 2.5]) };
  const doubtsOf = async (amount: number) => codes((await uploaded(sheet('Works', [...six, total(amount)]), figures)).found.doubts);
  expect([await doubtsOf(944.04), await doubtsOf(944.05)]).toEqual([[], ['doubt_sheet_left_out', 'doubt_total_differs']]);
});

test('a row that was left out raises a doubt until it is included, and is included once', async () => {
  const { id, found } = await uploaded(sheet('Works', [...WORKS.slice(0, 1), [], ...WORKS.slice(1)]));
  const listId = found.new_lists[0]?.id ?? 0;
  const left = [{ kind: 'row', row_index: 3, text: 'Scaffold', amount: '25.00', why: { detail: 'Its row has no unit', code: '' } }];
  await server.database.query
    .updateTable('import_lists')
    .set({ not_taken: JSON.stringify(left) })
    .where('id', '=', listId)
    .execute();
  const before = await ann.call('GET /import/:id/lists/', { params: { id } });
  expect(before.doubts).toMatchObject([{ code: 'doubt_rows_left_out', amount: '25.00' }]);
  const after = await ann.call('POST /import/:id/lists/:listId/take-in', { params: { id, listId }, body: { row_index: 3 } });
  expect([after.certainty, after.new_lists[0]?.total, after.new_lists[0]?.row_count]).toEqual(['sure', '497.00', 4]);
  const { rows, left_out } = await ann.call('GET /import/:id/lists/:listId/', { params: { id, listId }, query: {} });
  expect(rows.map(({ cells, amount }) => [cells.name, amount])).toEqual([
    ['Trench', '102.00'],
    ['Scaffold', '25.00'],
    ['Pipe', '330.00'],
    ['Backfill', '40.00'],
  ]);
  expect(left_out).toMatchObject([{ kind: 'row', row_index: 3, taken_in: true }]);
  const again = ann.call('POST /import/:id/lists/:listId/take-in', { params: { id, listId }, body: { row_index: 3 } });
  expect((await refusal(again)).status).toBe(404);
});

test('a row that was included and then removed is left out again and raises the doubt again', async () => {
  const nameless = ['', '', '', '', '', 25];
  const { id, found } = await uploaded(sheet('Works', [...WORKS.slice(0, 1), nameless, ...WORKS.slice(1)]));
  const listId = found.new_lists[0]?.id ?? 0;
  const params = { id, listId };
  const take = () => ann.call('POST /import/:id/lists/:listId/take-in', { params, body: { row_index: 3 } });
  const listNow = () => ann.call('GET /import/:id/lists/:listId/', { params, query: {} });
  const taken = async () => (await listNow()).rows.find(({ sheet_row_index }) => sheet_row_index === 3);
  const shown = async (lists: ImportLists) => [
    lists.certainty,
    lists.doubts.map(({ code, amount }) => [code, amount]),
    lists.new_lists[0]?.total,
    (await listNow()).left_out,
  ];
  const leftOut = ['unsure', [['doubt_rows_left_out', '25.00']], '472.00', [expect.objectContaining({ row_index: 3, taken_in: false })]];
  const takenIn = ['sure', [], '497.00', [expect.objectContaining({ row_index: 3, taken_in: true })]];
  expect(await shown(found)).toEqual(leftOut);
  expect(await shown(await take())).toEqual(takenIn);
  const remove = async () => ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: (await taken())?.id ?? 0 } });
  expect(await shown(await remove())).toEqual(leftOut);
  expect(await shown(await take())).toEqual(takenIn);

  // Its cell is made invalid, and it is deleted with the rows in error.
  const value = { column_index: 3, value: 'many' };
  await ann.call('PUT /import/:id/rows/:rowId/', { params: { id, rowId: (await taken())?.id ?? 0 }, body: value });
  expect(await shown(await ann.call('DELETE /import/:id/errors/', { params: { id }, query: {} }))).toEqual(leftOut);

  // Taken in last, it is there when the list is read again; removed last, it is not.
  const again = async () => {
    for (const recognized_as of ['ignore', 'code'] as const)
      await ann.call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field: 0, recognized_as } });
    return ann.call('GET /import/:id/lists/', { params: { id } });
  };
  await take();
  expect(await shown(await again())).toEqual(takenIn);
  await remove();
  expect(await shown(await again())).toEqual(leftOut);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CellObject, read, utils, type WorkSheet, write } from 'xlsx';
import type { Api } from '../../domain/api/call.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';
import { workbookOf } from './exportedFiles.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
let ann: Person;
let projectId: number;
let versionId: number;
let listId: number;
let ids: readonly number[];
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  versionId = (await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} })).id;
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } })).list.id;
  const named = [{ name: 'a', quantity: '1', unit_labour: '2' }, { name: 'b' }];
  ({ ids } = await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: named } }));
});

async function rows(list = listId): Promise<Row[]> {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: list }, query: { limit: 500 } });
  return 'rows' in answer ? answer.rows : [];
}
const entries = async (list = listId) => (await rows(list)).map(({ name, quantity, formulas }) => [name, quantity, formulas]);
const put = (body: Readonly<Record<string, string>>, at = 0) =>
  ann.call('PUT /rows/:id/', { params: { id: ids[at] ?? 0 }, body: body as never });
const step = (way: 'backward' | 'forward') => ann.call(`POST /projects/:id/history/${way}/`, { params: { id: projectId }, body: {} });

test('a number given as a formula is computed by the server and kept with the formula, until a plain number replaces both', async () => {
  const { row, list } = await put({ quantity: '=12*3,5' });
  expect([row.quantity, row.formulas, row.labour, list.labour]).toEqual(['42', { quantity: '12*3.5' }, '84.00', '84.00']);
  expect((await put({ unit_labour: '= 1 ÷ 3' })).row).toMatchObject({
    unit_labour: '0.333333',
    formulas: { quantity: '12*3.5', unit_labour: '1/3' },
  });
  expect((await put({ name: 'wall' })).row.formulas).toEqual({ quantity: '12*3.5', unit_labour: '1/3' });
  expect((await put({ quantity: '42' })).row).toMatchObject({ quantity: '42', formulas: { unit_labour: '1/3' } });
  expect((await put({ unit_labour: '=0.5' })).row).toMatchObject({ unit_labour: '0.5', formulas: null });
});

test('the same formula again is not an edit; undo and redo restore formulas too', async () => {
  await put({ quantity: '=12*3.5' });
  expect((await put({ quantity: '= 12 × 3,5' })).event_id).toBeNull();
  await put({ quantity: '42' });
  await step('backward');
  expect((await entries())[0]).toEqual(['a', '42', { quantity: '12*3.5' }]);
  await step('backward');
  expect((await entries())[0]).toEqual(['a', '1', null]);
  await step('forward');
  expect((await entries())[0]).toEqual(['a', '42', { quantity: '12*3.5' }]);
});

test.each([
  ['=1/0', 'The formula divides by zero'],
  ['=(1+2', 'A bracket of the formula has no matching one'],
  ['=12*', 'The formula is not finished'],
  ['=A1', 'A formula takes numbers, + − × ÷, brackets and %'],
  ['=100000*100000', 'The number must be smaller than 1000000000'],
])('%s is refused at its field, and the row stays unchanged', async (quantity, sentence) => {
  const before = await rows();
  expect(await refusal(put({ quantity }))).toEqual({ status: 400, body: { quantity: [sentence] } });
  expect(await rows()).toEqual(before);
});

test('rows are created, pasted, duplicated and copied into a version with their formulas', async () => {
  const { rows: made } = await ann.call('POST /lists/:id/rows/', {
    params: { id: listId },
    body: { rows: [{ name: 'c', quantity: '=2+2' }, { name: 'd' }] },
  });
  expect(made.map(({ quantity, formulas }) => [quantity, formulas])).toEqual([
    ['4', { quantity: '2+2' }],
    ['0', null],
  ]);
  await ann.call('POST /lists/:id/paste/', {
    params: { id: listId },
    body: { row_id: ids[1] ?? 0, field: 'quantity', cells: [['=3*3'], ['5'], ['6'], ['=7*7']] },
  });
  const entered = [
    ['a', '1', null],
    ['b', '9', { quantity: '3*3' }],
    ['c', '5', null],
    ['d', '6', null],
    ['', '49', { quantity: '7*7' }],
  ];
  expect(await entries()).toEqual(entered);
  await ann.call('POST /versions/:id/rows/duplicate/', { params: { id: versionId }, body: { ids: [ids[1] ?? 0] } });
  expect((await entries())[2]).toEqual(['b', '9', { quantity: '3*3' }]);
  await step('backward');
  const copy = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: { from_version_id: versionId } });
  const [list] = await ann.call('GET /versions/:id/lists/', { params: { id: copy.id } });
  expect(await entries(list?.id)).toEqual(entered);
});

test('a block is read with the decimal marks of its columns, and an ambiguous column with the mark sent with it', async () => {
  const paste = (cells: string[][], decimal?: '.' | ',') =>
    ann.call('POST /lists/:id/paste/', { params: { id: listId }, body: { row_id: ids[0] ?? 0, field: 'quantity', cells, decimal } });
  await paste([
    ['1.240,50', '1 240,50'],
    ['2,5', '1,240.50'],
  ]);
  expect((await rows()).map(({ quantity, unit_labour }) => [quantity, unit_labour])).toEqual([
    ['1240.5', '1240.5'],
    ['2.5', '1240.5'],
  ]);
  const { body } = await refusal(paste([['1,240']]));
  expect(body).toMatchObject({ code: 'paste_refused', cells: [{ value: '1,240', code: 'cell_ambiguous' }] });
  await paste([['1,240']], ',');
  expect((await rows())[0]?.quantity).toBe('1.24');
  await paste([['1,240']], '.');
  expect((await rows())[0]?.quantity).toBe('1240');
});

test('a quantity done in an act may be given as a formula too; the act keeps its value', async () => {
  await put({ quantity: '100' });
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const answer = await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: act.id, listId }, query: {} });
  const row = 'rows' in answer ? answer.rows[0] : undefined;
  const done = await ann.call('PUT /act_rows/:id/', { params: { id: row?.id ?? 0 }, body: { quantity: '=12*3,5' } });
  expect([done.row.quantity, done.row.percent]).toEqual(['42', '42.00']);
});

async function exported(version: number): Promise<File> {
  const api: Api = (route, asked) => ann.call(route, asked);
  const { name, sheets } = await workbookOf(api, version);
  return new File([await writeWorkbook(sheets)], name);
}
/** The version made of a workbook in a project of its own. */
async function imported(file: File): Promise<number> {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Again' } });
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
  await untilRead(ann, id);
  return (await ann.call('POST /import/:id/finish/', { params: { id } })).project_version_id;
}
const firstList = async (version: number) => (await ann.call('GET /versions/:id/lists/', { params: { id: version } }))[0]?.id ?? 0;

test('an estimate is exported with live formulas, which give the same figures in a spreadsheet, and imported back with them', async () => {
  await put({ quantity: '=12*3.5' });
  await put({ unit_labour: '=(1+2)/3%' });
  await put({ quantity: '=1/3' }, 1);
  const file = await exported(versionId);
  const sheet = read(await file.arrayBuffer()).Sheets['Walls'] as WorkSheet;
  const formulas = Object.values(sheet).flatMap((cell: CellObject) => (cell?.f === undefined ? [] : [[cell.f, cell.v]]));
  // The others are the list's sums.
  expect(formulas.filter(([formula]) => String(formula).startsWith('ROUND'))).toEqual([
    ['ROUND(12*3.5,6)', 42],
    ['ROUND((1+2)/3%,6)', 100],
    ['ROUND(1/3,6)', 0.333333],
  ]);
  const again = await imported(file);
  expect(await entries(await firstList(again))).toEqual(await entries());
});

test('arithmetic of constants is imported from any workbook; formulas with cells, and those that give another number, are imported as numbers', async () => {
  const cells = [
    ['Name', 'Unit', 'Quantity', 'Unit price', 'Amount'],
    ['Sand', 'm3', { t: 'n', f: '12*3.5', v: 42 }, { t: 'n', f: 'ROUND(1/3,2)', v: 0.33 }, { t: 'n', f: 'C2*D2', v: 13.86 }],
    ['Kerb', 'm', { t: 'n', f: 'C2/2', v: 21 }, 2, { t: 'n', f: 'C3*D3', v: 42 }],
    ['Pipe', 'm', { t: 'n', f: '2*3', v: 7 }, 1, 7],
  ];
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(cells), 'Works');
  const file = new File([write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array<ArrayBuffer>], 'works.xlsx');
  expect(await entries(await firstList(await imported(file)))).toEqual([
    ['Sand', '42', { quantity: '12*3.5' }],
    ['Kerb', '21', null],
    ['Pipe', '7', null],
  ]);
});

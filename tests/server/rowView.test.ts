import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RowFilter, type RowView, VIEW_FIELDS, viewText } from '../../domain/rowView.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let listId: number;
let rowIds: readonly number[];
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } })).list.id;
  const rows = [
    { kind: 'section' as const, name: 'Ground' },
    { code: '1.10', name: 'gravel', unit: 'm³', quantity: '2', unit_labour: '3' },
    { code: '1.9', name: 'Gravel (fine)', unit: 'm³', quantity: '10', unit_materials: '1.5' },
    { code: '1.2', name: 'Ārsiena 100 %', unit: 'm²', quantity: '-1', unit_tools: '4' },
    { code: '', name: 'ārsienas apdare', unit: '', quantity: '0', unit_labour: '7' },
  ];
  rowIds = (await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows } })).ids;
});
afterAll(() => server.close());

const asked = (view: Partial<RowView>, more: object = {}) =>
  ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { view: viewText({ filters: [], flipped: [], ...view }), ...more } });
async function names(view: Partial<RowView>): Promise<readonly string[]> {
  const answer = await asked(view);
  return 'rows' in answer ? answer.rows.map(({ name }) => name) : [];
}
const only = (filter: RowFilter) => names({ filters: [filter] });

test('rows are sorted by any column, both ways: texts without regard to case, codes by their numbers', async () => {
  expect(await names({ sort: { field: 'code', falling: false } })).toEqual(['ārsienas apdare', 'Ārsiena 100 %', 'Gravel (fine)', 'gravel']);
  expect(await names({ sort: { field: 'total', falling: true } })).toEqual(['Gravel (fine)', 'gravel', 'ārsienas apdare', 'Ārsiena 100 %']);
  for (const field of VIEW_FIELDS) for (const falling of [true, false]) expect(await names({ sort: { field, falling } })).toHaveLength(4);
});

test('numbers in codes are compared as numbers wherever they stand, and by their last 20 digits', async () => {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Codes' } });
  const { id } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id }, body: { title: 'Codes' } });
  const inOrder = '|(3)|1|1-2|1-10|1.2.10|1.10|2|007|7a|7B|9|10|a|A1|a2x3|A2x10|a10|b|Ž1'.split('|');
  const long = ['1200000000000000000001', '9900000000000000000002'];
  const rows = [...inOrder, ...long].reverse().map((code) => ({ code, name: code }));
  await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const view = viewText({ filters: [], flipped: [], sort: { field: 'code', falling: false } });
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: list.id }, query: { view } });
  const codes = 'rows' in answer ? answer.rows.map(({ code }) => code) : [];
  expect(codes.filter((code) => !long.includes(code))).toEqual(inOrder);
  expect(codes.filter((code) => long.includes(code))).toEqual(long);
});

test('rows are filtered by contained text, by a range of numbers, by empty cells and by comments', async () => {
  expect(await only({ is: 'containing', field: 'name', text: 'ĀRSIENA' })).toEqual(['Ārsiena 100 %', 'ārsienas apdare']);
  expect(await only({ is: 'containing', field: 'name', text: '100 %' })).toEqual(['Ārsiena 100 %']);
  expect(await only({ is: 'containing', field: 'name', text: "(fine)'; drop table estimate_rows; --" })).toEqual([]);
  expect(await only({ is: 'between', field: 'total', from: '6', to: '15' })).toEqual(['gravel', 'Gravel (fine)']);
  expect(await only({ is: 'between', field: 'quantity', to: '-0.5' })).toEqual(['Ārsiena 100 %']);
  expect(await only({ is: 'between', field: 'quantity', from: '2' })).toEqual(['gravel', 'Gravel (fine)']);
  expect(await only({ is: 'empty', field: 'unit' })).toEqual(['ārsienas apdare']);
  expect(await only({ is: 'empty', field: 'total' })).toEqual(['ārsienas apdare']);
  expect(await only({ is: 'commented' })).toEqual([]);
  await ann.call('POST /rows/:id/comments/', { params: { id: rowIds[2] ?? 0 }, body: { text: 'Why so fine?' } });
  expect(await only({ is: 'commented' })).toEqual(['Gravel (fine)']);
});

test('the rows shown are counted and summed beside the list, in every window', async () => {
  const view = {
    sort: { field: 'total' as const, falling: true },
    filters: [{ is: 'containing' as const, field: 'name' as const, text: 'gravel' }],
  };
  expect(await asked(view, { offset: 1, limit: 1 })).toMatchObject({
    rows: [{ name: 'gravel', level: 1, section_id: rowIds[0] }],
    total: 2,
    stored: 5,
    shown: { labour: '6.00', materials: '15.00', tools: '0.00', total: '21.00' },
  });
  expect(await asked({})).toMatchObject({ total: 5, stored: 5 });
  expect(await asked({})).not.toHaveProperty('shown');
});

test('a search in a sorted list gives the places where its hits are shown', async () => {
  const view = viewText({ sort: { field: 'total', falling: true }, filters: [], flipped: [] });
  const found = await ann.call('GET /lists/:id/find/', { params: { id: listId }, query: { text: 'gravel', view } });
  expect([found.places, found.total]).toEqual([[0, 1], 2]);
});

test('a block sets the rows it names, not those stored between them', async () => {
  const [, first = 0, second = 0, third = 0] = rowIds;
  const paste = (row_ids: readonly number[], cells: string[][]) =>
    ann.call('POST /lists/:id/paste/', {
      params: { id: listId },
      body: { row_id: row_ids[0] ?? 0, row_ids: [...row_ids], field: 'unit', cells },
    });
  const { ids } = await paste([third, first], [['a'], ['b']]);
  expect(ids).toEqual([third, first]);
  const units = async () => {
    const answer = await asked({});
    return 'rows' in answer ? answer.rows.map(({ unit }) => unit) : [];
  };
  expect(await units()).toEqual(['', 'b', 'm³', 'a', '']);
  expect(await refusal(paste([second, 999_999], [['x'], ['y']]))).toMatchObject({ status: 404 });
  expect(await refusal(paste([second, second], [['x'], ['y']]))).toMatchObject({ status: 404 });
  expect(await units()).toEqual(['', 'b', 'm³', 'a', '']);
});

test('a malformed view is refused, whatever it contains', async () => {
  const wrong = [
    '{',
    '[]',
    '{"sort":{"field":"order; drop table estimate_rows","falling":true}}',
    '{"filters":[{"is":"between","field":"total","from":"1e9"}]}',
    '{"filters":[{"is":"containing","field":"total","text":"1"}]}',
    '{"foldedFrom":9}',
    '{"flipped":["1"]}',
    `{"flipped":[${'1,'.repeat(500)}1]}`,
    '{"more":1}',
  ];
  for (const view of wrong)
    expect(await refusal(ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { view } }))).toMatchObject({
      status: 400,
      body: { view: ['The rows cannot be shown this way'] },
    });
});

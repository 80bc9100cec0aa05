/** Every filled field of a row survives each operation on rows; a forgotten column is named here. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '../../domain/api/shapes.ts';
import { FILLED_FIELDS, type FilledRow, isRowNumber } from '../../domain/rowFields.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let project: number;
let version: number;
let list: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

/** Another value for each field. */
const filled = (from: number, text: string) =>
  Object.fromEntries(FILLED_FIELDS.map((field, at) => [field, isRowNumber(field) ? `${from + at}.5` : `${text} ${field}`])) as FilledRow;
const FIRST = filled(1, 'first');
const SECOND = filled(30, 'second');
const contentOf = (row: Row | undefined) => Object.fromEntries(FILLED_FIELDS.map((field) => [field, row?.[field]]));

const rowsOf = async (listId: number) => {
  const window = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: {} });
  return 'rows' in window ? window.rows.map(contentOf) : [];
};
const add = async (row: FilledRow) =>
  (await ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { rows: [row, { name: 'Another' }] } })).ids[0] ?? 0;
const read = async (id: number) => contentOf((await ann.call('GET /rows/:id/', { params: { id } })).row);
const step = (way: 'backward' | 'forward') => ann.call(`POST /projects/:id/history/${way}/`, { params: { id: project }, body: {} });
const inVersion = () => ({ params: { id: version } });

beforeEach(async () => {
  project = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  version = (await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  list = (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
});

test('a new row reads the same by itself, among others, and in windows by rows and by columns', async () => {
  const { ids, rows: answered } = await ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { rows: [FIRST, SECOND] } });
  expect(answered.map(contentOf), 'in the answer').toEqual([FIRST, SECOND]);
  expect(await read(ids[0] ?? 0), 'by itself').toEqual(FIRST);
  expect(await rowsOf(list), 'by rows').toEqual([FIRST, SECOND]);
  const window = await ann.call('GET /lists/:id/rows/', { params: { id: list }, query: { shape: 'columns' } });
  const columns = 'columns' in window ? window.columns : null;
  expect(Object.fromEntries(FILLED_FIELDS.map((field) => [field, columns?.[field]])), 'by columns').toEqual(
    Object.fromEntries(FILLED_FIELDS.map((field) => [field, [FIRST[field], SECOND[field]]])),
  );
});

test.each(FILLED_FIELDS)('%s is set alone, undone and redone', async (field) => {
  const id = await add(FIRST);
  await ann.call('PUT /rows/:id/', { params: { id }, body: { [field]: SECOND[field] } as { name: string } });
  expect(await read(id)).toEqual({ ...FIRST, [field]: SECOND[field] });
  await step('backward');
  expect(await read(id)).toEqual(FIRST);
  await step('forward');
  expect(await read(id)).toEqual({ ...FIRST, [field]: SECOND[field] });
});

test('a row is pasted over another and after the last', async () => {
  const id = await add(FIRST);
  const cells = [FILLED_FIELDS.map((field) => SECOND[field])];
  const paste = (row_id: number | null) =>
    ann.call('POST /lists/:id/paste/', { params: { id: list }, body: { row_id, field: 'code', cells, decimal: '.' } });
  await paste(id);
  expect(await read(id), 'over another').toEqual(SECOND);
  const { ids } = await paste(null);
  expect(await read(ids[0] ?? 0), 'behind the last').toEqual(SECOND);
});

test('a duplicated row, a row restored after its deletion and a row of a copied version are as they were', async () => {
  const id = await add(FIRST);
  const { ids } = await ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion(), body: { ids: [id] } });
  expect(await read(ids[0] ?? 0), 'duplicated').toEqual(FIRST);
  const { event_id } = await ann.call('POST /versions/:id/rows/delete/', { ...inVersion(), body: { ids: [id] } });
  await ann.call('POST /versions/:id/restore/', { ...inVersion(), body: { event_id: event_id ?? 0, ids: [id] } });
  expect(await read(id), 'restored').toEqual(FIRST);
  const copy = await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: { from_version_id: version } });
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: copy.id } });
  const [copied] = await rowsOf(costs[0]?.id ?? 0);
  expect(copied, 'copied').toEqual(FIRST);
});

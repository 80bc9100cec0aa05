import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { HistoryPage } from '../../domain/api/historyRoutes.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());

async function job() {
  const { projectId, versionId } = await importWorkbook(ann, FIXTURE);
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const listId = costs[0]?.id ?? 0;
  const { ids } = await ann.call('POST /lists/:id/rows/', {
    params: { id: listId },
    body: { rows: [{ name: 'Gravel bed', quantity: '2', unit: 'm3' }, { name: '<b>Kerb</b>' }] },
  });
  return { projectId, versionId, listId, row: ids[0] ?? 0, other: ids[1] ?? 0 };
}
type Asked = {
  of?: 'project' | 'version' | 'list' | 'row' | 'act' | 'act_row';
  of_id?: number;
  field?: 'quantity';
  before?: number;
  limit?: number;
};
const past = (id: number, query: Asked, by = ann) => by.call('GET /projects/:id/history/', { params: { id }, query });
const shown = ({ events }: HistoryPage) =>
  events.map(({ type, author_name, changes, records }) => [
    type,
    author_name === bob.email ? 'bob' : 'ann',
    records,
    ...changes.map(({ what, name, fields }) => [
      what,
      name,
      ...fields.map(
        ({ field, from, to }) =>
          `${field} ${from?.formula ? `=${from.formula}` : (from?.text ?? '-')} → ${to?.formula ? `=${to.formula}` : (to?.text ?? '-')}`,
      ),
    ]),
  ]);

test('the history of a row says who changed which field from what to what, formulas too; that of a list says the same of its rows', async () => {
  const { projectId, listId, versionId, row } = await job();
  const edit = (by: Person, body: { quantity: string } | { name: string }) => by.call('PUT /rows/:id/', { params: { id: row }, body });
  await edit(ann, { quantity: '3.5' });
  await edit(bob, { quantity: '=2*4' });
  await edit(bob, { name: 'Gravel' });
  const own = [
    ['update', 'bob', 1, ['changed', 'Gravel', 'name Gravel bed → Gravel']],
    ['update', 'bob', 1, ['changed', 'Gravel', 'quantity 3.5 → =2*4']],
    ['update', 'ann', 1, ['changed', 'Gravel', 'quantity 2 → 3.5']],
    ['create', 'ann', 1, ['made', 'Gravel', 'name - → Gravel bed', 'unit - → m3', 'quantity - → 2']],
  ];
  expect(shown(await past(projectId, { of: 'row', of_id: row }))).toEqual(own);
  expect(shown(await past(projectId, { of: 'row', of_id: row, field: 'quantity' }))).toHaveLength(3);
  const list = shown(await past(projectId, { of: 'list', of_id: listId }));
  expect(list.slice(0, 3)).toEqual(own.slice(0, 3));
  expect(list[3]).toEqual(['create', 'ann', 2, own[3]?.[3], ['made', '<b>Kerb</b>', 'name - → <b>Kerb</b>']]);
  expect(shown(await past(projectId, { of: 'version', of_id: versionId })).map(([type]) => type)).toEqual([
    'update',
    'update',
    'update',
    'create',
    'import',
  ]);
  const { events } = await past(projectId, {});
  expect(events[0]?.changes[0]?.now).toMatchObject({
    list_id: listId,
    version_id: versionId,
    frozen: false,
    values: { name: { text: 'Gravel' } },
  });
});

test('each page continues the previous one, and a block of many rows is one line with their number', async () => {
  const { projectId, listId, row, other } = await job();
  const cells = Array.from({ length: 40 }, (_, at) => [String(at + 1)]);
  await bob.call('POST /lists/:id/paste/', { params: { id: listId }, body: { row_id: row, field: 'quantity', cells } });
  const first = await past(projectId, { of: 'list', of_id: listId, limit: 1 });
  expect(first.events).toMatchObject([{ type: 'paste', records: 40 }]);
  expect(first.events[0]?.changes).toHaveLength(4);
  const second = await past(projectId, { of: 'list', of_id: listId, limit: 1, before: first.older ?? 0 });
  expect([second.events[0]?.type, second.older]).toEqual(['create', null]);
  expect(shown(await past(projectId, { of: 'row', of_id: other }))[0]).toEqual([
    'paste',
    'bob',
    1,
    ['changed', '<b>Kerb</b>', 'quantity 0 → 2'],
  ]);
});

test('moves, deletions and undone changes are listed; making room for a row is not', async () => {
  const { projectId, versionId, listId, row, other } = await job();
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roof' } });
  await ann.call('POST /rows/:id/move/', { params: { id: row }, body: { list_id: list.id } });
  await ann.call('DELETE /rows/:id/', { params: { id: row } });
  await ann.call('PUT /rows/:id/', { params: { id: other }, body: { name: 'Edge' } });
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  const { events } = await past(projectId, { of: 'row', of_id: row });
  expect(
    events.map(({ type, changes }) => [
      type,
      changes[0]?.what,
      changes[0]?.fields.find(({ field }) => field === 'list_id')?.to?.name ?? null,
      changes[0]?.now,
    ]),
  ).toEqual([
    ['delete', 'removed', null, null],
    ['move', 'moved', 'Roof', null],
    ['create', 'made', null, null],
  ]);
  expect((await past(projectId, { of: 'row', of_id: other })).events.map(({ type, processed }) => [type, processed])).toEqual([
    ['update', false],
    ['create', true],
  ]);
  expect(shown(await past(projectId, { of: 'list', of_id: list.id })).map(([type]) => type)).toEqual(['delete', 'move', 'create']);
  expect(shown(await past(projectId, { of: 'list', of_id: listId })).map(([type]) => type)).toEqual(['update', 'move', 'create']);
});

test('the history of an act and its rows says what was claimed', async () => {
  const { projectId, versionId, row } = await job();
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const id = actRowId(row, 1);
  await bob.call('PUT /act_rows/:id/', { params: { id }, body: { percent: '50' } });
  await ann.call('PUT /act_rows/:id/', { params: { id }, body: { quantity: '0' } });
  await ann.call('PUT /acts/:id/', { params: { id: act.id }, body: { status_id: 2 } });
  expect(shown(await past(projectId, { of: 'act_row', of_id: id }))).toEqual([
    ['update', 'ann', 1, ['changed', 'Gravel bed', 'quantity 1 → 0']],
    ['update', 'bob', 1, ['changed', 'Gravel bed', 'quantity 0 → 1']],
  ]);
  const { events } = await past(projectId, { of: 'act', of_id: act.id });
  expect(events.map(({ entity_type, type }) => `${type} ${entity_type}`)).toEqual([
    'update act',
    'update act_row',
    'update act_row',
    'create act',
  ]);
  expect(events[0]?.changes[0]?.fields).toMatchObject([{ field: 'status_id', from: { text: '1' }, to: { text: '2' } }]);
});

test("another team's project has no history, nor has a record of another project in this one", async () => {
  const [{ projectId }, elsewhere] = [await job(), await job()];
  const eve = await server.person();
  expect(await refusal(past(projectId, {}, eve))).toMatchObject({ status: 404 });
  const { events, older } = await past(projectId, { of: 'row', of_id: elsewhere.row });
  expect([events, older]).toEqual([[], null]);
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addUp, fromAmounts, toAmounts } from '../../domain/amounts.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let projectId: number;
let versionId: number;
let listId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  versionId = (await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} })).id;
  listId = await addList('Walls');
});

const addList = async (title: string) =>
  (await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title } })).list.id;
const lists = () => ann.call('GET /versions/:id/lists/', { params: { id: versionId } });
async function rows(id = listId): Promise<Row[]> {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id }, query: { limit: 500 } });
  return 'rows' in answer ? answer.rows : [];
}
const names = async (id = listId) => (await rows(id)).map(({ name }) => name).join(' ');
const add = (named: readonly string[], after?: number | null, id = listId) =>
  ann.call('POST /lists/:id/rows/', {
    params: { id },
    body: { ...(after !== undefined && { after_id: after }), rows: named.map((name) => ({ name, quantity: '2', unit_labour: '1.5' })) },
  });
const back = () => ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
const forth = () => ann.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });
const inVersion = () => ({ params: { id: versionId } });
const events = async () =>
  (await server.database.query.selectFrom('recent_events').selectAll().where('project_id', '=', projectId).orderBy('id').execute()).map(
    ({ type, entity_type, subject }) => `${type} ${entity_type} ${subject}`,
  );

test('rows are added singly or in numbers, after a row, first or last; each time in one event, undone and redone', async () => {
  const first = await ann.call('POST /lists/:id/rows/', {
    params: { id: listId },
    body: { code: ' 1.1 ', name: 'Gravel', unit: 'm³', quantity: '2.50', unit_materials: '10.125' },
  });
  expect(first.rows).toMatchObject([
    { id: first.ids[0], code: '1.1', unit: 'm³', quantity: '2.5', unit_total: '10.125', materials: '25.31', total: '25.31' },
  ]);
  expect([first.list.total, first.summary.subtotal.total]).toEqual(['25.31', '25.31']);
  const { ids } = await add(['b', 'c', 'd'], first.ids[0]);
  await add(['a'], null);
  await add(['z']);
  await add(['x', 'y'], ids[0]);
  expect(await names()).toBe('a Gravel b x y c d z');
  expect((await events()).slice(2)).toEqual([
    'create row Gravel',
    'create row b (+2)',
    'create row a',
    'create row z',
    'create row x (+1)',
  ]);
  await back();
  expect(await names()).toBe('a Gravel b c d z');
  await forth();
  expect(await names()).toBe('a Gravel b x y c d z');
  expect((await lists())[0]).toMatchObject({ row_count: 8, total: '46.31' });
});

test('a section heading has no numbers, and a wrong field is named with its row', async () => {
  const post = (body: object) => ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: body as never });
  expect((await post({ kind: 'section', name: 'Ground' })).rows).toMatchObject([{ kind: 'section', total: '0.00' }]);
  const heading = { 'rows.1.quantity': ['A section heading has no numbers'] };
  expect(await refusal(post({ rows: [{}, { kind: 'section', quantity: '1' }] }))).toEqual({ status: 400, body: heading });
  const long = { quantity: ['Enter a number with at most 6 decimals'], name: ['At most 32\u00a0767 characters'] };
  expect(await refusal(post({ quantity: '1.123456789', name: 'x'.repeat(32_768) }))).toEqual({ status: 400, body: long });
  expect(await refusal(add(['x'], 987_654))).toEqual({ status: 400, body: { after_id: ['This row is not in this list'] } });
  expect((await post({ name: 'x'.repeat(10_000) })).rows[0]?.name).toHaveLength(10_000);
  expect(await refusal(post({ rows: Array.from({ length: 10_001 }, () => ({})) }))).toMatchObject({ status: 400 });
  expect((await rows()).length).toBe(2);
});

test('many rows are deleted, moved between lists and duplicated, each time in one event that is undone as a whole', async () => {
  const { ids } = await add(['a', 'b', 'c', 'd', 'e']);
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
  const roof = await addList('Roof');
  await add(['r'], null, roof);
  const moved = await ann.call('POST /versions/:id/rows/move/', { ...inVersion(), body: { ids: [d, b], list_id: roof, after_id: null } });
  expect([moved.ids, moved.lists.map((list) => [list.title, list.total])]).toEqual([
    [b, d],
    [
      ['Walls', '9.00'],
      ['Roof', '9.00'],
    ],
  ]);
  expect([await names(), await names(roof)]).toEqual(['a c e', 'b d r']);
  const copied = await ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion(), body: { ids: [c, a, d] } });
  expect([await names(), await names(roof)]).toEqual(['a c a c e', 'b d d r']);
  expect(copied.rows.map(({ name, total }) => `${name} ${total}`)).toEqual(['a 3.00', 'c 3.00', 'd 3.00']);
  const gone = await ann.call('POST /versions/:id/rows/delete/', { ...inVersion(), body: { ids: [a, e, d] } });
  expect([await names(), await names(roof)]).toEqual(['c a c', 'b d r']);
  expect(gone.summary.subtotal.total).toBe('18.00');
  await back();
  await back();
  await back();
  expect([await names(), await names(roof)]).toEqual(['a b c d e', 'r']);
  await forth();
  await forth();
  await forth();
  expect([await names(), await names(roof)]).toEqual(['c a c', 'b d r']);
});

test('a row moves to the requested place; moving it to its own place is not an edit', async () => {
  const { ids } = await add(['a', 'b', 'c']);
  const [a = 0, b = 0, c = 0] = ids;
  const move = (id: number, after_id?: number | null, list_id = listId) =>
    ann.call('POST /rows/:id/move/', { params: { id }, body: { list_id, ...(after_id !== undefined && { after_id }) } });
  await move(c, a);
  expect(await names()).toBe('a c b');
  const before = await events();
  await move(c, a);
  await move(a, null);
  await move(b);
  expect(await events()).toEqual(before);
  await move(a);
  expect(await names()).toBe('c b a');
  expect(await refusal(move(a, a))).toEqual({ status: 400, body: { after_id: ['Choose a row that is not one of the moved rows'] } });
  const other = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: { from_version_id: versionId } });
  const theirs = (await ann.call('GET /versions/:id/lists/', { params: { id: other.id } }))[0]?.id ?? 0;
  expect(await refusal(move(a, null, theirs))).toEqual({ status: 400, body: { list_id: ['The list is in another version'] } });
});

test('a deleted row is not found, and an edit of many rows that includes it does nothing', async () => {
  const { ids } = await add(['a', 'b']);
  const [a = 0, b = 0] = ids;
  const [row] = await rows();
  await ann.call('PUT /rows/:id/', { params: { id: a }, body: { name: 'A' } });
  expect(await refusal(ann.call('DELETE /rows/:id/', { params: { id: a } }, { revision: row?.revision ?? 0 }))).toMatchObject({
    status: 409,
    body: { code: 'stale_edit', current: { name: 'A' } },
  });
  expect((await ann.call('DELETE /rows/:id/', { params: { id: a } })).ids).toEqual([a]);
  const calls = [
    ann.call('DELETE /rows/:id/', { params: { id: a } }),
    ann.call('PUT /rows/:id/', { params: { id: a }, body: { name: 'B' } }),
    ann.call('POST /versions/:id/rows/delete/', { ...inVersion(), body: { ids: [a, b] } }),
    ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion(), body: { ids: [a, b] } }),
  ];
  expect((await Promise.all(calls.map(refusal))).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await names()).toBe('b');
});

test('lists are titled, moved and deleted with their rows; the first makes the project available', async () => {
  const status = async () => (await ann.call('GET /projects/:id/', { params: { id: projectId } })).status;
  expect(await status()).toBe('available');
  const { id: fresh } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Empty' } });
  await ann.call('POST /projects/:id/versions/', { params: { id: fresh }, body: {} });
  expect((await ann.call('GET /projects/:id/', { params: { id: fresh } })).status).toBe('created');

  const roof = await addList('Roof');
  const yard = await addList('');
  await add(['r', 's'], null, roof);
  const move = (id: number, after_id: number | null) => ann.call('POST /lists/:id/move/', { params: { id }, body: { after_id } });
  const titles = async () => (await lists()).map(({ title }) => title);
  await move(yard, null);
  await move(listId, roof);
  expect(await titles()).toEqual(['', 'Roof', 'Walls']);
  const before = await events();
  await move(listId, roof);
  expect(await events()).toEqual(before);
  expect(await refusal(move(roof, 98_765))).toEqual({ status: 400, body: { after_id: ['This list is not in this version'] } });

  const { list } = await ann.call('PUT /lists/:id/', { params: { id: yard }, body: { title: 'Yard' } });
  const stale = await refusal(ann.call('PUT /lists/:id/', { params: { id: yard }, body: { title: 'Garden' } }, { revision: 1 }));
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_edit', current: list } });
  const summary = await ann.call('DELETE /lists/:id/', { params: { id: roof } });
  expect([await titles(), summary.subtotal.total]).toEqual([['Yard', 'Walls'], '0.00']);
  await back();
  expect([await titles(), await names(roof)]).toEqual([['Yard', 'Roof', 'Walls'], 'r s']);
  await back();
  await back();
  await back();
  expect(await titles()).toEqual(['Walls', 'Roof', '']);
  await forth();
  await forth();
  await forth();
  await forth();
  expect(await titles()).toEqual(['Yard', 'Walls']);
});

test('every edit of a frozen version is refused with the way to make it editable', async () => {
  const { ids } = await add(['a', 'b']);
  const [a = 0] = ids;
  await ann.call('POST /versions/:id/acts/', { ...inVersion(), body: {} });
  const inList = { params: { id: listId } };
  const calls = [
    add(['c']),
    ann.call('POST /lists/:id/paste/', { ...inList, body: { row_id: a, field: 'name', cells: [['x']] } }),
    ann.call('PUT /rows/:id/', { params: { id: a }, body: { name: 'x' } }),
    ann.call('DELETE /rows/:id/', { params: { id: a } }),
    ann.call('POST /rows/:id/move/', { params: { id: a }, body: { list_id: listId } }),
    ann.call('POST /versions/:id/rows/delete/', { ...inVersion(), body: { ids: [a] } }),
    ann.call('POST /versions/:id/rows/move/', { ...inVersion(), body: { ids: [a], list_id: listId } }),
    ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion(), body: { ids: [a] } }),
    ann.call('POST /versions/:id/lists/', { ...inVersion(), body: { title: 'x' } }),
    ann.call('PUT /lists/:id/', { ...inList, body: { title: 'x' } }),
    ann.call('DELETE /lists/:id/', inList),
    ann.call('POST /lists/:id/move/', { ...inList, body: { after_id: null } }),
    ann.call('POST /versions/:id/taxes/', { ...inVersion(), body: { name: 'VAT' } }),
  ];
  expect(await Promise.all(calls.map(refusal))).toEqual(calls.map(() => ({ status: 409, body: frozen() })));
  expect(await names()).toBe('a b');
});

test('used-up gaps between positions are made again without touching earlier rows, and undo reverts that too', async () => {
  const { ids } = await add(Array.from({ length: 200 }, (_, at) => `r${at}`));
  const first = ids[0] ?? 0;
  const orders = async () =>
    (
      await sql<{ image: string }>`select string_agg(id || ':' || "order", ' ' order by id) as image from estimate_rows`.execute(
        server.database.query,
      )
    ).rows[0]?.image;
  const before = await orders();
  for (let at = 0; at < 12; at += 1) await add([`n${at}`], first);
  const shown = (await names()).split(' ');
  expect(shown.slice(0, 14)).toEqual(['r0', ...Array.from({ length: 12 }, (_, at) => `n${11 - at}`), 'r1']);
  expect(shown.slice(13)).toEqual(Array.from({ length: 199 }, (_, at) => `r${at + 1}`));
  for (let at = 0; at < 12; at += 1) await back();
  expect(await orders()).toBe(before);
});

test('random edits of lists and rows: kept totals equal recomputed ones, and undoing and redoing everything restores every byte', async () => {
  const state = async () => {
    const of = async (table: string) =>
      (
        await sql<{
          image: string;
        }>`select coalesce(string_agg(to_jsonb(t)::text, ' ' order by t.id), '') as image from ${sql.table(table)} t where version_id = ${versionId}`.execute(
          server.database.query,
        )
      ).rows[0]?.image;
    return [await of('lists'), await of('estimate_rows')];
  };
  const step = fc.record({
    what: fc.constantFrom('add', 'delete', 'move', 'copy', 'paste', 'list', 'move list', 'drop list'),
    one: fc.nat(1000),
    other: fc.nat(1000),
    many: fc.integer({ min: 1, max: 5 }),
  });
  const states = [await state()];
  for (const { what, one, other, many } of fc.sample(step, { numRuns: 40, seed: 11 })) {
    const all = await lists();
    const from = all[one % Math.max(1, all.length)]?.id ?? 0;
    const to = all[other % Math.max(1, all.length)]?.id ?? 0;
    const there = (await rows(from)).map(({ id }) => id);
    const some = there.slice(one % Math.max(1, there.length), (one % Math.max(1, there.length)) + many);
    const behind = (await rows(to)).map(({ id }) => id).filter((id) => !some.includes(id))[other % 3] ?? null;
    if (what === 'list' || all.length === 0) await addList(`L${one}`);
    else if (what === 'add')
      await add(
        Array.from({ length: many }, (_, at) => `n${at}`),
        behind,
        to,
      );
    else if (what === 'move list' && from !== to) await ann.call('POST /lists/:id/move/', { params: { id: from }, body: { after_id: to } });
    else if (what === 'drop list' && all.length > 2) await ann.call('DELETE /lists/:id/', { params: { id: from } });
    else if (some.length > 0 && what === 'delete')
      await ann.call('POST /versions/:id/rows/delete/', { ...inVersion(), body: { ids: some } });
    else if (some.length > 0 && what === 'copy')
      await ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion(), body: { ids: some } });
    else if (some.length > 0 && what === 'move')
      await ann.call('POST /versions/:id/rows/move/', { ...inVersion(), body: { ids: some, list_id: to, after_id: behind } });
    else if (some.length > 0 && what === 'paste') {
      const cells = Array.from({ length: many }, () => [String(one), String(other / 8)]);
      await ann.call('POST /lists/:id/paste/', { params: { id: from }, body: { row_id: some[0] ?? 0, field: 'quantity', cells } });
    }
    const now = await state();
    if (JSON.stringify(now) !== JSON.stringify(states.at(-1))) states.push(now);
    for (const list of await lists()) {
      const counted = await rows(list.id);
      expect(list).toMatchObject({ row_count: counted.length, ...toAmounts(addUp(counted.map(fromAmounts))) });
    }
  }
  for (const expected of states.toReversed().slice(1)) {
    await back();
    expect(await state()).toEqual(expected);
  }
  for (const expected of states.slice(1)) {
    await forth();
    expect(await state()).toEqual(expected);
  }
});

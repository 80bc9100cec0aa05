import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import type { Moment } from '../../domain/api/historyRoutes.ts';
import { versionThen } from '../../server/estimates/versionThen.ts';
import { thinHistory } from '../../server/history/thinning.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

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
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roads' } });
  const rows = [
    { kind: 'section' as const, code: '1', name: 'Ground' },
    ...['Gravel bed', 'Kerb', 'Paving'].map((name) => ({ name, unit: 'm3', quantity: '2', unit_labour: '4.15', unit_tools: '1.005' })),
  ];
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  return { projectId, versionId, listId: list.id, ids, row: ids[1] ?? 0, tax: record.id };
}
type Job = Awaited<ReturnType<typeof job>>;
const name = ({ projectId, versionId }: Job, called = 'Before the client meeting') =>
  ann.call('POST /projects/:id/moments/', { params: { id: projectId }, body: { name: called, note: 'Room 2', version_id: versionId } });
const back = ({ projectId }: Job) => ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
const forth = ({ projectId }: Job) => ann.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });

/** The estimate as it was at the moment, without what every write changes. */
async function then({ projectId, versionId }: Job, moment: Moment) {
  const { summary, rows } = await versionThen(server.database.query, { teamId: ann.teamId, projectId, versionId }, moment);
  const { costs, subtotal, total, total_with_taxes } = summary;
  const lines = [...summary.additional, ...summary.taxes].map(({ updated_at: _, revision: __, ...line }) => line);
  return {
    costs: costs.map(({ order: _, ...list }) => list),
    subtotal,
    total,
    total_with_taxes,
    lines,
    rows: rows.map(({ order: _, ...row }) => row),
  };
}
const compare = ({ versionId }: Job, moment: number, more: object = {}) =>
  ann.call('GET /versions/:id/compare/', { params: { id: versionId }, query: { with: versionId, moment, ...more } });

test('lists keep their order at a moment even when one was renamed later', async () => {
  const yard = await job();
  const titled = async (title: string) =>
    (await ann.call('POST /versions/:id/lists/', { params: { id: yard.versionId }, body: { title } })).list.id;
  const walls = await titled('Walls');
  await titled('Roof');
  const moment = await name(yard);
  await ann.call('PUT /lists/:id/', { params: { id: walls }, body: { title: 'Walls and columns' } });
  expect((await then(yard, moment)).costs.map(({ title }) => title)).toEqual(['Roads', 'Walls', 'Roof']);
});

test('only the team names, lists, renames and removes a moment', async () => {
  const yard = await job();
  const params = { id: yard.projectId };
  const moment = await name(yard);
  expect(moment).toMatchObject({ name: 'Before the client meeting', note: 'Room 2', version_id: yard.versionId, author_name: ann.email });
  const at = { ...params, momentId: moment.id };
  expect(await bob.call('PUT /projects/:id/moments/:momentId/', { params: at, body: { name: '<i>After</i>' } })).toMatchObject({
    name: '<i>After</i>',
    note: '',
  });
  expect((await bob.call('GET /projects/:id/moments/', { params })).map((each) => each.name)).toEqual(['<i>After</i>']);
  const eve = await server.person();
  expect(await refusal(eve.call('GET /projects/:id/moments/', { params }))).toMatchObject({ status: 404 });
  const elsewhere = await job();
  const foreign = { id: elsewhere.projectId, momentId: moment.id };
  expect(await refusal(ann.call('DELETE /projects/:id/moments/:momentId/', { params: foreign }))).toMatchObject({ status: 404 });
  expect(await refusal(compare(elsewhere, moment.id))).toMatchObject({ status: 404 });
  expect(await ann.call('DELETE /projects/:id/moments/:momentId/', { params: at })).toEqual([]);
});

test('the estimate of a moment is compared with the current one: by row, by list and by its sums', async () => {
  const yard = await job();
  const moment = await name(yard);
  await ann.call('PUT /rows/:id/', { params: { id: yard.row }, body: { quantity: '5' } });
  await bob.call('PUT /rows/:id/', { params: { id: yard.ids[2] ?? 0 }, body: { name: 'Edge' } });
  await bob.call('DELETE /rows/:id/', { params: { id: yard.ids[3] ?? 0 } });
  await ann.call('POST /lists/:id/rows/', { params: { id: yard.listId }, body: { name: 'Drain', quantity: '1', unit_tools: '7' } });
  const { old, moment: named, counts, total_with_taxes, rows, row_count } = await compare(yard, moment.id);
  expect([old.id, named]).toEqual([yard.versionId, { id: moment.id, name: moment.name, at: moment.at }]);
  expect(counts).toEqual({ added: 1, removed: 1, requantified: 1, repriced: 0, both: 0 });
  // 3 · R2(2 · 4.15) + 3 · R2(2 · 1.005), and 21 % of it.
  expect([total_with_taxes.old.total, row_count]).toEqual(['37.43', 4]);
  expect(rows.map((row) => [row.kind, row.change, row.name, row.old?.quantity, row.new?.quantity])).toEqual([
    ['section', null, 'Ground', '0', '0'],
    ['row', 'requantified', 'Gravel bed', '2', '5'],
    ['row', 'added', 'Drain', undefined, '1'],
    ['row', 'removed', 'Paving', '2', undefined],
  ]);
  expect((await compare(yard, moment.id, { change: 'removed', offset: 1, limit: 1 })).rows.map((row) => row.old?.id)).toEqual([
    yard.ids[3],
  ]);
});

test('a moment keeps events that were undone later and can no longer be redone; events that no moment needs are removed', async () => {
  const yard = await job();
  const set = (unit_labour: string) => ann.call('PUT /rows/:id/', { params: { id: yard.row }, body: { unit_labour } });
  await set('9');
  const moment = await name(yard);
  const was = await then(yard, moment);
  await set('11');
  await back(yard);
  await back(yard);
  await sql`
    update recent_events set created_at = created_at - interval '100 days', undone_at = undone_at - interval '100 days' where project_id = ${yard.projectId}`.execute(
    server.database.query,
  );
  await sql`update moments set at = at - interval '100 days' where project_id = ${yard.projectId}`.execute(server.database.query);
  await sql`update versions set created_at = created_at - interval '100 days' where id = ${yard.versionId}`.execute(server.database.query);
  await thinHistory(server.database.query, { undo: 90, log: 3650 });
  const { rows: kept } = await sql`select from recent_events where project_id = ${yard.projectId} and not processed`.execute(
    server.database.query,
  );
  expect(kept).toHaveLength(1);
  expect(await refusal(forth(yard))).toMatchObject({ body: { code: 'nothing_to_redo' } });
  const again = { ...moment, at: new Date(Date.parse(moment.at) - 100 * 86_400_000).toISOString() };
  expect(await then(yard, again)).toEqual(was);
  expect((await compare(yard, moment.id)).counts).toMatchObject({ repriced: 1 });

  await ann.call('DELETE /projects/:id/moments/:momentId/', { params: { id: yard.projectId, momentId: moment.id } });
  await thinHistory(server.database.query, { undo: 90, log: 3650 });
  const { rows: left } = await sql`select from recent_events where project_id = ${yard.projectId} and not processed`.execute(
    server.database.query,
  );
  expect(left).toHaveLength(0);
});

test('a moment stays the same whatever is done, undone and thinned later', async () => {
  const step = fc.constantFrom(
    'quantity',
    'name',
    'delete',
    'add',
    'copy',
    'move',
    'paste',
    'title',
    'tax',
    'list',
    'undo',
    'undo',
    'redo',
    'name it',
    'thin',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(99)), { minLength: 12, maxLength: 25 }), async (steps) => {
      const yard = await job();
      const named: { readonly moment: Moment; readonly was: unknown }[] = [];
      const keep = async () => {
        const moment = await name(yard);
        named.push({ moment, was: await then(yard, moment) });
      };
      await keep();
      for (const [what, at] of steps) await perform(yard, what, at, keep);
      while ((await listsOf(yard)) === null) await forth(yard);
      for (const { moment, was } of named) expect(await then(yard, moment)).toEqual(was);
    }),
    // Undone until the version itself is gone.
    { numRuns: 7, examples: [[Array.from({ length: 12 }, (): ['undo', number] => ['undo', 0])]] },
  );
});

async function rowsOf(list: number) {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: list }, query: {} });
  return 'rows' in answer ? answer.rows : [];
}

/** The version's lists; null while undoing has gone as far back as before the version was made. */
async function listsOf({ versionId }: Job) {
  try {
    return (await ann.call('GET /versions/:id/summary/', { params: { id: versionId } })).costs;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

/** One step, which may be refused. */
async function perform(yard: Job, what: string, at: number, keep: () => Promise<void>): Promise<void> {
  const costs = await listsOf(yard);
  if (costs === null) {
    await forth(yard);
    return;
  }
  const list = costs[at % costs.length]?.id ?? 0;
  const rows = list === 0 ? [] : await rowsOf(list);
  const row = rows[at % Math.max(rows.length, 1)];
  const ids = row === undefined ? [] : [row.id];
  const params = { id: yard.versionId };
  const doers: Readonly<Record<string, () => Promise<unknown>>> = {
    quantity: () => ann.call('PUT /rows/:id/', { params: { id: row?.id ?? 0 }, body: { quantity: String(at) } }),
    name: () => bob.call('PUT /rows/:id/', { params: { id: row?.id ?? 0 }, body: { name: `Row ${at}` } }),
    delete: () => ann.call('POST /versions/:id/rows/delete/', { params, body: { ids } }),
    add: () =>
      ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { name: `New ${at}`, quantity: '1', after_id: row?.id ?? null } }),
    copy: () => ann.call('POST /versions/:id/rows/duplicate/', { params, body: { ids } }),
    move: () => ann.call('POST /versions/:id/rows/move/', { params, body: { ids, list_id: costs[0]?.id ?? 0, after_id: null } }),
    paste: () =>
      ann.call('POST /lists/:id/paste/', {
        params: { id: list },
        body: { row_id: row?.id ?? null, field: 'quantity', cells: [['3'], ['=1+1']] },
      }),
    title: () => ann.call('PUT /lists/:id/', { params: { id: list }, body: { title: `List ${at}` } }),
    tax: () => ann.call('PUT /taxes/:id/', { params: { id: yard.tax }, body: { percent_total: String(at) } }),
    list: () =>
      at % 2 === 0
        ? ann.call('POST /versions/:id/lists/', { params, body: { title: 'Roof' } })
        : ann.call('DELETE /lists/:id/', { params: { id: list } }),
    undo: () => back(yard),
    redo: () => forth(yard),
    'name it': keep,
    // All events except the latest are old; the moments keep their places between them.
    thin: async () => {
      await sql`update recent_events set created_at = created_at - interval '200 days' where project_id = ${yard.projectId} and processed and not is_thin
        and id < (select max(id) - 3 from recent_events where project_id = ${yard.projectId})`.execute(server.database.query);
      await thinHistory(server.database.query, { undo: 90, log: 100 });
    },
  };
  await doers[what]?.().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
}

test('a project imported again keeps its moments: the older version can be compared with them, the newer did not exist then', async () => {
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const moment = await ann.call('POST /projects/:id/moments/', { params: { id: projectId }, body: { name: 'First' } });
  const { id: later } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: { from_version_id: versionId } });
  const asked = (id: number, old: number) =>
    ann.call('GET /versions/:id/compare/', { params: { id }, query: { with: old, moment: moment.id } });
  expect((await asked(later, versionId)).row_count).toBe(0);
  expect(await refusal(asked(later, later))).toMatchObject({ status: 409, body: { code: 'moment_before_version' } });
});

test('deleted rows are restored where they were, as an edit that can be undone', async () => {
  const yard = await job();
  const before = await compare(yard, (await name(yard)).id);
  const ids = [yard.ids[3] ?? 0, yard.row];
  const { event_id } = await bob.call('POST /versions/:id/rows/delete/', { params: { id: yard.versionId }, body: { ids } });
  const restore = (event: number, meant = ids) =>
    ann.call('POST /versions/:id/restore/', { params: { id: yard.versionId }, body: { event_id: event, ids: meant } });
  const twice = await Promise.allSettled([restore(event_id ?? 0), restore(event_id ?? 0)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await rowsOf(yard.listId)).map(({ id }) => id)).toEqual(yard.ids);
  expect((await ann.call('GET /versions/:id/summary/', { params: { id: yard.versionId } })).total_with_taxes).toEqual(
    before.total_with_taxes.new,
  );
  expect(await refusal(restore(event_id ?? 0))).toMatchObject({ status: 409, body: { code: 'restore_there' } });
  expect(await refusal(restore((event_id ?? 0) + 1_000))).toMatchObject({ status: 404 });
  await back(yard);
  expect((await ann.call('GET /lists/:id/rows/', { params: { id: yard.listId }, query: {} })).total).toBe(2);
  await ann.call('DELETE /lists/:id/', { params: { id: yard.listId } });
  expect(await refusal(restore(event_id ?? 0))).toMatchObject({ status: 409, body: { code: 'restore_gone' } });
  await back(yard);
  await ann.call('POST /versions/:id/acts/', { params: { id: yard.versionId }, body: {} });
  expect(await refusal(restore(event_id ?? 0))).toMatchObject({ status: 409, body: { code: 'code_estimate_has_act' } });
});

/** The feed of a project: each edit, undo and redo with the records it touched, and the edit's answer naming its event. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectChange } from '../../domain/api/graphql.ts';
import { PROJECT_CHANGES } from '../../src/services/graphql/documents.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

async function changesOf(project: number): Promise<readonly ProjectChange[]> {
  const response = await fetch(`${server.address}/v1/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}` },
    body: JSON.stringify({ query: PROJECT_CHANGES.replace('subscription', 'query'), variables: { project } }),
  });
  const { data } = (await response.json()) as { data: unknown };
  return v.parse(v.object({ project_changes: v.array(ProjectChange) }), data).project_changes;
}
const latest = async (project: number) => (await changesOf(project))[0];

/** A version with a list of three rows and a tax. */
async function yard() {
  const project = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  const version = (await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const addList = async (title: string) =>
    (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title } })).list.id;
  const list = await addList('Walls');
  const rows = ['Sand', 'Gravel', 'Brick'].map((name) => ({ name, quantity: '2', unit_labour: '10' }));
  const added = await ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  return { project, version, list, addList, added, ids: added.ids };
}

test('an edit, its undo and its redo name the changed rows with their places; the answer carries the event', async () => {
  const { project, version, list, ids, added } = await yard();
  expect(await latest(project)).toMatchObject({
    event_id: added.event_id,
    way: 'done',
    author_id: ann.id,
    touched: { versions: [version], lists: [list], rows: null, acts: [], act_rows: [] },
  });
  const row = ids[1] ?? 0;
  const { event_id } = await ann.call('PUT /rows/:id/', { params: { id: row }, body: { quantity: '7' } });
  const touched = { versions: [version], lists: [list], rows: [row], acts: [], act_rows: [] };
  expect(await latest(project)).toMatchObject({
    event_id,
    way: 'done',
    touched,
    event: { id: event_id, entity_type: 'row', field: 'quantity', subject: 'Gravel', processed: true, made_at: expect.any(String) },
  });
  const same = await ann.call('PUT /rows/:id/', { params: { id: row }, body: { quantity: '7' } });
  expect(same.event_id).toBeNull();
  await ann.call('POST /projects/:id/history/backward/', { params: { id: project }, body: {} });
  expect(await latest(project)).toMatchObject({ event_id, way: 'undone', touched, event: { processed: false } });
  await ann.call('POST /projects/:id/history/forward/', { params: { id: project }, body: {} });
  expect(await latest(project)).toMatchObject({ event_id, way: 'redone', touched });
});

test('rows moved, pasted, duplicated and deleted touch their lists; lines, lists and versions touch the version alone', async () => {
  const { project, version, list, addList, ids } = await yard();
  const other = await addList('Roofs');
  expect((await latest(project))?.touched).toEqual({ versions: [version], lists: [other], rows: [], acts: [], act_rows: [] });
  const all = { params: { id: version } };
  const moved = await ann.call('POST /versions/:id/rows/move/', { ...all, body: { ids: ids.slice(0, 1), list_id: other } });
  const move = await latest(project);
  expect([move?.event_id, move?.touched.lists.toSorted(), move?.touched.rows]).toEqual([moved.event_id, [list, other].toSorted(), null]);
  const pasted = await ann.call('POST /lists/:id/paste/', {
    params: { id: list },
    body: { row_id: ids[1] ?? 0, field: 'quantity', cells: [['4'], ['5'], ['6']] },
  });
  expect(await latest(project)).toMatchObject({ event_id: pasted.event_id, touched: { lists: [list], rows: null } });
  const filled = await ann.call('POST /lists/:id/paste/', {
    params: { id: list },
    body: { row_id: ids[1] ?? 0, field: 'quantity', cells: [['8'], ['9']] },
  });
  const fill = await latest(project);
  expect([fill?.event_id, fill?.touched.rows?.toSorted()]).toEqual([filled.event_id, ids.slice(1).toSorted()]);
  const copied = await ann.call('POST /versions/:id/rows/duplicate/', { ...all, body: { ids: ids.slice(2) } });
  expect(await latest(project)).toMatchObject({ event_id: copied.event_id, touched: { lists: [list], rows: null } });
  const gone = await ann.call('POST /versions/:id/rows/delete/', { ...all, body: { ids: ids.slice(2) } });
  expect(await latest(project)).toMatchObject({ event_id: gone.event_id, touched: { lists: [list], rows: null } });
  const tax = await ann.call('POST /versions/:id/taxes/', { ...all, body: { name: 'VAT' } });
  const only = { versions: [version], lists: [], rows: [], acts: [], act_rows: [] };
  expect(await latest(project)).toMatchObject({ event_id: tax.event_id, touched: only });
  const set = await ann.call('PUT /taxes/:id/', { params: { id: tax.record.id }, body: { percent_total: '21' } });
  expect(await latest(project)).toMatchObject({ event_id: set.event_id, touched: only });
  const copy = await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: { from_version_id: version } });
  expect((await latest(project))?.touched.versions).toEqual([copy.id]);
});

test('an edit in an act touches the act, its version and its rows', async () => {
  const { project, version, list, ids } = await yard();
  const act = (await ann.call('POST /versions/:id/acts/', { params: { id: version }, body: {} })).id;
  expect((await latest(project))?.touched).toMatchObject({ versions: [version], acts: [act] });
  const answer = await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} });
  const row = answer.rows[0]?.id ?? 0;
  const done = await ann.call('PUT /act_rows/:id/', { params: { id: row }, body: { quantity: '1' } });
  expect(await latest(project)).toMatchObject({
    event_id: done.event_id,
    touched: { versions: [version], lists: [list], rows: [], acts: [act], act_rows: [row] },
  });
  expect(await ann.call('GET /act_rows/:id/', { params: { id: row } })).toEqual({
    row: done.row,
    sections: done.sections,
    summary: done.summary,
  });
  const completed = await ann.call('POST /acts/:id/complete/', { params: { id: act }, body: { list_id: null, percent: '100' } });
  const complete = await latest(project);
  expect([complete?.event_id, complete?.touched.acts, complete?.touched.act_rows?.length]).toEqual([completed.event_id, [act], ids.length]);
});

test('one row is read with the totals it is part of', async () => {
  const { version, ids } = await yard();
  const id = ids[0] ?? 0;
  const { row, sections, summary } = await ann.call('PUT /rows/:id/', { params: { id }, body: { quantity: '3' } });
  expect(await ann.call('GET /rows/:id/', { params: { id } })).toEqual({ row, sections, summary });
  expect(summary).toEqual(await ann.call('GET /versions/:id/summary/', { params: { id: version } }));
});

test('only the latest changes of a project are kept', async () => {
  const { project, ids } = await yard();
  for (let quantity = 10; quantity < 160; quantity++)
    await ann.call('PUT /rows/:id/', { params: { id: ids[0] ?? 0 }, body: { quantity: String(quantity) } });
  const kept = await server.database.query
    .selectFrom('project_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow();
  expect(Number(kept.count)).toBeGreaterThanOrEqual(100);
  expect(Number(kept.count)).toBeLessThanOrEqual(120);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let eve: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  eve = await server.person();
});
afterAll(() => server.close());

async function site() {
  const projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  const versionId = (await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} })).id;
  const listId = (await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } })).list.id;
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: [{ name: 'a' }, { name: 'b' }] } });
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  return { projectId, versionId, listId, act, rowId: ids[0] ?? 0, id: actRowId(ids[0] ?? 0, act.place) };
}

test('a row of an act has its own thread, whose comments are written, counted, read, changed and deleted', async () => {
  const { listId, act, rowId, id } = await site();
  const params = { id };
  const said = await ann.call('POST /act_rows/:id/comments/', { params, body: { text: ' Half of it is there ' } });
  expect(said).toMatchObject({ row_id: id, author_id: ann.id, text: 'Half of it is there' });
  expect(await bob.call('GET /act_rows/:id/comments/', { params, query: {} })).toEqual({ comments: [said], total: 1 });
  expect((await ann.call('GET /rows/:id/comments/', { params: { id: rowId }, query: {} })).total).toBe(0);
  expect(await ann.call('GET /lists/:id/comments/', { params: { id: listId } })).toEqual([]);
  const counts = (by: Person) => by.call('GET /acts/:id/lists/:listId/comments/', { params: { id: act.id, listId } });
  expect(await counts(bob)).toEqual([{ row_id: id, count: 1, unread: 1 }]);
  expect(await bob.call('POST /act_rows/:id/comments/read/', { params, body: {} })).toMatchObject({ type: 'act_row', row: id, count: 1 });
  expect(await counts(bob)).toEqual([{ row_id: id, count: 1, unread: 0 }]);
  expect((await refusal(bob.call('PATCH /comments/:id/', { params: { id: said.id }, body: { text: 'No' } }))).status).toBe(403);
  const changed = await ann.call('PATCH /comments/:id/', { params: { id: said.id }, body: { text: 'All of it' } });
  expect(changed).toMatchObject({ id: said.id, text: 'All of it' });
  const next = await ann.call('POST /versions/:id/acts/', { params: { id: act.version_id }, body: {} });
  expect(await ann.call('GET /acts/:id/lists/:listId/comments/', { params: { id: next.id, listId } })).toEqual([]);
  await ann.call('DELETE /comments/:id/', { params: { id: said.id } });
  expect(await counts(bob)).toEqual([]);
});

test('comments on an act belong to its team: other teams and the holder of its link neither see nor write them', async () => {
  const { listId, act, id } = await site();
  const said = await ann.call('POST /act_rows/:id/comments/', { params: { id }, body: { text: 'Ours' } });
  const { hash } = await ann.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  const asked = [
    (by: TestServer | Person, extra = {}) => by.call('GET /act_rows/:id/comments/', { params: { id }, query: {} }, extra),
    (by: TestServer | Person, extra = {}) => by.call('POST /act_rows/:id/comments/', { params: { id }, body: { text: 'Mine' } }, extra),
    (by: TestServer | Person, extra = {}) => by.call('GET /acts/:id/lists/:listId/comments/', { params: { id: act.id, listId } }, extra),
    (by: TestServer | Person, extra = {}) => by.call('DELETE /comments/:id/', { params: { id: said.id } }, extra),
  ];
  for (const ask of asked) {
    expect((await refusal(ask(eve))).status).toBe(404);
    expect((await refusal(ask(server, { publicKey: hash }))).status).toBe(401);
  }
});

test('a deleted act has no rows to comment on; its comments come back with it', async () => {
  const { projectId, act, id } = await site();
  await ann.call('POST /act_rows/:id/comments/', { params: { id }, body: { text: 'Keep me' } });
  await ann.call('DELETE /acts/:id/', { params: { id: act.id } });
  expect((await refusal(ann.call('GET /act_rows/:id/comments/', { params: { id }, query: {} }))).status).toBe(404);
  expect((await refusal(ann.call('POST /act_rows/:id/comments/', { params: { id }, body: { text: 'Late' } }))).status).toBe(404);
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  expect((await ann.call('GET /act_rows/:id/comments/', { params: { id }, query: {} })).total).toBe(1);
});

test('comments are read over GraphQL even for row ids of more than 32 bits, each with its subject', async () => {
  await sql`select setval(pg_get_serial_sequence('estimate_rows', 'id'), 3000000000)`.execute(server.database.query);
  const { projectId, rowId, id } = await site();
  await ann.call('POST /rows/:id/comments/', { params: { id: rowId }, body: { text: 'Is this gravel?' } });
  await ann.call('POST /act_rows/:id/comments/', { params: { id }, body: { text: 'Half of it is there' } });
  await ann.call('POST /rows/:id/extras/', { params: { id: rowId }, body: { quantity: '1', reason: 'Rock' } });
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}` };
    const response = await fetch(`${server.address}/api/v1/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return response.json();
  };
  const of = `project_id: { _eq: ${projectId} }`;
  expect(
    await ask(`{ row_comments(where: { ${of} }, order_by: { id: asc }) { type row_id text } extras(where: { ${of} }) { row_id } }`),
  ).toEqual({
    data: {
      row_comments: [
        { type: 'row', row_id: rowId, text: 'Is this gravel?' },
        { type: 'act_row', row_id: id, text: 'Half of it is there' },
      ],
      extras: [{ row_id: rowId }],
    },
  });
  expect(await ask(`{ row_comments(where: { row_id: { _in: [${id}] }, type: { _eq: "act_row" } }) { text } }`)).toEqual({
    data: { row_comments: [{ text: 'Half of it is there' }] },
  });
});

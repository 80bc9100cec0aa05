import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asked, Route } from '../../domain/api/routes.ts';
import { shrinkAnswers } from '../../server/rest/keptAnswers.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let projectId: number;
let listId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  const { id } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id }, body: { title: 'Walls' } })).list.id;
});
afterAll(() => server.close());

const keyed = <R extends Route>(key: string, route: R, asked: Asked<R>, by = ann, revision?: number) =>
  by.call(route, asked, { headers: { 'idempotency-key': key }, ...(revision !== undefined && { revision }) });
const add = (key: string, name: string, by = ann) => keyed(key, 'POST /lists/:id/rows/', { params: { id: listId }, body: { name } }, by);
async function rowCount(): Promise<number> {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 1 } });
  return answer.total;
}
const CONFLICT = {
  status: 409,
  body: { detail: 'This Idempotency-Key has already been used for another request', code: 'idempotency_conflict' },
};

test('a write sent again is not done again and is answered the same; with another body it is a conflict', async () => {
  const key = randomUUID();
  const before = await rowCount();
  const first = await add(key, 'Sand');
  await ann.call('PUT /rows/:id/', { params: { id: first.ids[0] ?? 0 }, body: { name: 'Changed since' } });
  expect(await add(key, 'Sand')).toEqual(first);
  expect(await refusal(add(key, 'Gravel'))).toEqual(CONFLICT);
  expect(await refusal(keyed(key, 'DELETE /rows/:id/', { params: { id: first.ids[0] ?? 0 } }))).toEqual(CONFLICT);
  expect(await rowCount()).toBe(before + 1);
});

test('a key belongs to one person', async () => {
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const key = randomUUID();
  const before = await rowCount();
  const [mine, theirs] = [await add(key, 'Sand'), await add(key, 'Sand', bob)];
  expect(theirs.ids).not.toEqual(mine.ids);
  expect(await rowCount()).toBe(before + 2);
});

test('a refusal is kept like any answer: it stays when its reason is gone', async () => {
  const { rows } = await add(randomUUID(), 'Sand');
  const [row] = rows;
  const params = { id: row?.id ?? 0 };
  const { row: newer } = await ann.call('PUT /rows/:id/', { params, body: { quantity: '2' } });
  const key = randomUUID();
  const edit = () => keyed(key, 'PUT /rows/:id/', { params, body: { quantity: '3' } }, ann, row?.revision);
  const stale = await refusal(edit());
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_edit', current: newer } });
  await ann.call('PUT /rows/:id/', { params, body: { quantity: '4' } });
  expect(await refusal(edit())).toEqual(stale);
});

test('of ten identical writes at once one is done, and all get its answer', async () => {
  const key = randomUUID();
  const before = await rowCount();
  const answers = await Promise.all(Array.from({ length: 10 }, () => add(key, 'Sand')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await rowCount()).toBe(before + 1);
});

test('a write that failed through no fault of the caller leaves nothing behind, and succeeds when sent again', async () => {
  const key = randomUUID();
  const before = await rowCount();
  const refuse = sql`create function refuse_price() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
  await refuse.execute(server.database.query);
  await sql`create trigger refuse before insert or update on version_totals execute function refuse_price()`.execute(server.database.query);
  expect((await refusal(add(key, 'Sand'))).status).toBe(500);
  await sql`drop trigger refuse on version_totals`.execute(server.database.query);
  expect(await rowCount()).toBe(before);
  await add(key, 'Sand');
  expect(await rowCount()).toBe(before + 1);
});

test('every kind of write takes a key and makes one event; reads ignore the key', async () => {
  const key = randomUUID();
  const made = await keyed(key, 'POST /projects', { body: { team_id: ann.teamId, name: 'Once' } });
  expect(await keyed(key, 'POST /projects', { body: { team_id: ann.teamId, name: 'Once' } })).toEqual(made);
  const events = async () =>
    (await sql`select 1 from recent_events where project_id = ${projectId}`.execute(server.database.query)).rows.length;
  await add(randomUUID(), 'Sand');
  const count = await events();
  const undo = randomUUID();
  const back = () => keyed(undo, 'POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  expect(await back()).toEqual(await back());
  expect(await events()).toBe(count);
  const read = () => keyed(undo, 'GET /projects/:id/', { params: { id: projectId } });
  expect(await read()).toMatchObject({ id: projectId });
  expect(await refusal(add('x'.repeat(201), 'Sand'))).toEqual({
    status: 400,
    body: { detail: 'An Idempotency-Key has 1 to 200 characters', code: 'idempotency_key_invalid' },
  });
});

test('answers are kept for 7 days; after that a write sent again is refused as already done', async () => {
  const key = randomUUID();
  const first = await add(key, 'Sand');
  const age = (days: number) =>
    sql`update kept_answers set created_at = now() - ${days} * interval '1 day' where key = ${key}`.execute(server.database.query);
  await age(6);
  await shrinkAnswers(server.database.query);
  expect(await add(key, 'Sand')).toEqual(first);
  await age(8);
  await shrinkAnswers(server.database.query);
  await sql`update done_keys set done_on = done_on - 2`.execute(server.database.query);
  await shrinkAnswers(server.database.query);
  expect(await refusal(add(key, 'Sand'))).toMatchObject({ status: 409, body: { code: 'already_done' } });
});

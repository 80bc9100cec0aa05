import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';
import { socketTo } from './listening.ts';
import { nextEvents } from './nextEvents.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let projectId: number;
let versionId: number;
let listId: number;
let ids: readonly number[];
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  versionId = (await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} })).id;
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } })).list.id;
  ({ ids } = await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: [{ name: 'a' }, { name: 'b' }] } }));
});

const row = (at = 0) => ({ params: { id: ids[at] ?? 0 } });
const say = (text: string, by = ann, at = 0) => by.call('POST /rows/:id/comments/', { ...row(at), body: { text } });
const thread = async (at = 0) => (await ann.call('GET /rows/:id/comments/', { ...row(at), query: {} })).comments;
const counts = (by: Person) => by.call('GET /lists/:id/comments/', { params: { id: listId } });
const read = (by: Person, date?: string) =>
  by.call('POST /rows/:id/comments/read/', { ...row(), body: date === undefined ? {} : { date } });

test('several people write in a thread; only the author of a comment changes or deletes it', async () => {
  const first = await say(' Is this the price without tax? ');
  expect(first).toMatchObject({
    row_id: ids[0],
    author_id: ann.id,
    author_name: ann.email,
    text: 'Is this the price without tax?',
    updated_at: null,
  });
  const second = await say('It is', bob);
  expect(await thread()).toEqual([first, second]);
  const own = { status: 403, body: { detail: 'Only the author of a comment can change it', code: 'not_author' } };
  expect(await refusal(ann.call('PATCH /comments/:id/', { params: { id: second.id }, body: { text: 'It is not' } }))).toEqual(own);
  expect(await refusal(ann.call('DELETE /comments/:id/', { params: { id: second.id } }))).toEqual(own);
  const changed = await bob.call('PATCH /comments/:id/', { params: { id: second.id }, body: { text: 'It is, yes' } });
  expect(changed).toEqual({ ...second, text: 'It is, yes', updated_at: changed.updated_at });
  expect(changed.updated_at).not.toBeNull();
  expect(await ann.call('GET /rows/:id/comments/', { ...row(), query: { offset: 1, limit: 1 } })).toEqual({
    comments: [changed],
    total: 2,
  });
  await ann.call('DELETE /comments/:id/', { params: { id: first.id } });
  expect(await thread()).toEqual([changed]);
  expect(await refusal(say(' '))).toEqual({ status: 400, body: { text: ['Value is required'] } });
});

test('comments of others are new until they are read; one’s own are never new', async () => {
  await say('one');
  const two = await say('two');
  await say('three', bob, 1);
  const [a = 0, b = 0] = ids;
  expect(await counts(bob)).toEqual([
    { row_id: a, count: 2, unread: 2 },
    { row_id: b, count: 1, unread: 0 },
  ]);
  expect((await counts(ann)).map(({ unread }) => unread)).toEqual([0, 1]);
  expect(await read(bob, two.created_at)).toEqual({ type: 'row', row: a, date: two.created_at, count: 2 });
  expect((await counts(bob))[0]).toEqual({ row_id: a, count: 2, unread: 0 });
  await say('four');
  expect((await counts(bob))[0]).toEqual({ row_id: a, count: 3, unread: 1 });
  const now = await read(bob);
  expect(now.count).toBe(3);
  expect((await read(bob, two.created_at)).date).toBe(now.date);
  expect((await counts(bob))[0]?.unread).toBe(0);
});

test('comments are not events, can be written in a frozen version, and are deleted and restored with their row', async () => {
  const said = await say('Keep me');
  const { undo } = await nextEvents(server.address, ann.tokens.access, projectId);
  expect(undo?.type).toBe('create');
  await ann.call('DELETE /rows/:id/', row());
  expect((await refusal(thread())).status).toBe(404);
  expect((await refusal(ann.call('PATCH /comments/:id/', { params: { id: said.id }, body: { text: 'x' } }))).status).toBe(404);
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  expect(await thread()).toEqual([said]);
  await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  expect((await say('Still here')).text).toBe('Still here');
});

const here = (by: Person) => by.call('PUT /versions/:id/presence/', { params: { id: versionId } });
const silence = (who: Person) =>
  sql`update heartbeats set seen_at = now() - interval '31 seconds' where user_id = ${who.id}`.execute(server.database.query);

test('people who have a version open see each other; whoever is silent for 30 seconds or leaves disappears', async () => {
  expect(await here(ann)).toEqual([]);
  expect(await here(bob)).toEqual([{ id: ann.id, name: ann.email }]);
  expect(await here(ann)).toEqual([{ id: bob.id, name: bob.email }]);
  await silence(bob);
  expect(await here(ann)).toEqual([]);
  await here(bob);
  await bob.call('DELETE /versions/:id/presence/', { params: { id: versionId } });
  expect(await here(ann)).toEqual([]);
});

test('whoever follows the project is notified of comments, and of people who come and go', async () => {
  const client = socketTo(server.address, ann.tokens.access);
  const watch = (query: string) => client.iterate<Record<string, unknown>>({ query: `subscription { ${query} }` });
  const where = `where: { project_id: { _eq: ${projectId} } }`;
  const people = watch(`presence(${where}, order_by: { user_id: asc }) { user_id version_id }`);
  const said = watch(`row_comments(${where}, order_by: { id: asc }) { text row_id }`);
  const next = async (from: typeof people) => (await from.next()).value?.data;
  expect([await next(people), await next(said)]).toEqual([{ presence: [] }, { row_comments: [] }]);
  await here(ann);
  expect(await next(people)).toEqual({ presence: [{ user_id: ann.id, version_id: versionId }] });
  await here(bob);
  expect((await next(people))?.presence).toHaveLength(2);
  await silence(bob);
  await here(ann);
  expect(await next(people)).toEqual({ presence: [{ user_id: ann.id, version_id: versionId }] });
  await say('Hello', bob);
  expect(await next(said)).toEqual({ row_comments: [{ text: 'Hello', row_id: ids[0] }] });
  await client.dispose();
});

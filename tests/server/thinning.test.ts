import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thinHistory } from '../../server/history/thinning.ts';
import { shrinkAnswers } from '../../server/rest/keptAnswers.ts';
import { packed, unpacked } from '../../server/rest/packed.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

const DAYS = { undo: 90, log: 3650 };
let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

/** A project with a list of rows, some of them edited and one deleted. */
async function job() {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roads' } });
  const rows = ['Gravel bed', 'Kerb', 'Paving'].map((name) => ({ name, unit: 'm3', quantity: '2', unit_labour: '4.15' }));
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const [row = 0, other = 0] = ids;
  const set = (quantity: string) => ann.call('PUT /rows/:id/', { params: { id: row }, body: { quantity } });
  await set('3');
  await set('=2*4');
  await ann.call('DELETE /rows/:id/', { params: { id: other } });
  return { projectId, versionId, listId: list.id, row, other, set };
}
const age = (projectId: number, days: number) =>
  sql`update recent_events set created_at = created_at - make_interval(days => ${days}::int), undone_at = undone_at - make_interval(days => ${days}::int)
       where project_id = ${projectId}`.execute(server.database.query);
const back = (projectId: number) => ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
const history = async (projectId: number) => {
  const { events } = await ann.call('GET /projects/:id/history/', { params: { id: projectId }, query: {} });
  return events.map(({ type, author_name, changes }) => [type, author_name, changes]);
};
async function bytesOf(projectId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(coalesce(pg_column_size(c.before), 0) + coalesce(pg_column_size(c.after), 0))::int as bytes
      from event_changes c join recent_events e on e.team_id = c.team_id and e.id = c.event_id where e.project_id = ${projectId}`.execute(
    server.database.query,
  );
  return rows[0]?.bytes ?? 0;
}

test('thinned edits take less than half of the space and cannot be undone; their history reads as before', async () => {
  const { projectId, set } = await job();
  await age(projectId, 100);
  await set('9');
  const [before, size] = [await history(projectId), await bytesOf(projectId)];
  expect((await thinHistory(server.database.query, DAYS)).thinned).toBe(6);
  expect(await history(projectId)).toEqual(before);
  expect(await bytesOf(projectId)).toBeLessThan(size * 0.5);
  const small = await bytesOf(projectId);
  await sql`update recent_events set is_compact = false where is_thin`.execute(server.database.query);
  await thinHistory(server.database.query, DAYS);
  expect([await bytesOf(projectId), await history(projectId)]).toEqual([small, before]);

  await back(projectId);
  expect(await refusal(back(projectId))).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } });
});

test('the history of deleted records reads as before too: their kind, name and list', async () => {
  const { projectId, versionId, listId, row } = await job();
  const { list: other } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } });
  const { ids } = await ann.call('POST /lists/:id/rows/', {
    params: { id: other.id },
    body: { rows: [{ name: 'Stone' }, { name: 'Sand' }] },
  });
  const [stone = 0, sand = 0] = ids;
  await ann.call('PUT /rows/:id/', { params: { id: stone }, body: { quantity: '7' } });
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  await ann.call('POST /versions/:id/rows/move/', {
    params: { id: versionId },
    body: { ids: [row, sand], list_id: other.id, after_id: null },
  });
  await ann.call('PUT /lists/:id/', { params: { id: other.id }, body: { title: 'Yard walls' } });
  await ann.call('DELETE /taxes/:id/', { params: { id: record.id } });
  await ann.call('DELETE /lists/:id/', { params: { id: other.id } });
  const lists = async () =>
    Promise.all(
      [listId, other.id].map(async (of_id) => {
        const { events } = await ann.call('GET /projects/:id/history/', { params: { id: projectId }, query: { of: 'list', of_id } });
        return events.map(({ type, changes }) => [type, changes]);
      }),
    );
  const before = [await history(projectId), await lists()];
  await age(projectId, 100);
  await thinHistory(server.database.query, DAYS);
  expect([await history(projectId), await lists()]).toEqual(before);
});

test('events that can be redone are kept until all of them are too old', async () => {
  const { projectId } = await job();
  await back(projectId);
  await age(projectId, 80);
  await back(projectId);
  await age(projectId, 20);
  await thinHistory(server.database.query, DAYS);
  const forth = () => ann.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });
  await forth();
  await forth();
  expect(await refusal(forth())).toMatchObject({ body: { code: 'nothing_to_redo' } });
});

test('a locked project is skipped, and an undo during thinning is done whole or refused', async () => {
  const { projectId, row } = await job();
  await age(projectId, 100);
  if (server.engine === 'postgres')
    await server.database.query.transaction().execute(async (tx) => {
      await sql`select from projects where id = ${projectId} for no key update`.execute(tx);
      const other = await server.second();
      await thinHistory(other.database.query, DAYS);
      const { rows } = await sql`select from recent_events where project_id = ${projectId} and is_thin`.execute(other.database.query);
      expect(rows).toHaveLength(0);
      await other.close();
    });
  const [, undone] = await Promise.all([
    thinHistory(server.database.query, DAYS),
    back(projectId).then(
      () => true,
      () => false,
    ),
    thinHistory(server.database.query, DAYS),
  ]);
  const { events } = await ann.call('GET /projects/:id/history/', { params: { id: projectId }, query: {} });
  expect(events.filter(({ processed }) => !processed)).toHaveLength(undone ? 1 : 0);
  expect((await ann.call('GET /rows/:id/', { params: { id: row } })).row.quantity).toBe('8');
  // Where the undo held the project, it was passed over.
  await thinHistory(server.database.query, DAYS);
  expect(await refusal(back(projectId))).toMatchObject({ body: { code: 'nothing_to_undo' } });
});

const keyed = (key: string, listId: number, name = 'Sand') =>
  ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { name } }, { headers: { 'idempotency-key': key } });
const passed = (interval: string) =>
  sql`update kept_answers set created_at = created_at - ${interval}::interval`.execute(server.database.query);
const kept = async () =>
  (
    await sql<{
      body: string | null;
      bytes: number;
    }>`select body, octet_length(packed) as bytes from kept_answers order by created_at`.execute(server.database.query)
  ).rows;

test('a write sent again days later is not repeated: for a week it gets the same answer, then one saying that it was done', async () => {
  const { listId } = await job();
  await sql`delete from kept_answers`.execute(server.database.query);
  const [key, refused] = [randomUUID(), randomUUID()];
  const first = await keyed(key, listId);
  expect((await refusal(keyed(refused, listId, 'x'.repeat(40_000)))).status).toBe(400);
  const count = async () => (await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 1 } })).total;
  const rows = await count();
  const whole = JSON.stringify(first).length;
  await passed('2 hours');
  await Promise.all([shrinkAnswers(server.database.query), shrinkAnswers(server.database.query)]);
  const [{ body, bytes } = { body: '', bytes: 0 }] = await kept();
  expect([body, bytes < whole / 3]).toEqual([null, true]);
  expect(await keyed(key, listId)).toEqual(first);
  expect(await refusal(keyed(key, listId, 'Gravel'))).toMatchObject({ body: { code: 'idempotency_conflict' } });

  await passed('8 days');
  await shrinkAnswers(server.database.query);
  // The write is noted now, and its answer removed once no request can still be looking for it.
  expect(await keyed(key, listId)).toEqual(first);
  await sql`update done_keys set done_on = done_on - 2`.execute(server.database.query);
  await shrinkAnswers(server.database.query);
  expect(await kept()).toEqual([]);
  for (const name of ['Sand', 'Gravel'])
    expect(await refusal(keyed(key, listId, name))).toMatchObject({ status: 409, body: { code: 'already_done' } });
  expect(await count()).toBe(rows);
  // A refusal did nothing, so its key may be used again.
  await keyed(refused, listId);
  expect(await count()).toBe(rows + 1);
});

test('any answer survives compression exactly', () => {
  for (const text of ['', '{}', '"ā€𝄞"', JSON.stringify({ row: { name: 'x'.repeat(100_000) } })]) expect(unpacked(packed(text))).toBe(text);
  expect(() => unpacked(Buffer.of(9, 1))).toThrow('does not know');
});

/** References that the database checks by statement, in place of foreign keys. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const BROKEN = { code: '23503' };

test('a claim has an act and a row: it cannot be written or moved without them, and neither can be deleted from under it', async () => {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roads' } });
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Kerb', quantity: '5' } });
  const { id: actId } = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const [row = 0] = ids;
  await ann.call('PUT /act_rows/:id/', { params: { id: actRowId(row, 1) }, body: { quantity: '2' } });
  const { query } = server.database;
  const claim = { team_id: ann.teamId, id: actRowId(row, 2), act_id: actId, list_id: list.id, row_id: row, quantity: '1' };
  const insert = (wrong: object) =>
    query
      .insertInto('act_rows')
      .values([claim, { ...claim, id: claim.id + 1, ...wrong }])
      .execute();
  await expect(insert({ act_id: 999_999 })).rejects.toMatchObject(BROKEN);
  await expect(insert({ row_id: 999_999 })).rejects.toMatchObject(BROKEN);
  for (const wrong of [{ act_id: 999_999 }, { row_id: 999_999 }])
    await expect(query.updateTable('act_rows').set(wrong).where('act_id', '=', actId).execute()).rejects.toMatchObject(BROKEN);
  await expect(query.deleteFrom('acts').where('id', '=', actId).execute()).rejects.toMatchObject(BROKEN);
  await expect(query.deleteFrom('estimate_rows').where('id', '=', row).execute()).rejects.toMatchObject(BROKEN);
  expect(
    (await query.selectFrom('act_rows').select('quantity').where('act_id', '=', actId).execute()).map(({ quantity }) => quantity),
  ).toEqual(['2.000000']);
});

test('images of rows belong to an event, and are deleted with it', async () => {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { query } = server.database;
  const { id } = await query.selectFrom('recent_events').select('id').where('project_id', '=', projectId).executeTakeFirstOrThrow();
  const images = async () => (await sql`select from event_changes where event_id = ${id}`.execute(query)).rows.length;
  const image = (event: number) =>
    sql`insert into event_changes (team_id, event_id, step, relation, op, id) values (${ann.teamId}::bigint, ${event}::bigint, 0, 'lists', 'insert', 1)`.execute(
      query,
    );
  await expect(image(999_999)).rejects.toMatchObject(BROKEN);
  await image(id);
  expect(await images()).toBeGreaterThan(0);
  await query.deleteFrom('recent_events').where('id', '=', id).execute();
  expect(await images()).toBe(0);
});

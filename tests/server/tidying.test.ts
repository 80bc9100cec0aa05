import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { analyseChanged, reuseSpace } from '../../server/db/tidying.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

/** How many rows the planner takes the table to have, and how many the removed and changed ones take the place of. */
async function known(): Promise<{ rows: number; dead: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(server.database.query);
  const { rows } = await sql<{ rows: number; dead: number }>`
    select c.reltuples::int as rows, s.n_dead_tup::int as dead
      from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = 'estimate_rows'`.execute(server.database.query);
  return rows[0] ?? { rows: 0, dead: 0 };
}

test.skipIf(inject('engine').kind === 'postgres')(
  'the embedded database learns how large its tables are, and uses their space again',
  async () => {
    const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
    const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
    const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roads' } });
    const rows = Array.from({ length: 300 }, (_, at) => ({ name: `Row ${at}`, quantity: '1' }));
    const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
    await analyseChanged(server.database.query);
    expect(await known()).toEqual({ rows: 300, dead: 0 });
    await ann.call('POST /versions/:id/rows/delete/', { params: { id: versionId }, body: { ids: ids.slice(0, 200) } });
    expect(await known()).toEqual({ rows: 300, dead: 200 });
    await reuseSpace(server.database.query);
    expect(await known()).toEqual({ rows: 100, dead: 0 });
  },
);

/** Rows of a list are removed in slices that read neither the rows of other lists nor those removed before. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { removeRowsInSlices } from '../../server/db/pieces.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const MANY = 12_000;

/** Two lists of an import. Three rows of each stand at the same place, because slices end at a place. */
async function twoLists(): Promise<readonly { readonly id: number; readonly rows_id: number }[]> {
  const { query } = server.database;
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  await sql`
    insert into imports (team_id, project_id, file_name, status, project_status, started_by)
    select ${ann.teamId}::bigint, ${projectId}::bigint, 'roads.csv', 'importable', status, (select min(id) from users)
      from projects where id = ${projectId}`.execute(query);
  const { rows: lists } = await sql<{ id: number; rows_id: number }>`
    insert into import_lists (team_id, project_id, "order", title, sheet, columns, notices)
    select ${ann.teamId}::bigint, ${projectId}::bigint, i, 'Roads', 'Sheet', '[]', '[]' from generate_series(1, 2) i returning id, rows_id`.execute(
    query,
  );
  for (const { rows_id } of lists)
    await sql`
      insert into import_rows (team_id, rows_id, "order", sheet_row_index, kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, cells, errors)
      select ${ann.teamId}::bigint, ${rows_id}::bigint, i / 3, i, 'row', '', 'Kerb', 'm', 1, 2, 3, 4, '{}', '[]'
        from generate_series(1, ${MANY}::int) i`.execute(query);
  return lists;
}
const countOf = async (rowsId = 0) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from import_rows where team_id = ${ann.teamId} and rows_id = ${rowsId}`.execute(server.database.query)
  ).rows[0]?.count;
const removeRows = (rowsId = 0) =>
  removeRowsInSlices(server.database.query, 'import_rows', ann.teamId, sql`select ${rowsId}::bigint as id`);
const removeList = (id = 0) => sql`delete from import_lists where team_id = ${ann.teamId} and id = ${id}`.execute(server.database.query);

test('the rows of one list are removed, and those of another stay', async () => {
  const [gone, kept] = await twoLists();
  await removeRows(gone?.rows_id);
  expect([await countOf(gone?.rows_id), await countOf(kept?.rows_id)]).toEqual([0, MANY]);
});

test('a list takes its rows and sums along, whether its rows were removed before or not', async () => {
  const [emptied, full] = await twoLists();
  await removeRows(emptied?.rows_id);
  await removeList(emptied?.id);
  expect(await countOf(full?.rows_id)).toBe(MANY);
  await removeList(full?.id);
  expect(await countOf(full?.rows_id)).toBe(0);
  const { rows } = await sql`
    select from import_list_facts where team_id = ${ann.teamId} and rows_id = any(${[emptied?.rows_id, full?.rows_id]}::bigint[])`.execute(
    server.database.query,
  );
  expect(rows).toEqual([]);
});

/** Rows of the table read without an index so far, and entries of its indexes. */
async function readSoFar() {
  const { query } = server.database;
  await sql`select pg_stat_force_next_flush()`.execute(query);
  const { rows } = await sql<{ rows: number; entries: number }>`
    select t.seq_tup_read::int as rows, (select sum(i.idx_tup_read)::int from pg_stat_user_indexes i where i.relid = t.relid) as entries
      from pg_stat_user_tables t where t.relname = 'import_rows'`.execute(query);
  return rows[0] ?? { rows: 0, entries: 0 };
}

// On a PostgreSQL server each connection reports what it has read some time later.
test.skipIf(inject('engine').kind === 'postgres')('each row is read once while they are removed, and none when their list is', async () => {
  const [gone] = await twoLists();
  const before = await readSoFar();
  await removeRows(gone?.rows_id);
  const between = await readSoFar();
  await removeList(gone?.id);
  const after = await readSoFar();
  expect(between.rows - before.rows).toBe(0);
  expect(between.entries - before.entries).toBeLessThan(MANY * 1.1);
  expect(after).toEqual(between);
});

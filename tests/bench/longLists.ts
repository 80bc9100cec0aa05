import { sql } from 'kysely';
import type { Running } from '../../server/serve.ts';
import type { signedIn } from './signedIn.ts';

export type Call = Awaited<ReturnType<typeof signedIn>>;

/** The number of row ids that a filled list returns, for edits. */
const ROWS_NAMED = 60;

/** A version with one list of the given number of rows, made by a bulk insert. */
export async function fill({ database: { query } }: Running, call: Call, teamId: number, size: number) {
  const project = await call('POST /projects', { body: { team_id: teamId, name: `${size} rows` } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Everything' } });
  const { id } = list;
  await sql`
    insert into estimate_rows (team_id, version_id, list_id, "order", code, name, unit, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools)
    select ${teamId}::bigint, ${version.id}::bigint, ${id}::bigint, n, 'B' || n, 'Position ' || n, 'm2', q, 4.25, 11.4, 0.75, round(q * 4.25, 2), round(q * 11.4, 2), round(q * 0.75, 2)
      from (select n, round((n % 977) / 8.0, 3) as q from generate_series(1, ${size}::int) n) rows`.execute(query);
  // The statistics are updated, as an import and a copy of as many rows do.
  await sql`analyze estimate_rows`.execute(query);
  const { rows } = await sql<{ id: number }>`
    select id from estimate_rows where team_id = ${teamId} and list_id = ${id} order by "order" limit ${ROWS_NAMED} offset 3`.execute(
    query,
  );
  return { path: `/project/${project.id}/${version.id}/list/${id}`, rowIds: rows.map((row) => row.id) };
}

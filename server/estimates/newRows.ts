import { sql } from 'kysely';
import type { Locked, VersionRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { rowAmounts } from './amounts.ts';
import { ROW_CONTENT, ROW_CONTENT_TYPED } from './rowColumns.ts';
import type { NewRow } from './versions.ts';

/** Ids for rows whose event is written before them, ascending. */
export async function nextRowIds(tx: Tx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('estimate_rows', 'id')) as id from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds rows with these ids at these places of a list, each with its amounts. */
export async function insertRows(
  tx: Tx,
  { teamId, versionId }: Locked<VersionRef>,
  listId: number,
  rows: readonly NewRow[],
  ids: readonly number[],
  orders: readonly number[],
): Promise<void> {
  const records = rows.map((row, at) => {
    const { labour, materials, tools } = rowAmounts(row);
    return { ...row, id: ids[at], order: orders[at], labour, materials, tools };
  });
  await sql`
    insert into estimate_rows (team_id, id, version_id, list_id, "order", ${ROW_CONTENT})
    select ${teamId}::bigint, r.id, ${versionId}::bigint, ${listId}::bigint, r."order", ${ROW_CONTENT}
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (
        id bigint, "order" bigint, ${ROW_CONTENT_TYPED})`.execute(tx);
}

/** Deleted rows made again from the images of the event that deleted them, as a new event. They keep their ids, so their history and comments go on. */
import { sql } from 'kysely';
import type { RowsInLists } from '../../domain/api/estimateShapes.ts';
import { restoreGone, restoreThere } from '../../domain/sentences/estimates.ts';
import type { Tx } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, notFound } from '../http/errors.ts';
import { rowAmounts } from './amounts.ts';
import { openForEditing } from './editing.ts';
import { IMAGE_CONTENT, ROW_CONTENT, ROW_CONTENT_TYPED } from './rowColumns.ts';
import { editedInLists, rowsEvent } from './rowEdits.ts';
import type { NewRow } from './versions.ts';

interface Deleted extends NewRow {
  readonly id: number;
  readonly list_id: number;
  readonly order: number;
  readonly hasList: boolean;
  readonly isThere: boolean;
}

/**
 * 404 when the event did not delete them; 409 `restore_there`, or `restore_gone` when their list is gone; otherwise the errors of any edit
 * of the version.
 */
export async function restoreRows(
  tx: Tx,
  caller: Caller,
  versionId: number,
  eventId: number,
  ids: readonly number[] | null,
): Promise<RowsInLists> {
  const version = await openForEditing(tx, caller, 'version', versionId);
  const { teamId, projectId } = version;
  const { rows } = await sql<Deleted>`
    select c.id, (c.before ->> 'list_id')::bigint as list_id, coalesce((c.before ->> 'order')::bigint, 0) as "order",
           ${IMAGE_CONTENT},
           exists (select from lists l where l.team_id = c.team_id and l.id = (c.before ->> 'list_id')::bigint and l.version_id = ${versionId}::bigint) as "hasList",
           exists (select from estimate_rows r where r.team_id = c.team_id and r.id = c.id) as "isThere"
      from event_changes c join recent_events e on e.team_id = c.team_id and e.id = c.event_id
     where c.team_id = ${teamId} and c.event_id = ${eventId}::bigint and (${ids}::bigint[] is null or c.id = any(${ids}::bigint[])) and c.relation = 'estimate_rows'
       and c.op = 'delete' and e.project_id = ${projectId} and not e.is_discarded
     order by "order", c.id`.execute(tx);
  if (rows.length === 0 || rows.length !== new Set(ids ?? rows.map(({ id }) => id)).size) throw notFound();
  if (rows.some(({ isThere }) => isThere)) throw conflict(restoreThere());
  if (rows.some(({ hasList }) => !hasList)) throw conflict(restoreGone());
  const restored = rows.map(({ id }) => id);
  const event = await recordEvent(tx, rowsEvent(version, caller, 'restore', rows, restored));
  const records = rows.map(({ hasList: _, isThere: __, ...row }) => {
    const { labour, materials, tools } = rowAmounts(row);
    return { ...row, labour, materials, tools };
  });
  await sql`
    insert into estimate_rows (team_id, id, version_id, list_id, "order", revision, ${ROW_CONTENT})
    select ${teamId}::bigint, r.id, ${versionId}::bigint, r.list_id, r."order", nextval('revisions'), ${ROW_CONTENT}
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (
        id bigint, list_id bigint, "order" bigint, ${ROW_CONTENT_TYPED})`.execute(tx);
  return editedInLists(tx, version, new Set(rows.map(({ list_id }) => list_id)), restored, event);
}

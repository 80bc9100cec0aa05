import { sql } from 'kysely';
import { staleEdit } from '../../domain/sentences/editing.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { conflict } from '../http/errors.ts';

/** Events searched for the last author, because a stale edit starts from a record changed recently. */
const RECENT = 100;

type Relation = 'lists' | 'estimate_rows' | 'percent_lines' | 'acts' | 'act_rows';

/**
 * The person whose edit last changed a record, among the project's recent events; null when none of these events changed it, as after an
 * undo.
 */
async function lastChangedBy(
  tx: Tx,
  { teamId, projectId }: ProjectRef,
  relation: Relation,
  id: number,
): Promise<{ readonly id: number | null; readonly name: string } | null> {
  const { rows } = await sql<{ id: number | null; name: string }>`
    select e.author_id as id, e.author_name as name
      from (select team_id, id, author_id, author_name, created_at from recent_events
             where team_id = ${teamId} and project_id = ${projectId} and processed order by created_at desc limit ${RECENT}) e
     where exists (select from event_changes c where c.team_id = e.team_id and c.event_id = e.id and c.relation = ${relation} and c.id = ${id})
     order by e.created_at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Refuses an edit that was not made on the record's present revision: 409 `stale_edit` with the present record, and the person who last
 * changed it. Without a revision the edit applies.
 */
export async function refuseStale(
  tx: Tx,
  projectRef: Locked<ProjectRef>,
  relation: Relation,
  revision: number | null,
  read: () => Promise<{ readonly id: number; readonly revision: number }>,
): Promise<void> {
  if (revision === null) return;
  const current = await read();
  if (current.revision === revision) return;
  const changed_by = await lastChangedBy(tx, projectRef, relation, current.id);
  throw conflict(staleEdit(), { current, changed_by });
}

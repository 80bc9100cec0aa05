/** Deleted projects wait 30 days in a bin, then they are removed with everything in them. */

import { type RawBuilder, sql } from 'kysely';
import type { DeletedProject } from '../../domain/api/shapes.ts';
import { may } from '../../domain/permissions.ts';
import { lockRecord } from '../access/refs.ts';
import { roleNow } from '../access/session.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { removeInSlices, removeRowsInSlices } from '../db/pieces.ts';
import { notifyProject } from '../history/record.ts';
import { limitIn } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { deletedProjectsOf, outdated } from './projects.ts';

/** Moves a project to the bin. 403 for a role without `deleteProjects`. */
export async function deleteProject(database: Database, caller: Caller, projectId: number, from: From): Promise<DeletedProject> {
  return database.query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', projectId);
    if (!may(projectRef.role ?? 'regular', 'deleteProjects')) throw forbidden();
    await sql`update projects set deleted_at = clock_timestamp() where team_id = ${projectRef.teamId} and id = ${projectId}`.execute(tx);
    await notifyProject(tx, projectRef);
    const [project] = await deletedProjectsOf(tx, { userId: caller.userId, teams: [projectRef.teamId], projectId });
    if (project === undefined) throw notFound();
    const { teamId } = projectRef;
    await recordSecurity(tx, { kind: 'project_deleted', userId: caller.userId, teamId, from, on: { name: project.name } });
    return project;
  });
}

/**
 * Takes a project out of the bin; a project that is not in it stays as it is. 404 after 30 days, when it is being removed. The update itself locks the
 * project, and reads it again after waiting for the lock.
 */
export async function restoreProject(tx: Tx, caller: Caller, projectId: number, from: From): Promise<void> {
  const { teams, userId, access } = caller;
  const { rows } = await sql<{ team_id: number; name: string; was_deleted: boolean; limited_to: string | null }>`
    update projects p set deleted_at = null from (select id, deleted_at from projects where id = ${projectId} for no key update) o
     where o.id = p.id and p.team_id = any(${teams}::bigint[]) and p.id = ${projectId} and coalesce(p.deleted_at >= ${outdated}, true)
    returning p.team_id, p.name, o.deleted_at is not null as was_deleted, limit_of(${userId}::bigint, p.team_id, p.id) as limited_to`.execute(
    tx,
  );
  const [restored] = rows;
  if (restored === undefined) throw notFound();
  access?.admit(limitIn(restored.limited_to));
  const { team_id: teamId, name } = restored;
  if ((await roleNow(tx, caller, teamId)) === null) throw notFound();
  if (restored.was_deleted) await recordSecurity(tx, { kind: 'project_restored', userId, teamId, from, on: { name } });
  await notifyProject(tx, { projectId });
}

/** Every table with records of a project, in an order that never leaves a reference to a removed record. */
const HOLDINGS = [
  ['certificates', 'project'],
  ['project_terms', 'project'],
  ['act_links', 'act'],
  ['act_answer_rows', 'act'],
  ['act_answer_lists', 'act'],
  ['act_answers', 'act'],
  ['act_list_totals', 'act'],
  ['act_section_totals', 'act'],
  ['act_totals', 'act'],
  ['act_rows', 'act'],
  ['acts', 'version'],
  ['places_taken', 'version'],
  ['settled_rows', 'carrying'],
  ['carryings', 'project'],
  ['carried_rows', 'version'],
  ['extras', 'version'],
  ['row_extras', 'version'],
  ['section_extras', 'version'],
  ['percent_lines', 'version'],
  ['estimate_rows', 'list'],
  ['list_totals', 'list'],
  ['section_totals', 'list'],
  ['unsettled_outlines', 'list'],
  ['lists', 'version'],
  ['version_totals', 'version'],
  ['heartbeats', 'project'],
  ['row_comments', 'project'],
  ['comment_reads', 'project'],
  ['versions', 'project'],
  ['event_places', 'event'],
  ['event_changes', 'event'],
  ['event_notes', 'event'],
  ['recent_events', 'project'],
  ['moments', 'project'],
  ['project_changes', 'project'],
  ['import_rows', 'import'],
  ['imports', 'project'],
  ['project_limits', 'project'],
] as const;

type Owner = (typeof HOLDINGS)[number][1];
const versionsOf = (teamId: number, projectId: number) =>
  sql`select id from versions where team_id = ${teamId} and project_id = ${projectId}`;
const listsOf = (teamId: number, versions: RawBuilder<unknown>) =>
  sql`select id from lists where team_id = ${teamId} and version_id in (${versions})`;
/** The records of a team that belong to one of these versions. */
const ofVersions = (teamId: number, versions: RawBuilder<unknown>) => ({
  version: sql`version_id in (${versions})`,
  list: sql`list_id in (${listsOf(teamId, versions)})`,
  act: sql`act_id in (select id from acts where team_id = ${teamId} and version_id in (${versions}))`,
});
const ofProject = (teamId: number, projectId: number): Readonly<Record<Exclude<Owner, 'import'>, RawBuilder<unknown>>> => ({
  ...ofVersions(teamId, versionsOf(teamId, projectId)),
  project: sql`project_id = ${projectId}`,
  event: sql`event_id in (select id from recent_events where team_id = ${teamId} and project_id = ${projectId})`,
  carrying: sql`carrying_id in (select id from carryings where team_id = ${teamId} and project_id = ${projectId})`,
});

/** Removes a version that nothing but its own records refers to. */
export async function removeVersion(tx: Tx, teamId: number, versionId: number): Promise<void> {
  const owners: Readonly<Partial<Record<Owner, RawBuilder<unknown>>>> = ofVersions(teamId, sql`${versionId}::bigint`);
  for (const [table, owner] of HOLDINGS) {
    const which = owners[owner];
    if (which !== undefined) await sql`delete from ${sql.table(table)} where team_id = ${teamId} and ${which}`.execute(tx);
  }
  await sql`delete from versions where team_id = ${teamId} and id = ${versionId}`.execute(tx);
}

/**
 * Removes the projects that have been in the bin for 30 days, in slices short enough to delay nobody. Continues a removal that an ended process
 * left unfinished.
 */
export async function emptyBin(query: Query): Promise<void> {
  const { rows } = await sql<{ team_id: number; id: number }>`
    select team_id, id from projects where deleted_at < ${outdated}`.execute(query);
  for (const { team_id: teamId, id } of rows) {
    const project = sql`team_id = ${teamId} and id = ${id} and deleted_at < ${outdated}`;
    // Somebody may be restoring it at this moment. The lock waits for them, and afterwards it can no longer be restored.
    const found = await query.transaction().execute((tx) => sql`select from projects where ${project} for update`.execute(tx));
    if (found.rows.length === 0) continue;
    const owners = ofProject(teamId, id);
    const lists = {
      estimate_rows: listsOf(teamId, versionsOf(teamId, id)),
      import_rows: sql`select rows_id as id from import_lists where team_id = ${teamId} and project_id = ${id}`,
    };
    for (const [table, owner] of HOLDINGS) {
      if (table === 'estimate_rows' || table === 'import_rows') await removeRowsInSlices(query, table, teamId, lists[table]);
      else await removeInSlices(query, table, sql`team_id = ${teamId} and ${owners[owner]}`);
    }
    await sql`delete from projects where ${project}`.execute(query);
  }
}

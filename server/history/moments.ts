/** Named points in time of a project. */
import { sql } from 'kysely';
import type { Moment } from '../../domain/api/historyRoutes.ts';
import * as say from '../../domain/sentences/estimates.ts';
import { findProject, type Locked, lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, notFound } from '../http/errors.ts';

/** The most moments of one project: each prevents the removal of the history after it. */
const MOST = 200;

const COLUMNS = ['id', 'version_id', 'event_id', 'at', 'name', 'note', 'author_id', 'author_name'] as const;
type Stored = Omit<Moment, 'at'> & { readonly at: Date };
const momentFrom = ({ at, ...moment }: Stored): Moment => ({ ...moment, at: at.toISOString() });

/** Latest first. */
export async function momentsOf(query: Query, caller: Caller, projectId: number): Promise<Moment[]> {
  const { teamId } = await findProject(query, caller, projectId);
  const found = await query
    .selectFrom('moments')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return found.map(momentFrom);
}

/** One moment of a project. 404 when there is none. */
export async function momentOf(query: Query, { teamId, projectId }: ProjectRef, id: number): Promise<Moment> {
  const found = await query
    .selectFrom('moments')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  return momentFrom(found);
}

interface Named {
  readonly name: string;
  readonly note: string;
}

/** Gives the current moment a name. The project is locked, so every event is either before it or after. */
export async function nameMoment(
  tx: Tx,
  caller: Caller,
  projectId: number,
  { name, note, version_id }: Named & { readonly version_id?: number | null | undefined },
): Promise<Moment> {
  const projectRef = await lockRecord(tx, caller, 'project', projectId);
  const { teamId } = projectRef;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from moments where team_id = ${teamId} and project_id = ${projectId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MOST) throw conflict(say.tooManyMoments({ most: String(MOST) }));
  const made = await sql<{ id: number }>`
    insert into moments (team_id, project_id, version_id, event_id, at, name, note, author_id, author_name)
    select ${teamId}::bigint, ${projectId}::bigint,
           (select v.id from open_versions v where v.team_id = ${teamId} and v.project_id = ${projectId} and v.id = ${version_id ?? null}::bigint),
           coalesce((select max(e.id) from recent_events e where e.team_id = ${teamId} and e.project_id = ${projectId} and e.processed), 0),
           clock_timestamp(), ${name}, ${note}, u.id, u.name from users u where u.id = ${caller.userId} returning id`.execute(tx);
  return momentOf(tx, projectRef, made.rows[0]?.id ?? 0);
}

export async function renameMoment(tx: Tx, caller: Caller, projectId: number, id: number, { name, note }: Named): Promise<Moment> {
  const projectRef = await lockRecord(tx, caller, 'project', projectId);
  await momentOf(tx, projectRef, id);
  await tx.updateTable('moments').set({ name, note }).where('team_id', '=', projectRef.teamId).where('id', '=', id).execute();
  return momentOf(tx, projectRef, id);
}

/** Removes a moment. Events kept only for it are removed at the next clean-up. */
export async function removeMoment(tx: Tx, caller: Caller, projectId: number, id: number): Promise<void> {
  const projectRef: Locked<ProjectRef> = await lockRecord(tx, caller, 'project', projectId);
  await momentOf(tx, projectRef, id);
  await tx.deleteFrom('moments').where('team_id', '=', projectRef.teamId).where('id', '=', id).execute();
}

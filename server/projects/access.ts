/**
 * The one way to a record: by its id among the caller's teams. What is another team's, deleted or unknown is 404 alike.
 * Keys begin with the team, so every look-up reads one index.
 */
import { sql } from 'kysely';
import type { Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { notFound, rowGone } from '../http/errors.ts';

export interface ProjectPlace {
  readonly teamId: number;
  readonly projectId: number;
}
export interface VersionPlace extends ProjectPlace {
  readonly versionId: number;
}

const found = <T>(record: T | undefined): T => {
  if (record === undefined) throw notFound();
  return record;
};

type Scope = Pick<Caller, 'teams'>;

/** The caller's project with this id. */
export async function projectPlace(query: Query, { teams }: Scope, projectId: number): Promise<ProjectPlace> {
  const { rows } = await sql<ProjectPlace>`
    select team_id as "teamId", id as "projectId" from projects where team_id = any(${teams}) and id = ${projectId} and deleted_at is null`.execute(
    query,
  );
  return found(rows[0]);
}

/** The version with this id, and its project. */
export async function versionPlace(query: Query, { teams }: Scope, versionId: number): Promise<VersionPlace> {
  const { rows } = await sql<VersionPlace>`
    select v.team_id as "teamId", v.project_id as "projectId", v.id as "versionId"
      from versions v join projects p on p.team_id = v.team_id and p.id = v.project_id
     where v.team_id = any(${teams}) and v.id = ${versionId} and v.deleted_at is null and p.deleted_at is null`.execute(query);
  return found(rows[0]);
}

/** The version that holds this list. */
export async function listPlace(query: Query, scope: Scope, listId: number): Promise<VersionPlace> {
  const list = await query
    .selectFrom('lists')
    .select('version_id')
    .where('team_id', 'in', teamsOf(scope))
    .where('id', '=', listId)
    .executeTakeFirst();
  return versionPlace(query, scope, found(list).version_id);
}

/** The version that holds this row. */
export async function rowPlace(query: Query, scope: Scope, rowId: number): Promise<VersionPlace> {
  const row = await query
    .selectFrom('estimate_rows')
    .select('version_id')
    .where('team_id', 'in', teamsOf(scope))
    .where('id', '=', rowId)
    .executeTakeFirst();
  if (row === undefined) throw rowGone();
  return versionPlace(query, scope, row.version_id);
}

/** The version that holds this additional cost or tax. */
export async function linePlace(query: Query, scope: Scope, kind: 'additional_cost' | 'tax', lineId: number): Promise<VersionPlace> {
  const line = await query
    .selectFrom('percent_lines')
    .select('version_id')
    .where('team_id', 'in', teamsOf(scope))
    .where('id', '=', lineId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return versionPlace(query, scope, found(line).version_id);
}

/** Holds the project until the transaction ends: one writer a project. 404 when it has been deleted meanwhile. */
export async function lockProject(tx: Tx, { teamId, projectId }: ProjectPlace): Promise<void> {
  const { rows } =
    await sql`select 1 from projects where team_id = ${teamId} and id = ${projectId} and deleted_at is null for update`.execute(tx);
  found(rows[0]);
}

/** Whether the version has an act, which freezes it. */
export async function isFrozen(query: Query, { teamId, versionId }: VersionPlace): Promise<boolean> {
  const act = await query
    .selectFrom('acts')
    .select('id')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .limit(1)
    .executeTakeFirst();
  return act !== undefined;
}

/** The caller's teams for an `in (…)`, which may not be empty. */
export const teamsOf = ({ teams }: Scope): readonly number[] => (teams.length === 0 ? [0] : teams);

import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import type { Caller, Viewer } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { teamsOf, type VersionPlace } from '../projects/access.ts';

export interface ActPlace extends VersionPlace {
  readonly actId: number;
  /** 1 for the first act made in the version. */
  readonly place: number;
}

async function find(query: Query, teams: readonly number[], condition: ReturnType<typeof sql<boolean>>): Promise<ActPlace> {
  const { rows } = await sql<ActPlace>`
    select a.team_id as "teamId", v.project_id as "projectId", a.version_id as "versionId", a.id as "actId", a.place
      from acts a
      join versions v on v.team_id = a.team_id and v.id = a.version_id
      join projects p on p.team_id = v.team_id and p.id = v.project_id
     where a.team_id = any(${teams}) and ${condition} and v.deleted_at is null and p.deleted_at is null`.execute(query);
  const [found] = rows;
  if (found === undefined) throw notFound();
  return found;
}

/** The caller's act with this id. */
export const actPlace = (query: Query, caller: Pick<Caller, 'teams'>, actId: number): Promise<ActPlace> =>
  find(query, teamsOf(caller), sql<boolean>`a.id = ${actId}`);

/** The act at this place of a version. */
export const actAt = (query: Query, { teamId, versionId }: VersionPlace, place: number): Promise<ActPlace> =>
  find(query, [teamId], sql<boolean>`a.version_id = ${versionId} and a.place = ${place}`);

/** The act for whoever may see it: a member of its team, or the holder of its public key. */
export function visibleAct(query: Query, { caller, publicAct }: Viewer, actId: number): Promise<ActPlace> {
  if (publicAct?.actId === actId) return actPlace(query, { teams: [publicAct.teamId] }, actId);
  return actPlace(query, caller ?? { teams: [] }, actId);
}

/** Which version is carried into which, and whether it can be carried now. */
import { sql } from 'kysely';
import type { CarryReview } from '../../domain/api/contractShapes.ts';
import * as say from '../../domain/sentences/contracts.ts';
import { versionElsewhere } from '../../domain/sentences/estimates.ts';
import { findVersion, type ProjectRef, type VersionRef } from '../access/refs.ts';
import { finalStatus } from '../acts/lock.ts';
import { carriedOnBy } from '../contracts/carriedOn.ts';
import { latestOn } from '../contracts/certified.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { type CatalogueSentence, conflict, fieldError } from '../http/errors.ts';

export type Name = CarryReview['from'];

/**
 * The version whose work would be carried: the requested one, or the latest with acts or certificates that no other version carries on. 409
 * `nothing_to_carry` without any, 400 for one of another project. `into` is null for the version that an import would make.
 */
export async function sourceOf(
  query: Query,
  caller: Caller,
  project: ProjectRef,
  into: number | null,
  asked: number | null,
): Promise<VersionRef> {
  if (asked !== null) {
    const version = await findVersion(query, caller, asked);
    if (version.projectId !== project.projectId || asked === into) throw fieldError('from_version_id', versionElsewhere());
    return version;
  }
  const { rows } = await sql<{ id: number }>`
    select v.id from versions v
     where v.team_id = ${project.teamId} and v.project_id = ${project.projectId} and v.deleted_at is null and v.id is distinct from ${into}::bigint
       and (exists (select from acts a where a.team_id = v.team_id and a.version_id = v.id)
            or exists (select from certificates c where c.team_id = v.team_id and c.version_id = v.id))
       and not exists (select from versions n where n.team_id = v.team_id and n.carried_from = v.id and n.deleted_at is null)
     order by v.number desc limit 1`.execute(query);
  const [found] = rows;
  if (found === undefined) throw conflict(say.nothingToCarry());
  return { teamId: project.teamId, projectId: project.projectId, versionId: found.id };
}

async function firstOpenAct(query: Query, { teamId, versionId }: VersionRef): Promise<string | null> {
  const { id } = await finalStatus(query);
  const open = await query
    .selectFrom('numbered_acts')
    .select('number')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .where('status_id', '<>', id)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
  return open?.number ?? null;
}

/** Why the older version's work cannot be carried now; null when it can. */
async function blockedBySource(query: Query, from: VersionRef, { number }: Name): Promise<CatalogueSentence | null> {
  const next = await carriedOnBy(query, from);
  if (next !== null) return say.carriedOn({ number: String(next.number) });
  const acts = await query
    .selectFrom('acts')
    .select('id')
    .where('team_id', '=', from.teamId)
    .where('version_id', '=', from.versionId)
    .limit(1)
    .executeTakeFirst();
  if (acts === undefined && (await latestOn(query, from)) === null) return say.nothingToCarry();
  const open = await firstOpenAct(query, from);
  if (open !== null) return say.olderActOpen({ number: open, version: String(number) });
  const openExtra = await query
    .selectFrom('extras')
    .select('id')
    .where('team_id', '=', from.teamId)
    .where('version_id', '=', from.versionId)
    .where('status', '=', 'asked')
    .limit(1)
    .executeTakeFirst();
  return openExtra === undefined ? null : say.olderExtrasOpen({ version: String(number) });
}

async function blockedByTarget(query: Query, { teamId, versionId }: VersionRef): Promise<CatalogueSentence | null> {
  const version = await query
    .selectFrom('versions')
    .select(['carried_from', 'is_separate'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  if (version.carried_from !== null) return say.carriedAlready();
  const acts = await query
    .selectFrom('acts')
    .select('id')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .limit(1)
    .executeTakeFirst();
  if (acts !== undefined) return say.carryHasActs();
  const issued = await latestOn(query, { teamId, versionId });
  if (issued !== null) return say.carryHasCertificates(issued);
  return version.is_separate ? say.carryIsSeparate() : null;
}

/** Why it cannot be carried now; null when it can. */
export async function blockedBy(
  query: Query,
  from: VersionRef,
  fromName: Name,
  into: VersionRef | null,
): Promise<CatalogueSentence | null> {
  return (into === null ? null : await blockedByTarget(query, into)) ?? (await blockedBySource(query, from, fromName));
}

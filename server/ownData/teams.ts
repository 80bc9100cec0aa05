/** Deleted teams: inaccessible immediately, restorable by their owners for 30 days. */
import { sql } from 'kysely';
import type { DeletedTeam } from '../../domain/api/ownDataRoutes.ts';
import type { Team } from '../../domain/api/people.ts';
import { BIN_DAYS } from '../../domain/bin.ts';
import { may } from '../../domain/permissions.ts';
import { anotherName } from '../../domain/sentences/ownData.ts';
import { notify } from '../db/bus.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, forbidden, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { membershipTopic, rolesHeld } from '../teams/members.ts';

/** Makes a team inaccessible: to its members, by links and by invitations. `days` until it is removed permanently. */
export async function moveTeamToBin(tx: Tx, teamId: number, days: number): Promise<void> {
  await sql`
    insert into former_members (team_id, user_id, role, created_at, limits)
    select m.team_id, m.user_id, m.role, m.created_at, jsonb_build_object(
             'projects', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from project_limits l where l.team_id = m.team_id and l.user_id = m.user_id),
             'later', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from later_limits l where l.team_id = m.team_id and l.user_id = m.user_id))
      from members m where m.team_id = ${teamId}`.execute(tx);
  const members = await tx.deleteFrom('members').where('team_id', '=', teamId).returning('user_id').execute();
  await sql`update teams set deleted_at = clock_timestamp(), purge_at = clock_timestamp() + make_interval(days => ${days}::int) where id = ${teamId}`.execute(
    tx,
  );
  for (const { user_id } of members) await notify(tx, membershipTopic(user_id));
  // People who follow an act by its link learn that the link no longer works.
  const { rows } = await sql<{ id: number }>`
    select distinct v.project_id as id from act_links l join acts a on a.team_id = l.team_id and a.id = l.act_id
      join versions v on v.team_id = a.team_id and v.id = a.version_id where l.team_id = ${teamId} and l.withdrawn_at is null`.execute(tx);
  for (const { id } of rows) await notifyProject(tx, { projectId: id });
}

const shown = ({ id, name, deleted_at, purge_at }: { id: number; name: string; deleted_at: Date; purge_at: Date }): DeletedTeam => ({
  id,
  name,
  deleted_at: deleted_at.toISOString(),
  gone_at: purge_at.toISOString(),
});

/** The deleted teams a person owned, the latest first, while they can be restored. */
export async function deletedTeamsOf(query: Query, userId: number, teamId: number | null = null): Promise<DeletedTeam[]> {
  const { rows } = await sql<Parameters<typeof shown>[0]>`
    select t.id, t.name, t.deleted_at, t.purge_at from former_members m join teams t on t.id = m.team_id
     where m.user_id = ${userId} and m.role = 'owner' and t.deleted_at is not null and t.purging_at is null and t.purge_at > clock_timestamp()
       and (${teamId}::bigint is null or t.id = ${teamId})
     order by t.deleted_at desc`.execute(query);
  return rows.map(shown);
}

/** Deletes a team whose name was typed. 403 for a role other than owner. */
export async function deleteTeam({ query }: Database, teamId: number, typed: string, caller: Caller, from: From): Promise<DeletedTeam> {
  return query.transaction().execute(async (tx) => {
    const { own } = await rolesHeld(tx, { teamId, userId: caller.userId }, caller);
    if (!may(own, 'ownTeam')) throw forbidden();
    const { name } = await tx.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirstOrThrow();
    if (typed.trim() !== name.trim()) throw fieldError('name', anotherName({ team: name }));
    await recordSecurity(tx, { kind: 'team_deleted', userId: caller.userId, teamId, from, on: { name } });
    await moveTeamToBin(tx, teamId, BIN_DAYS);
    const [deleted] = await deletedTeamsOf(tx, caller.userId, teamId);
    if (deleted === undefined) throw notFound();
    return deleted;
  });
}

/** Restores a deleted team with the members it had, for one of its owners. 404 for others, and once it has been removed. */
export async function restoreTeam({ query }: Database, teamId: number, { userId }: { readonly userId: number }, from: From): Promise<Team> {
  return query.transaction().execute(async (tx) => {
    await sql`select 1 from teams where id = ${teamId} for update`.execute(tx);
    const [deleted] = await deletedTeamsOf(tx, userId, teamId);
    if (deleted === undefined) throw notFound();
    await restoreMembers(tx, teamId);
    await recordSecurity(tx, { kind: 'team_restored', userId, teamId, from, on: { name: deleted.name } });
    return { id: teamId, name: deleted.name, role: 'owner' };
  });
}

/** Makes the team's former members members again, except those who deleted their accounts in the meantime. */
export async function restoreMembers(tx: Tx, teamId: number): Promise<void> {
  await sql`update teams set deleted_at = null, purge_at = null where id = ${teamId}`.execute(tx);
  const { rows } = await sql<{ user_id: number }>`
    insert into members (team_id, user_id, role, created_at)
    select m.team_id, m.user_id, m.role, m.created_at from former_members m join users u on u.id = m.user_id
     where m.team_id = ${teamId} and u.deleted_at is null on conflict do nothing returning user_id`.execute(tx);
  const limits = (of: 'projects' | 'later') => sql`
    from former_members f join members m on m.team_id = f.team_id and m.user_id = f.user_id cross join jsonb_array_elements(f.limits->${sql.lit(of)}) x
    where f.team_id = ${teamId}`;
  await sql`
    insert into project_limits (team_id, user_id, project_id, can, prices)
    select f.team_id, f.user_id, (x->>'project_id')::bigint, x->>'can', (x->>'prices')::boolean ${limits('projects')}
       and exists (select from projects p where p.team_id = f.team_id and p.id = (x->>'project_id')::bigint)`.execute(tx);
  await sql`
    insert into later_limits (team_id, user_id, can, prices)
    select f.team_id, f.user_id, x->>'can', (x->>'prices')::boolean ${limits('later')}`.execute(tx);
  await sql`delete from former_members where team_id = ${teamId}`.execute(tx);
  for (const { user_id } of rows) await notify(tx, membershipTopic(user_id));
}

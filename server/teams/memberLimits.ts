/** The limits that owners and admins set for regular members in projects (docs/product.md, chapter 17). */
import { sql } from 'kysely';
import type { Limit } from '../../domain/access.ts';
import type { MemberLimits } from '../../domain/api/projectAccessRoutes.ts';
import { may, permissionToEdit } from '../../domain/permissions.ts';
import { neverLimited } from '../../domain/sentences/access.ts';
import { notify } from '../db/bus.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, forbidden, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { membership, membershipTopic, rolesHeld } from './members.ts';

interface Of {
  readonly teamId: number;
  readonly userId: number;
}

const limitOf = (can: Limit['can'] | null, prices: boolean | null): Limit | null =>
  can === null ? null : { can, prices: prices === true };

async function limitsOverview(query: Query, { teamId, userId }: Of): Promise<Pick<MemberLimits, 'later' | 'limited'>> {
  const later = await query
    .selectFrom('later_limits')
    .select(['can', 'prices'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const { rows } = await sql<{ limited: number }>`
    select count(*)::int as limited from project_limits x join projects p on p.team_id = x.team_id and p.id = x.project_id and p.deleted_at is null
     where x.team_id = ${teamId} and x.user_id = ${userId}`.execute(query);
  return { later: later ?? null, limited: rows[0]?.limited ?? 0 };
}

/** A window of the team's projects by name, those whose name contains a text, with the member's limit in each. */
async function limitsOf(
  query: Query,
  of: Of,
  { text, offset, limit }: { readonly text: string; readonly offset: number; readonly limit: number },
): Promise<MemberLimits> {
  const { teamId, userId } = of;
  if ((await membership(query, teamId, userId)) === null) throw notFound();
  const { rows } = await sql<{ id: number; name: string; can: Limit['can'] | null; prices: boolean | null; total: number }>`
    select p.id, p.name, x.can, x.prices, count(*) over ()::int as total
      from projects p left join project_limits x on x.team_id = p.team_id and x.user_id = ${userId} and x.project_id = p.id
     where p.team_id = ${teamId} and p.deleted_at is null and (${text} = '' or strpos(lower(p.name), lower(${text})) > 0)
     order by lower(p.name), p.id offset ${offset} limit ${limit}`.execute(query);
  const projects = rows.map(({ id, name, can, prices }) => ({ id, name, limit: limitOf(can, prices) }));
  return { ...(await limitsOverview(query, of)), projects, total: rows[0]?.total ?? 0 };
}

interface Change {
  readonly project_id: number | null;
  readonly all: boolean;
  readonly limit: Limit | null;
}

/** Sets the limit in projects made later. */
async function limitLater(tx: Tx, { teamId, userId }: Of, limit: Limit | null): Promise<void> {
  if (limit === null) {
    await tx.deleteFrom('later_limits').where('team_id', '=', teamId).where('user_id', '=', userId).execute();
    return;
  }
  await tx
    .insertInto('later_limits')
    .values({ team_id: teamId, user_id: userId, ...limit })
    .onConflict((clash) => clash.columns(['team_id', 'user_id']).doUpdateSet(limit))
    .execute();
}

/** Sets the limit in one project, or in all including those in the bin. 404 when the project does not belong to the team. */
async function limitIn(tx: Tx, { teamId, userId }: Of, projectId: number | null, limit: Limit | null): Promise<void> {
  const which = sql`p.team_id = ${teamId} and (${projectId}::bigint is null or p.id = ${projectId}::bigint)`;
  if (projectId !== null && (await sql`select 1 from projects p where ${which}`.execute(tx)).rows.length === 0) throw notFound();
  if (limit === null) {
    await sql`delete from project_limits x where x.team_id = ${teamId} and x.user_id = ${userId}
       and (${projectId}::bigint is null or x.project_id = ${projectId}::bigint)`.execute(tx);
    return;
  }
  await sql`
    insert into project_limits (team_id, user_id, project_id, can, prices)
    select p.team_id, ${userId}::bigint, p.id, ${limit.can}::text, ${limit.prices}::boolean from projects p where ${which}
        on conflict (team_id, user_id, project_id) do update set can = excluded.can, prices = excluded.prices`.execute(tx);
}

/** The limit in words for the security log. */
const written = (limit: Limit | null): string => (limit === null ? 'everything' : `${limit.can}${limit.prices ? '' : ', no prices'}`);

async function nameOf(tx: Tx, teamId: number, { all, project_id: id }: Change): Promise<string> {
  if (all) return 'all projects';
  if (id === null) return 'later projects';
  const project = await tx.selectFrom('projects').select('name').where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst();
  return project?.name ?? '';
}

/**
 * Limits a regular member, or ends a limit. Their screens are notified when it is committed. 403 unless the caller may edit members of
 * their role, 409 `never_limited` for an admin.
 */
async function changeLimit({ query }: Database, of: Of, change: Change, caller: Caller, from: From) {
  return query.transaction().execute(async (tx) => {
    const { own, theirs } = await rolesHeld(tx, of, caller);
    if (!may(own, permissionToEdit(theirs))) throw forbidden();
    if (theirs !== 'regular') throw conflict(neverLimited());
    if (change.all || change.project_id === null) await limitLater(tx, of, change.limit);
    if (change.all || change.project_id !== null) await limitIn(tx, of, change.all ? null : change.project_id, change.limit);
    await recordSecurity(tx, {
      kind: 'limits_changed',
      userId: caller.userId,
      teamId: of.teamId,
      from,
      on: { userId: of.userId, was: await nameOf(tx, of.teamId, change), becomes: written(change.limit) },
    });
    await notify(tx, membershipTopic(of.userId));
    return limitsOverview(tx, of);
  });
}

export const limitHandlers: HandlersOf<'GET /teams/:id/members/:userId/limits/' | 'PUT /teams/:id/members/:userId/limits/'> = {
  'GET /teams/:id/members/:userId/limits/': ({ params, query }, { database }) =>
    limitsOf(database.query, { teamId: params.id, userId: params.userId }, query),
  'PUT /teams/:id/members/:userId/limits/': ({ params, body }, { database, caller, from }) =>
    changeLimit(database, { teamId: params.id, userId: params.userId }, body, caller, from),
};

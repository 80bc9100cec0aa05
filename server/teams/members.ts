import { sql } from 'kysely';
import type { Member, Team } from '../../domain/api/people.ts';
import { may, permissionToEdit, ROLES, type Role } from '../../domain/permissions.ts';
import { lastOwner } from '../../domain/sentences/people.ts';
import { roleNow } from '../access/session.ts';
import { notify } from '../db/bus.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { hasFactor } from '../factors/own.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, forbidden, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { membershipTopic } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';

export { membershipTopic };

export const roleOf = (text: string): Role => {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new Error(`Unknown role: ${text}`);
  return role;
};

/** The teams a person belongs to, oldest first, with their role in each. */
export async function teamsOfUser(query: Query, userId: number): Promise<Team[]> {
  const rows = await query
    .selectFrom('members')
    .innerJoin('teams', 'teams.id', 'members.team_id')
    .leftJoin('later_limits', (join) =>
      join.onRef('later_limits.team_id', '=', 'members.team_id').onRef('later_limits.user_id', '=', 'members.user_id'),
    )
    .select(['teams.id', 'teams.name', 'teams.factor_required_from', 'members.role', 'later_limits.can'])
    .where('members.user_id', '=', userId)
    .orderBy('teams.id')
    .execute();
  const isFree = rows.every(({ factor_required_from: from }) => from === null) || (await hasFactor(query, userId));
  const now = new Date();
  return rows.map(({ id, name, role, can, factor_required_from: from }) => ({
    id,
    name,
    role: roleOf(role),
    ...(!isFree && from !== null && { factor_from: from.toISOString(), ...(from <= now && { is_closed: true as const }) }),
    ...(role === 'regular' && can !== null && { starts_nothing: true as const }),
  }));
}

/** Everybody in a team, in the order they joined. */
export async function membersOfTeam(query: Query, teamId: number) {
  return query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.name', 'users.email', 'members.role', 'members.created_at'])
    .where('members.team_id', '=', teamId)
    .orderBy('members.created_at')
    .orderBy('users.id')
    .execute();
}

/** A person's role in a team; null for a person who is not a member. */
export async function membership(query: Query, teamId: number, userId: number): Promise<Role | null> {
  const found = await query
    .selectFrom('members')
    .select('role')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found === undefined ? null : roleOf(found.role);
}

/** A new team with its owner. */
export async function makeTeam(tx: Tx, name: string, ownerId: number): Promise<Team> {
  const { id } = await tx.insertInto('teams').values({ name }).returning('id').executeTakeFirstOrThrow();
  await tx.insertInto('members').values({ team_id: id, user_id: ownerId, role: 'owner' }).execute();
  return { id, name, role: 'owner' };
}

interface Membership {
  readonly teamId: number;
  readonly userId: number;
}

/**
 * Locks a team's members until the transaction ends, and answers the roles of the caller and of the member; 404 when either is not a
 * member, 401 when the caller's session is over.
 */
export async function rolesHeld(tx: Tx, { teamId, userId }: Membership, caller: Caller): Promise<{ own: Role; theirs: Role }> {
  await sql`select 1 from teams where id = ${teamId} for update`.execute(tx);
  const own = await roleNow(tx, caller, teamId);
  const theirs = await membership(tx, teamId, userId);
  if (own === null || theirs === null) throw notFound();
  return { own, theirs };
}

/** Renames a team. 404 for a former member, 403 when the caller's role no longer allows it. */
export async function renameTeam({ query }: Database, teamId: number, name: string, caller: Caller, from: From): Promise<Team> {
  return query.transaction().execute(async (tx) => {
    const { own: role } = await rolesHeld(tx, { teamId, userId: caller.userId }, caller);
    if (!may(role, 'seeTeamSettings')) throw forbidden();
    const { name: was } = await tx.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirstOrThrow();
    await tx.updateTable('teams').set({ name }).where('id', '=', teamId).execute();
    await recordSecurity(tx, { kind: 'settings_changed', userId: caller.userId, teamId, from, on: { was, becomes: name } });
    return { id: teamId, name, role };
  });
}

/** Withdraws the invitations of a person who may no longer invite: through one sent to another address of theirs they could regain their role. */
export async function withdrawInvitations(tx: Tx, of: Membership): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ withdrawn_at: new Date() })
    .where('team_id', '=', of.teamId)
    .where('invited_by', '=', of.userId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Gives a member another role. 403 unless the caller may edit members of the role they have now (docs/product.md, 3.10). */
export async function changeRole(
  { query }: Database,
  of: Membership,
  role: 'admin' | 'regular',
  caller: Caller,
  from: From,
): Promise<Member> {
  return query.transaction().execute(async (tx) => {
    const { own, theirs } = await rolesHeld(tx, of, caller);
    if (!may(own, permissionToEdit(theirs))) throw forbidden();
    await tx.updateTable('members').set({ role }).where('team_id', '=', of.teamId).where('user_id', '=', of.userId).execute();
    if (!may(role, 'inviteUsers')) await withdrawInvitations(tx, of);
    const on = { userId: of.userId, was: theirs, becomes: role };
    await recordSecurity(tx, { kind: 'role_changed', userId: caller.userId, teamId: of.teamId, from, on });
    await notify(tx, membershipTopic(of.userId));
    const member = (await membersOfTeam(tx, of.teamId)).find(({ id }) => id === of.userId);
    if (member === undefined) throw notFound();
    return { ...member, role: roleOf(member.role), created_at: member.created_at.toISOString() };
  });
}

/**
 * Removes a member from a team, with immediate effect: their live subscriptions of it end, and its records no longer exist for them. Every
 * member but the last owner (409 `last_owner`) may leave; others may be removed by members who may edit their role.
 */
export async function removeMember({ query }: Database, of: Membership, caller: Caller, from: From): Promise<void> {
  await query.transaction().execute(async (tx) => {
    const { own, theirs } = await rolesHeld(tx, of, caller);
    if (of.userId !== caller.userId && !may(own, permissionToEdit(theirs))) throw forbidden();
    if (theirs === 'owner' && (await ownersOf(tx, of.teamId)) === 1) throw conflict(lastOwner());
    await tx.deleteFrom('members').where('team_id', '=', of.teamId).where('user_id', '=', of.userId).execute();
    await withdrawInvitations(tx, of);
    const kind = of.userId === caller.userId ? 'member_left' : 'member_removed';
    await recordSecurity(tx, { kind, userId: caller.userId, teamId: of.teamId, from, on: { userId: of.userId, was: theirs } });
    await notify(tx, membershipTopic(of.userId));
  });
}

async function ownersOf(tx: Tx, teamId: number): Promise<number> {
  const owners = await tx.selectFrom('members').select('user_id').where('team_id', '=', teamId).where('role', '=', 'owner').execute();
  return owners.length;
}

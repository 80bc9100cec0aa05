import type { Team } from '../../domain/contract/people.ts';
import { ROLES, type Role } from '../../domain/permissions.ts';
import type { Query } from '../db/open.ts';

const roleOf = (text: string): Role => {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new Error(`Unknown role: ${text}`);
  return role;
};

/** The teams a person belongs to, oldest first, with their role in each. */
export async function teamsOfUser(query: Query, userId: number): Promise<Team[]> {
  const rows = await query
    .selectFrom('members')
    .innerJoin('teams', 'teams.id', 'members.team_id')
    .select(['teams.id', 'teams.name', 'members.role'])
    .where('members.user_id', '=', userId)
    .orderBy('teams.id')
    .execute();
  return rows.map(({ id, name, role }) => ({ id, name, role: roleOf(role) }));
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

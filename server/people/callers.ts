import { sql } from 'kysely';
import type { Role } from '../../domain/permissions.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { type Access, readAccess } from './tokens.ts';

/** The sender of this bearer header; null when the token is missing, expired or withdrawn. */
export async function callerOf(query: Query, secret: Uint8Array, authorization: unknown): Promise<Caller | null> {
  const access = await readAccess(secret, authorization);
  return access === null ? null : callerOfAccess(query, access);
}

async function callerOfAccess(query: Query, { userId, family, generation, expiresAt }: Access): Promise<Caller | null> {
  const { rows } = await sql<{ team_id: number | null; role: Role | null }>`
    select m.team_id, m.role from refresh_families f left join members m on m.user_id = f.user_id
     where f.id = ${family} and f.user_id = ${userId} and f.generation = ${generation} and f.revoked_at is null`.execute(query);
  if (rows.length === 0) return null;
  const roles = new Map(rows.flatMap(({ team_id, role }) => (team_id === null || role === null ? [] : [[team_id, role] as const])));
  return { userId, family, expiresAt, teams: [...roles.keys()], roles };
}

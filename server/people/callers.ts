import { sql } from 'kysely';
import { PROOF_MINUTES } from '../../domain/factors.ts';
import type { Role } from '../../domain/permissions.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import type { Caller } from '../http/caller.ts';
import { unauthorized } from '../http/errors.ts';
import { limited } from '../http/limits.ts';
import { callerOfApiToken, isApiToken } from './apiTokens.ts';
import { noteUse } from './lastUse.ts';
import { type Access, readAccess } from './tokens.ts';

/**
 * The sender of this bearer header; null when the token is missing, expired or withdrawn. A wrong API token throws 401, and 429 when the network has
 * tried too many.
 */
export async function callerOf(query: Query, secret: Uint8Array, authorization: unknown, address: string): Promise<Caller | null> {
  if (isApiToken(authorization)) {
    return limited(query, 'apiToken', { address }, async () => {
      const program = await callerOfApiToken(query, authorization);
      if (program === null) throw unauthorized();
      return program;
    });
  }
  const access = await readAccess(secret, authorization);
  return access === null ? null : callerOfAccess(query, access);
}

/**
 * The person a bearer header names, without reading the database: no teams, and a session that may have ended; null when the token is not
 * one of ours.
 */
export async function presentedBy(query: Query, secret: Uint8Array, authorization: unknown): Promise<Caller | null> {
  const access = await readAccess(secret, authorization);
  if (access === null) return null;
  const { userId, family, generation, expiresAt } = access;
  noteUse(query, family);
  const login = { family, generation };
  return { userId, family, expiresAt, teams: [], roles: new Map(), isProved: false, login, presented: login };
}

const rolesIn = statement<
  Omit<Access, 'expiresAt'>,
  { team_id: number | null; role: Role | null; is_proved: boolean; closes_at: Date | null }
>(
  'roles_in_session',
  ({ userId, family, generation }) => sql`
    select m.team_id, m.role, f.proved_at > clock_timestamp() - make_interval(mins => ${PROOF_MINUTES}::int) as is_proved,
           (select min(t.factor_required_from) from members o join teams t on t.id = o.team_id
             where o.user_id = f.user_id and t.factor_required_from > now() and not exists (select from factors x where x.user_id = f.user_id)) as closes_at
      from refresh_families f join users u on u.id = f.user_id and u.disabled_at is null left join teams_open_to(f.user_id) m on true
     where f.id = ${family} and f.user_id = ${userId}::bigint and f.generation = ${generation}::int and f.revoked_at is null`,
);

async function callerOfAccess(query: Query, { userId, family, generation, expiresAt }: Access): Promise<Caller | null> {
  const rows = await rolesIn(query, { userId, family, generation });
  const [first] = rows;
  if (first === undefined) return null;
  noteUse(query, family);
  const roles = new Map(rows.flatMap(({ team_id, role }) => (team_id === null || role === null ? [] : [[team_id, role] as const])));
  // Live channels check their access again when a team closes.
  const until = first.closes_at === null ? expiresAt : Math.min(expiresAt, first.closes_at.getTime() / 1000);
  return { userId, family, expiresAt: until, teams: [...roles.keys()], roles, isProved: first.is_proved, login: { family, generation } };
}

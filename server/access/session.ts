/** Whether a caller's session is valid, checked as part of the statement that does the work. */
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../domain/permissions.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import type { Caller } from '../http/caller.ts';
import { unauthorized } from '../http/errors.ts';

export interface SessionAsked {
  readonly person: number;
  /** Null when the session has been looked up already. */
  readonly family: string | null;
  readonly generation: number | null;
}

export const sessionOf = ({ userId, presented }: Pick<Caller, 'userId' | 'presented'>): SessionAsked => ({
  person: userId,
  family: presented?.family ?? null,
  generation: presented?.generation ?? null,
});

/** Whether the session is valid and its person may sign in: a condition in the statement of a call that `checksSession`. */
export const sessionIsValid = ({ person, family, generation }: SessionAsked) => sql<boolean>`
  (${family}::text is null or exists (
    select from refresh_families s join users u on u.id = s.user_id and u.disabled_at is null
     where s.id = ${family}::text and s.user_id = ${person}::bigint and s.generation = ${generation}::int and s.revoked_at is null))`;

const askSession = statement<SessionAsked, { stands: boolean }>(
  'session_stands',
  (given) => sql`select ${sessionIsValid(given)} as stands`,
);

/** Checks a session by itself, to tell why a statement that includes the check found nothing. */
export async function isSessionValid(query: Query, caller: Pick<Caller, 'userId' | 'presented'>): Promise<boolean> {
  const [found] = await askSession(query, sessionOf(caller));
  return found?.stands === true;
}

/** The login of a caller, or the API token of a program; neither for work that no caller asked for. */
export interface CallerAuth {
  readonly person: number;
  readonly family: string | null;
  readonly generation: number | null;
  readonly token: number | null;
}
export const authOf = ({ userId, login, token }: Pick<Caller, 'userId' | 'login' | 'token'>): CallerAuth => ({
  person: userId,
  family: login?.family ?? null,
  generation: login?.generation ?? null,
  token: token?.id ?? null,
});

/** Whether the session or token is valid at this moment (`stands`), and the caller's role in a team (`role`): a table of one row (migration 0097). */
export const sessionAndRole = ({ person, family, generation, token }: CallerAuth, teamId: RawBuilder<unknown>) =>
  sql`standing_of(${person}::bigint, ${family}::text, ${generation}::int, ${token}::bigint, ${teamId})`;

const askSessionAndRole = statement<CallerAuth & { readonly teamId: number }, { stands: boolean; role: Role | null }>(
  'standing',
  (given) => sql`select n.stands, n.role from ${sessionAndRole(given, sql`${given.teamId}::bigint`)} n`,
);

/** The caller's role in a team at this moment; null when they are no member. 401 when their session is over. */
export async function roleNow(query: Query, caller: Pick<Caller, 'userId' | 'login' | 'token'>, teamId: number): Promise<Role | null> {
  const [found] = await askSessionAndRole(query, { ...authOf(caller), teamId });
  if (found?.stands !== true) throw unauthorized();
  return found.role;
}

/** The teams whose records exist for a caller: those of somebody who has only presented a token are read by the statement itself. */
export const teamsSql = ({ userId, teams, presented }: Pick<Caller, 'userId' | 'teams' | 'presented'>): RawBuilder<readonly number[]> =>
  presented === undefined ? sql`${teams}::bigint[]` : sql`array(select m.team_id from teams_open_to(${userId}::bigint) m)`;

/** API tokens of people's own programs: 256 random bits behind a prefix, kept as a hash. */
import { sql } from 'kysely';
import { TOKEN_PREFIX, type TokenScope } from '../../domain/apiTokens.ts';
import type { Role } from '../../domain/permissions.ts';
import { notify } from '../db/bus.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { afterwards } from '../http/afterwards.ts';
import type { Caller } from '../http/caller.ts';
import { isUseDue } from './lastUse.ts';
import { keptHash, newSecret } from './links.ts';
import { sessionTopic } from './tokens.ts';

const BEARER = `Bearer ${TOKEN_PREFIX}`;
/** Whether a request carries an API token. */
export const isApiToken = (authorization: unknown): authorization is string =>
  typeof authorization === 'string' && authorization.startsWith(BEARER);

export const newApiToken = (): { readonly token: string; readonly hash: string } => {
  const token = `${TOKEN_PREFIX}${newSecret()}`;
  return { token, hash: keptHash(token) };
};

/** The name of the session topic that ends the live channels of a token. */
const familyOf = (id: number): string => `token:${id}`;

interface Found {
  readonly id: number;
  readonly user_id: number;
  readonly scope: TokenScope;
  readonly expires_at: Date;
  readonly team_id: number | null;
  readonly role: Role | null;
}
const rolesOf = statement<{ readonly hash: string }, Found>(
  'roles_of_token',
  ({ hash }) => sql`
    select t.id, t.user_id, t.scope, t.expires_at, m.team_id, m.role
      from api_tokens t join users u on u.id = t.user_id and u.disabled_at is null left join teams_open_to(t.user_id) m on true
     where t.hash = ${hash} and t.withdrawn_at is null and t.expires_at > now()`,
);

/** The person a token belongs to, with their present teams; null when it is wrong, withdrawn or expired. */
export async function callerOfApiToken(query: Query, authorization: string): Promise<Caller | null> {
  const rows = await rolesOf(query, { hash: keptHash(authorization.slice('Bearer '.length)) });
  const [first] = rows;
  if (first === undefined) return null;
  const { id, user_id: userId, scope, expires_at } = first;
  const family = familyOf(id);
  if (isUseDue(family))
    afterwards('The last use of an API token could not be kept', async () => {
      await sql`update api_tokens set last_used_at = now() where id = ${id}`.execute(query);
    });
  const roles = new Map(rows.flatMap(({ team_id, role }) => (team_id === null || role === null ? [] : [[team_id, role] as const])));
  return {
    userId,
    family,
    expiresAt: Math.floor(expires_at.getTime() / 1000),
    teams: [...roles.keys()],
    roles,
    isProved: false,
    token: { id, scope },
  };
}

/** Withdraws one token of a person, or all of them, with immediate effect, also for live channels. Returns their names. */
export async function withdrawApiTokens(query: Query, userId: number, id: number | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    update api_tokens set withdrawn_at = now() where user_id = ${userId} and withdrawn_at is null and (${id}::bigint is null or id = ${id}::bigint)
    returning id, name`.execute(query);
  for (const withdrawn of rows) await notify(query, sessionTopic(familyOf(withdrawn.id)));
  return rows.map(({ name }) => name);
}

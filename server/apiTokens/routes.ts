/** People make tokens for their programs, see them and withdraw them. */
import { sql } from 'kysely';
import type { ApiToken, apiTokenRoutes, MadeApiToken, NewApiToken } from '../../domain/api/apiTokenRoutes.ts';
import { MOST_TOKENS, TOKEN_SCOPES } from '../../domain/apiTokens.ts';
import { tooManyTokens } from '../../domain/sentences/tokens.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { newApiToken, withdrawApiTokens } from '../people/apiTokens.ts';
import { recordSecurity } from '../securityLog/record.ts';

const DAY = 24 * 3_600;

/** The tokens that are not withdrawn, newest first; an expired one stays in the list for 30 days, so that its owner sees it has expired. */
async function tokensOf(query: Query, userId: number, id: number | null = null): Promise<ApiToken[]> {
  const rows = await query
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() - interval '30 days'`)
    .$if(id !== null, (one) => one.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ scope, created_at, expires_at, last_used_at, ...token }) => ({
    ...token,
    scope: TOKEN_SCOPES.find((known) => known === scope) ?? 'read',
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
}

/** Makes a token. 409 `too_many_tokens` for a person who has as many as allowed. */
async function makeToken({ query }: Database, { userId }: Caller, { name, scope, days }: NewApiToken, from: From): Promise<MadeApiToken> {
  const { token, hash } = newApiToken();
  return query.transaction().execute(async (tx) => {
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx);
    const alive = (await tokensOf(tx, userId)).filter(({ expires_at }) => Date.parse(expires_at) > Date.now());
    if (alive.length >= MOST_TOKENS) throw conflict(tooManyTokens({ most: MOST_TOKENS }));
    const { rows } = await sql<{ id: number }>`
      insert into api_tokens (user_id, name, scope, hash, expires_at)
      values (${userId}, ${name}, ${scope}, ${hash}, now() + make_interval(secs => ${days * DAY}::float8)) returning id`.execute(tx);
    const [made] = await tokensOf(tx, userId, rows[0]?.id ?? 0);
    if (made === undefined) throw new Error('no token was made');
    await recordSecurity(tx, { kind: 'token_made', userId, teamId: null, from, on: { name, becomes: scope } });
    return { ...made, token };
  });
}

async function withdrawToken({ query }: Database, { userId }: Caller, id: number, from: From): Promise<void> {
  await query.transaction().execute(async (tx) => {
    const [name] = await withdrawApiTokens(tx, userId, id);
    if (name === undefined) throw notFound();
    await recordSecurity(tx, { kind: 'token_withdrawn', userId, teamId: null, from, on: { name } });
  });
}

export const apiTokenHandlers: HandlersOf<keyof typeof apiTokenRoutes> = {
  'GET /profile/tokens/': (_, { database, caller }) => tokensOf(database.query, caller.userId),

  'POST /profile/tokens/': ({ body }, { database, caller, from }) => makeToken(database, caller, body, from),

  async 'DELETE /profile/tokens/:tokenId/'({ params }, { database, caller, from }) {
    await withdrawToken(database, caller, params.tokenId, from);
    return { detail: 'The token has been withdrawn' };
  },
};

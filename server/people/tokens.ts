import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Tokens } from '../../domain/api/people.ts';
import { notify } from '../db/bus.ts';
import type { Query } from '../db/open.ts';
import { FROM_INSIDE, type From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { endWaitingOf } from './addresses.ts';
import { isNewDevice } from './devices.ts';
import { isUseDue } from './lastUse.ts';

/**
 * Lifetimes in seconds (docs/api.md, Sessions); `login` is how long a login lasts however often it is refreshed, `grace` how long a used
 * refresh token still answers a tab that sent it too late.
 */
const LIFETIME = { access: 3_600, refresh: 3 * 24 * 3_600, login: 30 * 24 * 3_600, grace: 30 } as const;

/** Claims that mark our access tokens, so that another token signed with the same secret is not accepted as one. */
const TOKEN = { typ: 'at+jwt', issuer: 'actum', audience: 'actum-api' } as const;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Claims of an access token: the user, the login, and the generation of that login. */
export interface Access {
  readonly userId: number;
  readonly family: string;
  readonly generation: number;
  readonly expiresAt: number;
}

function signAccess(secret: Uint8Array, { userId, family, generation }: Omit<Access, 'expiresAt'>, issuedAt: Date): Promise<string> {
  return new SignJWT({ family, generation })
    .setProtectedHeader({ alg: 'HS256', typ: TOKEN.typ })
    .setIssuer(TOKEN.issuer)
    .setAudience(TOKEN.audience)
    .setSubject(String(userId))
    .setIssuedAt(seconds(issuedAt))
    .setExpirationTime(seconds(issuedAt) + LIFETIME.access)
    .sign(secret);
}

/** Tokens whose signature was verified, by their hash, because the same few are sent again and again. */
const read = new WeakMap<Uint8Array, Map<string, Access>>();
const MOST_READ = 10_000;

/** Reads a bearer header; null when it is missing, not ours or expired. Only the database knows whether it was withdrawn. */
export async function readAccess(secret: Uint8Array, authorization: unknown): Promise<Access | null> {
  if (typeof authorization !== 'string' || !authorization.startsWith('Bearer ')) return null;
  const token = authorization.slice('Bearer '.length);
  const known = read.get(secret) ?? new Map<string, Access>();
  read.set(secret, known);
  const hash = hashOf(token);
  const before = known.get(hash);
  if (before !== undefined && before.expiresAt > Date.now() / 1000) return before;
  known.delete(hash);
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], ...TOKEN });
    const { sub, exp, family, generation } = payload;
    if (sub === undefined || exp === undefined || typeof family !== 'string' || typeof generation !== 'number') return null;
    const access = { userId: Number(sub), family, generation, expiresAt: exp };
    if (known.size >= MOST_READ) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    known.set(hash, access);
    return access;
  } catch {
    return null;
  }
}

interface SignedIn {
  readonly userId: number;
  /** The hash the password was found to match. */
  readonly password: string;
  /** How the person proved themselves; a password when absent. */
  readonly methods?: readonly string[];
  readonly from?: From;
}

/**
 * Starts a login: its own family of refresh tokens. Null when the password was changed since it was checked, which ended every login, or
 * the account was disabled.
 */
export async function startFamily(
  query: Query,
  secret: Uint8Array,
  { userId, password, methods = ['password'], from = FROM_INSIDE }: SignedIn,
): Promise<Tokens | null> {
  const family = randomUUID();
  const refresh = randomBytes(32).toString('base64url');
  const now = new Date();
  const isStarted = await query.transaction().execute(async (tx) => {
    const current = await tx.selectFrom('users').select(['password', 'disabled_at']).where('id', '=', userId).forShare().executeTakeFirst();
    if (current?.password !== password || current.disabled_at !== null) return false;
    const { address, device } = from;
    await tx
      .insertInto('refresh_families')
      .values({ id: family, user_id: userId, address, device, methods: [...methods] })
      .execute();
    const isMailed = await isNewDevice(tx, userId, from);
    await recordSecurity(tx, { kind: 'sign_in', userId, teamId: null, from, on: { becomes: methods.join(', ') }, isMailed });
    await tx
      .insertInto('refresh_tokens')
      .values({ hash: hashOf(refresh), family, expires_at: expiry })
      .execute();
    return true;
  });
  if (!isStarted) return null;
  isUseDue(family);
  return { access: await signAccess(secret, { userId, family, generation: 1 }, now), refresh };
}

const expiry = sql<Date>`clock_timestamp() + make_interval(secs => ${LIFETIME.refresh}::float8)`;

/**
 * Exchanges a refresh token for the next pair; null when it is refused. The successor is derived from the token itself, so a tab that sends
 * a used token gets the same pair without any token being stored readably. A token that is sent again after the grace counts as stolen: its
 * whole family is revoked.
 */
export async function rotate(query: Query, secret: Uint8Array, token: string, from: From): Promise<Tokens | null> {
  const successor = createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url');
  const issued = await query.transaction().execute(async (tx) => {
    const {
      rows: [found],
    } = await sql<{
      family: string;
      user_id: number;
      generation: number;
      issued_at: Date | null;
      is_used: boolean;
      alive: boolean;
      in_grace: boolean;
    }>`
      select t.family, f.user_id, f.generation, t.successor_issued_at as issued_at, t.used_at is not null as is_used, (t.expires_at > now() and f.revoked_at is null
              and u.disabled_at is null and f.created_at > now() - make_interval(secs => ${LIFETIME.login}::float8)) as alive,
             coalesce(clock_timestamp() - t.used_at <= make_interval(secs => ${LIFETIME.grace}::float8), false) as in_grace
        from refresh_tokens t join refresh_families f on f.id = t.family join users u on u.id = f.user_id
       where t.hash = ${hashOf(token)} for update of t, f`.execute(tx);
    if (found === undefined || !found.alive) return null;
    const owner = { userId: found.user_id, family: found.family, generation: found.generation };
    if (found.is_used) {
      if (found.in_grace) return { ...owner, at: found.issued_at ?? new Date() };
      await revokeFamily(tx, found.family);
      await endWaitingOf(tx, found.family);
      await recordSecurity(tx, { kind: 'session_stolen', userId: found.user_id, teamId: null, from });
      return null; // returned, not thrown: the revocation is committed
    }
    await sql`update refresh_families set last_used_at = now(), address = ${from.address} where id = ${found.family}`.execute(tx);
    const at = new Date();
    // Processes' clocks may differ: the grace is measured by the database's alone.
    await tx
      .updateTable('refresh_tokens')
      .set({ used_at: sql<Date>`clock_timestamp()`, successor_issued_at: at })
      .where('hash', '=', hashOf(token))
      .execute();
    await tx
      .insertInto('refresh_tokens')
      .values({ hash: hashOf(successor), family: found.family, expires_at: expiry })
      .execute();
    return { ...owner, at };
  });
  if (issued !== null) isUseDue(issued.family);
  return issued === null ? null : { access: await signAccess(secret, issued, issued.at), refresh: successor };
}

/**
 * Records that the person of a login has just proved who they are. Null when the login has ended, or the password is no longer `password`.
 * Its present access tokens become invalid, so that a stolen copy does not count as proved; the answer is the next access token.
 */
export async function renewProved(
  query: Query,
  secret: Uint8Array,
  { userId, family, password = null }: { readonly userId: number; readonly family: string; readonly password?: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ generation: number }>`
    update refresh_families f set proved_at = clock_timestamp(), generation = f.generation + 1 from users u
     where f.id = ${family} and f.user_id = ${userId}::bigint and f.revoked_at is null and u.id = f.user_id
       and u.password = coalesce(${password}::text, u.password)
    returning f.generation`.execute(query);
  const [renewed] = rows;
  return renewed === undefined ? null : signAccess(secret, { userId, family, generation: renewed.generation }, new Date());
}

/** A condition: the login, in a table called f, has neither ended nor expired. */
export const aliveFamily = sql<boolean>`
  f.revoked_at is null and f.created_at > now() - make_interval(secs => ${LIFETIME.login}::float8)
  and exists (select from refresh_tokens t where t.family = f.id and t.used_at is null and t.expires_at > now())`;

/** The topic that announces the end of a login. */
export const sessionTopic = (family: string): string => `session:${family}`;

/** Ends a login: revokes its refresh and access tokens and notifies its sockets. */
export async function revokeFamily(query: Query, family: string): Promise<void> {
  await sql`update refresh_families set revoked_at = now(), generation = generation + 1 where id = ${family} and revoked_at is null`.execute(
    query,
  );
  await notify(query, sessionTopic(family));
}

/** The login a refresh token belongs to; null for an unknown one. */
export async function familyOf(query: Query, token: string): Promise<string | null> {
  const found = await query.selectFrom('refresh_tokens').select('family').where('hash', '=', hashOf(token)).executeTakeFirst();
  return found?.family ?? null;
}

/** Ends the login a refresh token belongs to; nothing happens for an unknown one. */
export async function revokeToken(query: Query, token: string, from: From): Promise<void> {
  const found = await query
    .selectFrom('refresh_tokens')
    .innerJoin('refresh_families', 'refresh_families.id', 'family')
    .select(['family', 'user_id', 'revoked_at'])
    .where('hash', '=', hashOf(token))
    .executeTakeFirst();
  if (found === undefined) return;
  await revokeFamily(query, found.family);
  if (found.revoked_at === null) await recordSecurity(query, { kind: 'sign_out', userId: found.user_id, teamId: null, from });
}

/** Deletes logins that have ended, with their tokens, and expired tokens. */
export async function removeDeadTokens(query: Query): Promise<void> {
  await sql`delete from refresh_tokens where expires_at < now()`.execute(query);
  await sql`delete from refresh_families f
             where revoked_at is not null or created_at < now() - make_interval(secs => ${LIFETIME.login + LIFETIME.access}::float8)
                or not exists (select 1 from refresh_tokens t where t.family = f.id)`.execute(query);
}

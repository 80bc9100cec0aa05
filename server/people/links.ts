/** Links that are sent by mail. The database keeps only the hash of a link's secret. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Query, Tx } from '../db/open.ts';

/** "address" sets the address it was mailed to; "address_back" restores the previous one. */
type PersonLinkKind = 'recovery' | 'not_me' | 'address' | 'address_back';
/** A confirmation link confirms a registration, with its password or a new one. A recovery link always sets a new password. */
export type RegistrationLinkKind = 'confirmation' | 'recovery';

const WEEK = 7 * 24 * 3_600;
/** Lifetimes of links, in seconds. */
export const LINK_LIFETIME = {
  confirmation: WEEK,
  recovery: 3_600,
  not_me: WEEK,
  address: WEEK,
  address_back: WEEK,
  invitation: WEEK,
} as const;

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const keptHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Makes a link of a person, or of a change of their address, and returns its secret for the mail. */
export async function makePersonLink(tx: Tx, kind: PersonLinkKind, userId: number, changeId: number | null = null): Promise<string> {
  const secret = newSecret();
  await sql`insert into person_links (hash, kind, user_id, change_id, expires_at)
    values (${keptHash(secret)}, ${kind}, ${userId}, ${changeId}::bigint, clock_timestamp() + make_interval(secs => ${LINK_LIFETIME[kind]}::float8))`.execute(
    tx,
  );
  return secret;
}

/** Makes a link of a registration and returns its secret for the mail. */
export async function makeRegistrationLink(tx: Tx, kind: RegistrationLinkKind, registrationId: number): Promise<string> {
  const secret = newSecret();
  await sql`insert into registration_links (hash, kind, registration_id, expires_at)
    values (${keptHash(secret)}, ${kind}, ${registrationId}, clock_timestamp() + make_interval(secs => ${LINK_LIFETIME[kind]}::float8))`.execute(
    tx,
  );
  return secret;
}

/** Uses a link up and returns its person, locked until the transaction ends; null when it is unknown, used or expired. */
export async function usePersonLink(tx: Tx, kind: PersonLinkKind, secret: string): Promise<number | null> {
  // The person is locked before their links, as in every other change of an account: otherwise two transactions could deadlock.
  await sql`select 1 from users where id = (select user_id from person_links where hash = ${keptHash(secret)}) for no key update`.execute(
    tx,
  );
  const { rows } = await sql<{ user_id: number }>`
    update person_links set used_at = clock_timestamp()
     where hash = ${keptHash(secret)} and kind = ${kind} and used_at is null and expires_at > clock_timestamp()
    returning user_id`.execute(tx);
  return rows[0]?.user_id ?? null;
}

/** Invalidates a person's unused links of a kind. */
export async function dropPersonLinks(query: Query, kind: PersonLinkKind, userId: number): Promise<void> {
  await query.deleteFrom('person_links').where('user_id', '=', userId).where('kind', '=', kind).where('used_at', 'is', null).execute();
}

/** Whether a link sets the password of an account that keeps one although people sign in by their company alone. */
export async function opensKeptPassword(query: Query, secret: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from person_links l join users u on u.id = l.user_id where l.hash = ${keptHash(secret)} and u.keeps_password`.execute(query);
  return rows.length > 0;
}

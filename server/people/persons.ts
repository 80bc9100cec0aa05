import { sql } from 'kysely';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { addressHeld } from '../../domain/sentences/people.ts';
import type { Query, Tx } from '../db/open.ts';
import { conflict, unauthorized } from '../http/errors.ts';
import { endWaiting, isHeld } from './addresses.ts';
import { revokeFamily } from './tokens.ts';

/** The topic of a person's memberships, watched by screens that show their teams. */
export const membershipTopic = (userId: number): string => `memberships:${userId}`;

interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly language: Language;
  readonly confirmed_at: Date | null;
  readonly disabled_at: Date | null;
  /** Whether its password is accepted even where people sign in by their company alone. */
  readonly keeps_password: boolean;
}

/** A stored language tag, or the default for a language the product no longer has. */
export const languageOf = (tag: string): Language => LANGUAGES.find((known) => known === tag) ?? LANGUAGES[0];

/** The account of an address in any case; null when there is none. */
export async function personByEmail(query: Query, email: string): Promise<Person | null> {
  const found = await query
    .selectFrom('users')
    .select(['id', 'email', 'password', 'language', 'confirmed_at', 'disabled_at', 'keeps_password'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return found === undefined ? null : { ...found, language: languageOf(found.language) };
}

/**
 * Locks a person's account against deletion until the transaction ends, before the person joins a team: otherwise the team could get a deleted
 * member. 401 for an account that has been deleted meanwhile.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<{ readonly email: string }> {
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${userId} and deleted_at is null for share`.execute(tx);
  const [person] = rows;
  if (person === undefined) throw unauthorized();
  return person;
}

/** Ends every login of a person except the named one, and cancels the new address that one of them has asked for. */
export async function endSessions(tx: Tx, userId: number, except: string | null = null): Promise<void> {
  const families = await tx
    .selectFrom('refresh_families')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of families) if (id !== except) await revokeFamily(tx, id);
  await endWaiting(tx, userId, except);
}

interface Kept {
  readonly name: string;
  readonly email: string;
  readonly language?: Language | undefined;
}

/**
 * Makes the account of a confirmed address, or gives a waiting account its name, language and password; returns its id. 409 `address_held`
 * while the address may be restored to the account that had it.
 */
export async function keepPerson(tx: Tx, known: Person | null, { name, email, language }: Kept, passwordHash: string): Promise<number> {
  const kept = { name, password: passwordHash, confirmed_at: new Date(), ...(language !== undefined && { language }) };
  if (known !== null) {
    await tx.updateTable('users').set(kept).where('id', '=', known.id).execute();
    return known.id;
  }
  if (await isHeld(tx, email)) throw conflict(addressHeld());
  const { id } = await tx
    .insertInto('users')
    .values({ email, ...kept })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

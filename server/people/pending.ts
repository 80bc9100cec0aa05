/** Registrations that wait for their link to be opened. An address may have several, because its owner is not known yet. */
import { sql } from 'kysely';
import type { Language } from '../../domain/languages.ts';
import type { Query, Tx } from '../db/open.ts';
import { keptHash, type RegistrationLinkKind } from './links.ts';
import { languageOf } from './persons.ts';

export interface Pending {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly language: Language;
}

/** Lets one transaction at a time make the account of an address. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email.toLowerCase()}`}, 0))`.execute(tx);
}

/** The registrations of an address, oldest first; in a transaction they stay until it ends. */
export async function pendingRegistrations(query: Query, email: string): Promise<Pending[]> {
  const rows = await query
    .selectFrom('registrations')
    .select(['id', 'email', 'name', 'password', 'language'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map((row) => ({ ...row, language: languageOf(row.language) }));
}

/** The registration a mailed link is for, its address locked until the transaction ends; null when the link is wrong or expired. */
export async function registrationOf(tx: Tx, secret: string, kinds: readonly RegistrationLinkKind[]): Promise<Pending | null> {
  const link = await tx
    .selectFrom('registration_links')
    .innerJoin('registrations', 'registrations.id', 'registration_links.registration_id')
    .select(['registrations.id', 'registrations.email'])
    .where('hash', '=', keptHash(secret))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (link === undefined) return null;
  await lockAddress(tx, link.email);
  return (await pendingRegistrations(tx, link.email)).find(({ id }) => id === link.id) ?? null;
}

/** Deletes every registration of an address, with its links, because the address has its account. */
export async function dropRegistrations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('registrations').where(sql`lower(email)`, '=', email.toLowerCase()).execute();
}

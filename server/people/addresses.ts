/** A new address of an account: it waits until the link mailed to it is pressed, and for some days the previous address can be restored. */
import { sql } from 'kysely';
import type { Query, Tx } from '../db/open.ts';
import type { From } from '../http/from.ts';
import { keptHash } from './links.ts';

/** Days: seven for the link that restores an address, three in which its mail is tried, and one more. */
const HELD_FOR = 11;

/** Whether an address was another account's until recently: nobody else may take it while it may be restored. */
export async function isHeld(query: Query, email: string, userId = 0): Promise<boolean> {
  const { rows } = await sql`
    select 1 from address_changes where lower(was) = ${email.trim().toLowerCase()} and user_id <> ${userId}::bigint
       and changed_at > clock_timestamp() - make_interval(days => ${HELD_FOR}::int) limit 1`.execute(query);
  return rows.length > 0;
}

interface Asked {
  readonly userId: number;
  readonly family: string;
  readonly was: string;
  readonly becomes: string;
  readonly from: From;
}

/** Stores a login's request for an address, replacing an earlier request of the account. */
export async function keepAsked(tx: Tx, { userId, family, was, becomes, from }: Asked): Promise<number> {
  await endWaiting(tx, userId);
  const { id } = await tx
    .insertInto('address_changes')
    .values({ user_id: userId, family, was, becomes, network: from.address, device: from.device })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Cancels the requests for an address that wait, except that of a login that stays. */
export async function endWaiting(query: Query, userId: number, except: string | null = null): Promise<void> {
  await sql`
    update address_changes set ended_at = clock_timestamp()
     where user_id = ${userId}::bigint and changed_at is null and ended_at is null and family is distinct from ${except}::text`.execute(
    query,
  );
}

/** Cancels the request of one login, which somebody ended. */
export async function endWaitingOf(query: Query, family: string): Promise<void> {
  await sql`
    update address_changes set ended_at = clock_timestamp() where family = ${family} and changed_at is null and ended_at is null`.execute(
    query,
  );
}

export interface AddressChange {
  readonly id: number;
  readonly user_id: number;
  readonly was: string;
  readonly becomes: string;
  readonly asked_at: Date;
  readonly changed_at: Date | null;
  readonly ended_at: Date | null;
  readonly network: string;
  readonly device: string;
}

/** A change as its mails describe it, locked until the transaction ends; null when it no longer exists. */
export async function changeOf(query: Query, id: number): Promise<AddressChange | null> {
  return (await query.selectFrom('address_changes').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()) ?? null;
}

/**
 * The change that belongs to the link mailed to the new address, locked until the transaction ends; null when the link is wrong, used or
 * expired.
 */
export async function waitingChange(tx: Tx, secret: string): Promise<AddressChange | null> {
  const { rows } = await sql<AddressChange>`
    select c.* from person_links l join address_changes c on c.id = l.change_id
     where l.hash = ${keptHash(secret)} and l.kind = 'address' and l.expires_at > clock_timestamp() and c.changed_at is null and c.ended_at is null
       for update of c`.execute(tx);
  return rows[0] ?? null;
}

/** Gives the account another address, and with it the invitations it has accepted. */
export async function setAddress(tx: Tx, userId: number, was: string, becomes: string): Promise<void> {
  await sql`update users set email = ${becomes} where id = ${userId}::bigint`.execute(tx);
  await sql`update invitations set email = ${becomes} where lower(email) = lower(${was}) and accepted_at is not null`.execute(tx);
  // A company's sign-in that waits for the account's owner is removed, because its link is mailed to the previous address.
  await sql`delete from company_sign_ins where user_id = ${userId}::bigint`.execute(tx);
}

interface RestoredAddress {
  readonly from: string;
  readonly to: string;
}

/**
 * Undoes a change and all later ones, with their links: the account has its previous address again. Null when none of these changes had
 * been made.
 */
export async function restoreAddress(tx: Tx, userId: number, changeId: number): Promise<RestoredAddress | null> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const undone = await tx
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where('id', '>=', changeId)
    .returning(['id', 'was', 'changed_at'])
    .execute();
  const [first] = undone.filter(({ changed_at }) => changed_at !== null).sort((one, other) => one.id - other.id);
  if (first === undefined) return null;
  await setAddress(tx, userId, email, first.was);
  return { from: email, to: first.was };
}

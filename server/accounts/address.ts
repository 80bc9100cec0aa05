/** Changing the address of an account: asked for after a proof, and set by its owner with the link that was mailed to the new address. */
import { sql } from 'kysely';
import { isSameAddress } from '../../domain/api/credentials.ts';
import * as say from '../../domain/sentences/people.ts';
import type { Config } from '../config.ts';
import { notify } from '../db/bus.ts';
import type { Database, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, fieldError, HttpError, onlyByCompany, refused, unauthorized } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { countAddress } from '../http/limits.ts';
import { orderMail } from '../mail/queue.ts';
import { isHeld, keepAsked, setAddress, waitingChange } from '../people/addresses.ts';
import { dropPersonLinks } from '../people/links.ts';
import { dropRegistrations, lockAddress } from '../people/pending.ts';
import { membershipTopic, personByEmail } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';

interface Around {
  readonly database: Database;
  readonly config: Config;
  readonly caller: Caller;
  readonly from: From;
}

/**
 * The person, locked until the transaction ends. 403 where their account is opened by their company alone: its address is the company's.
 */
async function ownPerson(tx: Tx, { config: { singleSignOn }, caller }: Around) {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'keeps_password'])
    .where('id', '=', caller.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (singleSignOn?.isOnlyWay && !person.keeps_password) throw onlyByCompany(singleSignOn);
  return person;
}

/**
 * Locks the session until the transaction ends, so that ending the session cancels the change it asks for as well. 401 when it has ended.
 */
async function lockSession(tx: Tx, { family }: Caller): Promise<void> {
  const { rows } = await sql`select 1 from refresh_families where id = ${family} and revoked_at is null for share`.execute(tx);
  if (rows.length === 0) throw unauthorized();
}

/**
 * Asks for a new address, replacing an earlier request. Both addresses get a mail. Only the mails tell whether the new address has an
 * account, so that nobody learns of other people's accounts. A field error for the person's present address.
 */
export async function askForAddress(around: Around, becomes: string): Promise<void> {
  const { userId, family } = around.caller;
  await around.database.query.transaction().execute(async (tx) => {
    const { email: was } = await ownPerson(tx, around);
    await lockSession(tx, around.caller);
    if (isSameAddress(was, becomes)) throw fieldError('email', say.sameAddress());
    await countAddress(tx, userId);
    const changeId = await keepAsked(tx, { userId, family, was, becomes, from: around.from });
    await orderMail(tx, { kind: 'address', email: becomes, changeId });
    await orderMail(tx, { kind: 'address_asked', email: was, changeId });
    await recordSecurity(tx, { kind: 'address_asked', userId, teamId: null, from: around.from });
  });
}

/**
 * Sets the address a link was mailed to, once, and only for the person who asked for it: a mistyped address may belong to a stranger, who
 * opens the mail. Links mailed to the previous address stop working, except those that restore it. 400 `address_link_invalid`, 403
 * `address_of_other`, 409 `address_taken_meanwhile` or `address_held`.
 */
export async function takeAddress(around: Around, secret: string): Promise<void> {
  const { userId } = around.caller;
  await around.database.query.transaction().execute(async (tx) => {
    const { email: was } = await ownPerson(tx, around);
    const change = await waitingChange(tx, secret);
    if (change === null) throw refused(say.addressLinkInvalid());
    if (change.user_id !== userId) throw HttpError.of(403, say.addressOfOther());
    const { id: changeId, becomes } = change;
    await lockAddress(tx, becomes);
    const holder = await personByEmail(tx, becomes);
    if (holder !== null && holder.id !== userId) throw conflict(say.addressTakenMeanwhile());
    if (await isHeld(tx, becomes, userId)) throw conflict(say.addressHeld());
    await setAddress(tx, userId, was, becomes);
    await tx
      .updateTable('address_changes')
      .set({ was, changed_at: sql<Date>`clock_timestamp()`, network: around.from.address, device: around.from.device })
      .where('id', '=', changeId)
      .execute();
    await dropPersonLinks(tx, 'recovery', userId);
    await dropPersonLinks(tx, 'not_me', userId);
    await dropRegistrations(tx, becomes);
    await recordSecurity(tx, { kind: 'address_changed', userId, teamId: null, from: around.from, on: { was, becomes } });
    await orderMail(tx, { kind: 'address_changed', email: was, changeId });
    await notify(tx, membershipTopic(userId));
  });
}

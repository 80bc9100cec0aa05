/** The places where people are signed in, and the ways to end these sessions. */

import { sql } from 'kysely';
import type { Session } from '../../domain/api/sessionRoutes.ts';
import { may, permissionToEdit } from '../../domain/permissions.ts';
import { noticeInvalid } from '../../domain/sentences/people.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, notFound, refused } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { endWaitingOf, restoreAddress } from '../people/addresses.ts';
import { withdrawApiTokens } from '../people/apiTokens.ts';
import { dropPersonLinks, keptHash, makePersonLink, usePersonLink } from '../people/links.ts';
import { CLOSED } from '../people/passwords.ts';
import { endSessions } from '../people/persons.ts';
import { aliveFamily, revokeFamily } from '../people/tokens.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { rolesHeld } from '../teams/members.ts';

/** A person's sessions: the calling one first, then those used last. */
export async function sessionsOf(query: Query, userId: number, own: string): Promise<Session[]> {
  const families = await query
    .selectFrom('refresh_families as f')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at', 'methods'])
    .where('user_id', '=', userId)
    .where(aliveFamily)
    .orderBy(sql`id = ${own}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .execute();
  return families.map(({ created_at, last_used_at, ...family }) => ({
    ...family,
    signed_in_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_this: family.id === own,
  }));
}

/** Ends one session of the caller's. 404 when they have no session with this id. */
export async function endSession({ query }: Database, { userId }: Caller, id: string, from: From): Promise<void> {
  await query.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('refresh_families as f')
      .select('device')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where(aliveFamily)
      .executeTakeFirst();
    if (found === undefined) throw notFound();
    await revokeFamily(tx, id);
    await endWaitingOf(tx, id);
    await recordSecurity(tx, { kind: 'session_ended', userId, teamId: null, from, on: { name: found.device } });
  });
}

export async function endOthers({ query }: Database, { userId, family }: Caller, from: From): Promise<void> {
  await query.transaction().execute(async (tx) => {
    await endSessions(tx, userId, family);
    await recordSecurity(tx, { kind: 'sessions_ended', userId, teamId: null, from, on: { becomes: 'others' } });
  });
}

interface OfMember {
  readonly teamId: number;
  readonly userId: number;
}

/** Throws 404 when either of the two is not a member, 403 unless the caller may edit members of this role. */
async function mustEdit(tx: Tx, of: OfMember, caller: Caller): Promise<void> {
  const { own, theirs } = await rolesHeld(tx, of, caller);
  if (!may(own, permissionToEdit(theirs))) throw forbidden();
}

export async function sessionsOfMember({ query }: Database, of: OfMember, caller: Caller): Promise<Session[]> {
  return query.transaction().execute(async (tx) => {
    await mustEdit(tx, of, caller);
    return sessionsOf(tx, of.userId, caller.family);
  });
}

/** Ends every session of a member, with effect in other teams too, because a session belongs to a person and not to a team. */
export async function endSessionsOfMember({ query }: Database, of: OfMember, caller: Caller, from: From): Promise<void> {
  await query.transaction().execute(async (tx) => {
    await mustEdit(tx, of, caller);
    await endSessions(tx, of.userId);
    await recordSecurity(tx, { kind: 'sessions_ended', userId: caller.userId, teamId: of.teamId, from, on: { userId: of.userId } });
  });
}

/**
 * A person says that the event a mail reported was not theirs. Every session and API token of theirs ends, the password becomes invalid, a
 * changed address is restored, and they choose a new password. Returns the secret for that. 400 `notice_invalid` when the link is wrong,
 * used or expired.
 */
export async function wasNotMe({ query }: Database, secret: string, from: From): Promise<string> {
  const chosen = await query.transaction().execute(async (tx) => {
    const userId = (await usePersonLink(tx, 'not_me', secret)) ?? (await usePersonLink(tx, 'address_back', secret));
    if (userId === null) return null;
    await removeAddedSince(tx, userId, secret);
    await restorePreviousAddress(tx, userId, secret, from);
    await endSessions(tx, userId);
    await withdrawApiTokens(tx, userId);
    await dropPersonLinks(tx, 'recovery', userId);
    // The stranger may know the password.
    await tx.updateTable('users').set({ password: CLOSED }).where('id', '=', userId).execute();
    await recordSecurity(tx, { kind: 'not_me', userId, teamId: null, from });
    return makePersonLink(tx, 'recovery', userId);
  });
  if (chosen === null) throw refused(noticeInvalid());
  return chosen;
}

async function restorePreviousAddress(tx: Tx, userId: number, secret: string, from: From): Promise<void> {
  const link = await tx.selectFrom('person_links').select('change_id').where('hash', '=', keptHash(secret)).executeTakeFirst();
  if (link === undefined || link.change_id === null) return;
  const done = await restoreAddress(tx, userId, link.change_id);
  if (done === null) return;
  // The links that were mailed to the address that is given up must stop working.
  await dropPersonLinks(tx, 'not_me', userId);
  await recordSecurity(tx, { kind: 'address_restored', userId, teamId: null, from, on: { was: done.from, becomes: done.to } });
}

/**
 * Removes the factors and company sign-ins added since an hour before the mail was sent or the new address was requested, because a stranger
 * may have added them, and a passkey or a company's sign-in is enough to open the account. Recovery codes are removed too, because a stranger may
 * have seen them.
 */
async function removeAddedSince(tx: Tx, userId: number, secret: string): Promise<void> {
  const { rows } = await sql<{ since: Date }>`
    select least(l.created_at, (select min(c.asked_at) from address_changes c where c.user_id = l.user_id and c.id >= l.change_id)) - interval '1 hour' as since
      from person_links l where l.hash = ${keptHash(secret)}`.execute(tx);
  const since = rows[0]?.since ?? new Date();
  await tx.deleteFrom('factors').where('user_id', '=', userId).where('added_at', '>', since).execute();
  await tx.deleteFrom('company_identities').where('user_id', '=', userId).where('linked_at', '>', since).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

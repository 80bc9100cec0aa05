/** The accounts that a company's sign-in opens, and their roles in its team. */

import { sql } from 'kysely';
import { cutTo } from '../../domain/cut.ts';
import { may, type Role } from '../../domain/permissions.ts';
import { seenText } from '../../domain/seenText.ts';
import * as say from '../../domain/sentences/singleSignOn.ts';
import { notify } from '../db/bus.ts';
import type { Query, Tx } from '../db/open.ts';
import { conflict, HttpError } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import type { SingleSignOn } from '../oidcSettings.ts';
import { CLOSED } from '../people/passwords.ts';
import { dropRegistrations } from '../people/pending.ts';
import { keepPerson, personByEmail } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { membership, membershipTopic, withdrawInvitations } from '../teams/members.ts';
import type { Claims } from './provider.ts';

const LONGEST_NAME = 200;

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * The address in the claims. Refuses (403) a missing address, one not confirmed to be the person's, and one of a domain that may not sign
 * in.
 */
export function admittedEmail({ email, isVerified }: Claims, { domains, name }: SingleSignOn): string {
  if (email === null || !isVerified || !/^[^@\s]+@[^@\s]+$/.test(email)) throw HttpError.of(403, say.ssoUnverified({ name }));
  const domain = domainOf(email);
  if (domains !== null && !domains.includes(domain)) throw HttpError.of(403, say.ssoDomain({ domain }));
  return email;
}

/** The role the claims map to; null where roles do not follow a claim. Refuses (403) a person whose claims map to no role. */
export function mappedRole({ values }: Claims, { roleClaim, roles, name }: SingleSignOn): Role | null {
  if (roleClaim === null) return null;
  for (const [value, role] of roles) if (value !== '*' && values.includes(value)) return role;
  const others = roles.get('*');
  if (others === undefined) throw HttpError.of(403, say.ssoNoRole({ name }));
  return others;
}

/** The person whose account a sign-in of the provider opens; null when it opens none. */
export async function knownPerson(query: Query, issuer: string, subject: string) {
  const found = await query
    .selectFrom('company_identities')
    .innerJoin('users', 'users.id', 'company_identities.user_id')
    .select(['users.id', 'users.email', 'users.password', 'users.disabled_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found ?? null;
}

/** Connects the sign-in to an account, which it opens from then on. 409 when it opens another, or the account is opened by another. */
export async function connect(tx: Tx, { issuer, name }: SingleSignOn, subject: string, userId: number): Promise<void> {
  await sql`insert into company_identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId}) on conflict do nothing`.execute(
    tx,
  );
  const kept = await tx
    .selectFrom('company_identities')
    .select(['subject', 'user_id'])
    .where('issuer', '=', issuer)
    .where((each) => each.or([each('subject', '=', subject), each('user_id', '=', userId)]))
    .execute();
  if (kept.some((each) => each.subject === subject && each.user_id !== userId)) throw conflict(say.ssoTaken({ name }));
  if (kept.some((each) => each.subject !== subject)) throw conflict(say.ssoConnected({ name }));
}

/** Makes an account without a password, opened by the sign-in. Its address has no account yet, and is locked until the transaction ends. */
export async function makePerson(tx: Tx, settings: SingleSignOn, { subject, name }: Claims, email: string): Promise<number> {
  const known = await personByEmail(tx, email);
  const shown = cutTo(seenText(name ?? email.slice(0, email.lastIndexOf('@'))), LONGEST_NAME);
  const id = await keepPerson(tx, known, { name: shown === '' ? email : shown, email }, CLOSED);
  await dropRegistrations(tx, email);
  await connect(tx, settings, subject, id);
  return id;
}

/** Puts a person into the company's team, unless they are in it. */
export async function joinTeam(tx: Tx, { team }: SingleSignOn, userId: number, role: Role | null, from: From): Promise<void> {
  if (team === null) return;
  const given = role ?? 'regular';
  const { rows } =
    await sql`insert into members (team_id, user_id, role) select id, ${userId}, ${given} from teams where id = ${team} and deleted_at is null for share on conflict do nothing
    returning team_id`.execute(tx);
  if (rows.length > 0) await recordSecurity(tx, { kind: 'member_joined', userId, teamId: team, from, on: { userId, becomes: given } });
  await notify(tx, membershipTopic(userId));
}

/** Gives a member of the company's team the role of their claims. The last owner stays one. */
export async function followRole(tx: Tx, { team }: SingleSignOn, userId: number, role: Role | null, from: From): Promise<void> {
  if (team === null || role === null) return;
  await sql`select 1 from teams where id = ${team} for update`.execute(tx);
  const current = await membership(tx, team, userId);
  if (current === null || current === role) return;
  if (current === 'owner') {
    const others = await tx
      .selectFrom('members')
      .select('user_id')
      .where('team_id', '=', team)
      .where('role', '=', 'owner')
      .where('user_id', '!=', userId)
      .executeTakeFirst();
    if (others === undefined) return;
  }
  await tx.updateTable('members').set({ role }).where('team_id', '=', team).where('user_id', '=', userId).execute();
  if (!may(role, 'inviteUsers')) await withdrawInvitations(tx, { teamId: team, userId });
  await recordSecurity(tx, { kind: 'role_changed', userId, teamId: team, from, on: { userId, was: current, becomes: role } });
  await notify(tx, membershipTopic(userId));
}

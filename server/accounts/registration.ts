import type { Registration } from '../../domain/api/registrations.ts';
import type { Language } from '../../domain/languages.ts';
import { addressHeld, addressTaken, confirmationInvalid, recoveryInvalid } from '../../domain/sentences/people.ts';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/open.ts';
import { fieldError, refused } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { orderMail } from '../mail/queue.ts';
import { isHeld } from '../people/addresses.ts';
import { dropPersonLinks, usePersonLink } from '../people/links.ts';
import { hashNewPassword, ownOfLink } from '../people/newPasswords.ts';
import { dropRegistrations, lockAddress, type Pending, registrationOf } from '../people/pending.ts';
import { endSessions, keepPerson, personByEmail } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { acceptInvitation, foreignInvitation, isFor, openInvitation } from '../teams/invitations.ts';
import { makeTeam } from '../teams/members.ts';

interface Newcomer extends Registration {
  readonly language?: Language | undefined;
}

interface Around {
  readonly database: Database;
  readonly config: Pick<Config, 'leakedPasswords'>;
}

/** The team that a person begins with, in the language of the registration. In Latvian the name stays as it is, because it is not inflected. */
const TEAM_NAMES: Readonly<Record<Language, (person: string) => string>> = {
  en: (person) => `${person}'s team`,
  lv: (person) => `${person} un komanda`,
  de: (person) => `Team von ${person}`,
};
const teamName = ({ name, language }: Pick<Pending, 'name' | 'language'>) => TEAM_NAMES[language](name.slice(0, 180));
const taken = () => fieldError('email', addressTaken());

/**
 * Stores a registration and sends the link that confirms it. Earlier registrations of the same address do not change, because its owner is
 * not known yet. An address that has an account is a field error. With an invitation for this very address the account is made immediately
 * and joins that team instead. Returns whether the address is confirmed.
 */
export async function register(
  { database: { query }, config }: Around,
  newcomer: Newcomer,
  invitation: string | undefined,
  from: From,
): Promise<{ confirmed: boolean }> {
  const password = await hashNewPassword(newcomer.password, newcomer, config);
  return query.transaction().execute(async (tx) => {
    if (invitation !== undefined) {
      await registerInvited(tx, newcomer, password, { invitation, from });
      return { confirmed: true };
    }
    const known = await personByEmail(tx, newcomer.email);
    if (known !== null && known.confirmed_at !== null) throw taken();
    if (await isHeld(tx, newcomer.email)) throw fieldError('email', addressHeld());
    const { name, email, language } = newcomer;
    const { id } = await tx
      .insertInto('registrations')
      .values({ name, email, password, ...(language !== undefined && { language }) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await orderMail(tx, { kind: 'confirmation', email, registrationId: id });
    return { confirmed: false };
  });
}

async function registerInvited(
  tx: Tx,
  newcomer: Newcomer,
  password: string,
  { invitation, from }: { readonly invitation: string; readonly from: From },
): Promise<void> {
  const invited = await openInvitation(tx, invitation);
  if (!isFor(invited, newcomer.email)) throw foreignInvitation(invited);
  await lockAddress(tx, newcomer.email);
  const known = await personByEmail(tx, newcomer.email);
  if (known !== null && known.confirmed_at !== null) throw taken();
  const id = await keepPerson(tx, known, newcomer, password);
  await dropRegistrations(tx, newcomer.email);
  await acceptInvitation(tx, invited, id, from);
}

/** Makes the account of a registration, with a team of its own; false when the address has got an account in the meantime. */
async function confirm(tx: Tx, registration: Pending, password: string): Promise<boolean> {
  const known = await personByEmail(tx, registration.email);
  if (known !== null && known.confirmed_at !== null) return false;
  const id = await keepPerson(tx, known, registration, password);
  if (known === null) await makeTeam(tx, teamName(registration), id);
  await dropRegistrations(tx, registration.email);
  return true;
}

/**
 * Makes the account of the one registration a link was mailed for, with the name and password typed with it; the address's other
 * registrations end. 400 `confirmation_invalid` for a link that is wrong, used or expired.
 */
export async function confirmEmail({ query }: Database, secret: string): Promise<void> {
  const isConfirmed = await query.transaction().execute(async (tx) => {
    const registration = await registrationOf(tx, secret, ['confirmation']);
    return registration !== null && confirm(tx, registration, registration.password);
  });
  if (!isConfirmed) throw refused(confirmationInvalid());
}

/**
 * Sets a new password by a mailed link: this confirms the address, ends every session and invalidates the person's other links. 400
 * `recovery_invalid` for a link that is wrong, used or expired.
 */
export async function recoverPassword(
  { database: { query }, config }: Around,
  secret: string,
  password: string,
  from: From,
): Promise<void> {
  const own = await ownOfLink(query, secret);
  if (own === null) throw spent();
  const hash = await hashNewPassword(password, own, config);
  const isDone = await query.transaction().execute(async (tx) => {
    const userId = await usePersonLink(tx, 'recovery', secret);
    if (userId !== null) {
      await setPassword(tx, userId, hash);
      await recordSecurity(tx, { kind: 'password_recovered', userId, teamId: null, from });
      return true;
    }
    const registration = await registrationOf(tx, secret, ['confirmation', 'recovery']);
    return registration !== null && confirm(tx, registration, hash);
  });
  if (!isDone) throw spent();
}
const spent = () => refused(recoveryInvalid());

async function setPassword(tx: Tx, userId: number, password: string): Promise<void> {
  const { email } = await tx.updateTable('users').set({ password }).where('id', '=', userId).returning('email').executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ confirmed_at: new Date() }).where('id', '=', userId).where('confirmed_at', 'is', null).execute();
  await dropPersonLinks(tx, 'recovery', userId);
  await endSessions(tx, userId);
  await dropRegistrations(tx, email);
}

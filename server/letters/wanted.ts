import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import type { MailOrder } from '../mail/queue.ts';
import type { Letter } from '../mail/transport.ts';
import { keptHash, makePersonLink, makeRegistrationLink, newSecret } from '../people/links.ts';
import { type Pending, pendingRegistrations } from '../people/pending.ts';
import { languageOf, personByEmail } from '../people/persons.ts';
import { letterOf, shownName } from './letter.ts';
import { noticeOf } from './notices.ts';
import { TEXTS } from './texts.ts';

/** Writes the ordered mail with a link made for it; null when it is no longer wanted: no such account, confirmed already, registration or invitation over. */
export async function letterFor(tx: Tx, order: MailOrder, publicUrl: string): Promise<Letter | null> {
  switch (order.kind) {
    case 'confirmation':
      return confirmationLetter(tx, order, publicUrl);
    case 'recovery':
      return recoveryLetter(tx, order.email, publicUrl);
    case 'company':
      return companyLetter(tx, order.email, publicUrl);
    case 'invitation':
      return invitationLetter(tx, order, publicUrl);
    case 'notice':
      return noticeLetter(tx, order, publicUrl);
  }
}

/**
 * The link of one registration confirms that one. When the address has several, the reader of the mail cannot know which password
 * belongs to which, so this link has them choose one.
 */
async function confirmationLetter(
  tx: Tx,
  { email, registrationId }: Extract<MailOrder, { kind: 'confirmation' }>,
  publicUrl: string,
): Promise<Letter | null> {
  const person = await personByEmail(tx, email);
  if (person !== null && person.confirmed_at !== null) return null;
  const pending = await pendingRegistrations(tx, email);
  const registration = registrationId === undefined ? pending.at(-1) : pending.find(({ id }) => id === registrationId);
  if (registration === undefined) return null;
  const secret = await makeRegistrationLink(tx, 'confirmation', registration.id);
  const { language, email: to } = registration;
  const about = { name: shownName(registration.name) };
  return pending.length === 1
    ? letterOf(TEXTS[language].confirmation(about), language, to, `${publicUrl}/confirm-email/${secret}`)
    : letterOf(TEXTS[language].confirmationByChoice(about), language, to, `${publicUrl}/password-recovery/${secret}`);
}

async function recoveryLetter(tx: Tx, email: string, publicUrl: string): Promise<Letter | null> {
  const letter = ({ email: to, language }: Pick<Pending, 'email' | 'language'>, secret: string) =>
    letterOf(TEXTS[language].recovery, language, to, `${publicUrl}/password-recovery/${secret}`);
  const person = await personByEmail(tx, email);
  if (person !== null) return letter(person, await makePersonLink(tx, 'recovery', person.id));
  const registration = (await pendingRegistrations(tx, email)).at(-1);
  return registration === undefined ? null : letter(registration, await makeRegistrationLink(tx, 'recovery', registration.id));
}

/** One link for every sign-in that waits for this account's owner: it opens in the browser of each of them, and in no other. */
async function companyLetter(tx: Tx, email: string, publicUrl: string): Promise<Letter | null> {
  const person = await personByEmail(tx, email);
  if (person === null) return null;
  const secret = newSecret();
  const { numUpdatedRows } = await tx
    .updateTable('company_sign_ins')
    .set({ mail_hash: keptHash(secret) })
    .where('user_id', '=', person.id)
    .where('is_mail_wanted', '=', true)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  return letterOf(TEXTS[person.language].company, person.language, person.email, `${publicUrl}/company/${secret}`);
}

async function invitationLetter(
  tx: Tx,
  { email, teamId, invitationId }: Extract<MailOrder, { kind: 'invitation' }>,
  publicUrl: string,
): Promise<Letter | null> {
  const invitation = await tx
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select(['teams.name as team', 'users.name as inviter', 'users.language', 'invitations.language as chosen'])
    .where('invitations.team_id', '=', teamId)
    .where('invitations.id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('teams.deleted_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (invitation === undefined) return null;
  const language =
    invitation.chosen === null
      ? ((await personByEmail(tx, email))?.language ?? languageOf(invitation.language))
      : languageOf(invitation.chosen);
  const secret = newSecret();
  await tx
    .insertInto('invitation_links')
    .values({ hash: keptHash(secret), team_id: teamId, invitation_id: invitationId })
    .execute();
  const words = TEXTS[language].invitation({ team: shownName(invitation.team), inviter: shownName(invitation.inviter) });
  return letterOf(words, language, email, `${publicUrl}/invitation/${secret}`);
}

/** Tells a person what happened to their account, with the link for when it was somebody else. */
async function noticeLetter(tx: Tx, { email, entryId }: Extract<MailOrder, { kind: 'notice' }>, publicUrl: string): Promise<Letter | null> {
  const person = await personByEmail(tx, email);
  const entry = await tx
    .selectFrom('security_log')
    .select(['kind', 'about', 'address', 'device', 'at'])
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (person === null || entry === undefined) return null;
  const { language } = person;
  const words = noticeOf(language, { ...entry, about: shownName(entry.about) });
  if (words === null) return null;
  const secret = await makePersonLink(tx, 'not_me', person.id);
  return letterOf(words, language, person.email, `${publicUrl}/not-me/${secret}`);
}

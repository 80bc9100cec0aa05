import { sql } from 'kysely';
import { seesPrices } from '../../domain/access.ts';
import { decimalMarkOf } from '../../domain/languages.ts';
import { withThousands } from '../../domain/thousands.ts';
import type { Tx } from '../db/open.ts';
import { limitIn } from '../http/callAccess.ts';
import type { MailOrder } from '../mail/queue.ts';
import type { Letter } from '../mail/transport.ts';
import { keptHash, makePersonLink, makeRegistrationLink, newSecret } from '../people/links.ts';
import { type Pending, pendingRegistrations } from '../people/pending.ts';
import { languageOf, personByEmail } from '../people/persons.ts';
import { addressLetter } from './addresses.ts';
import { ANSWER_TEXTS } from './answers.ts';
import { extraLetter } from './extras.ts';
import { letterOf, shownName } from './letter.ts';
import { noticeOf } from './notices.ts';
import { TEXTS } from './texts.ts';

/** Writes the ordered mail with a new link; null when it is no longer needed: no such account, confirmed already, registration or invitation over. */
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
    case 'address':
    case 'address_asked':
    case 'address_changed':
      return addressLetter(tx, order, publicUrl);
    case 'answered':
      return answeredLetter(tx, order, publicUrl);
    case 'answer_withdrawn':
      return withdrawnLetter(tx, order, publicUrl);
    case 'extra_asked':
    case 'extra_decided':
      return extraLetter(tx, order, publicUrl);
  }
}

/**
 * The link confirms one registration. When the address has several, the reader of the mail cannot know which password belongs to which, so
 * this link has the reader choose a password.
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

/** One link for all sign-ins that wait for this account's owner; it works only in the browsers of those sign-ins. */
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

/** Tells a person what happened to their account, with a link to use when it was somebody else. */
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

interface OnAnswer {
  readonly act_id: number;
  readonly number: string;
  readonly project: string;
  readonly currency: string;
  readonly team: string;
  readonly client: string;
  readonly language: string;
  readonly recorded_name: string | null;
  readonly claimed: string;
  readonly certified: string;
  readonly rows: number;
  readonly is_withdrawn: boolean;
  readonly link: string | null;
  /** Whether the person with this address is a member of the team, and what they may do in the project. */
  readonly is_member: boolean;
  readonly limited_to: string | null;
}

/** An answer with its act; null when its project or its team is deleted. */
async function answerFor(tx: Tx, teamId: number, answerId: number, userId: number): Promise<OnAnswer | null> {
  const { rows } = await sql<OnAnswer>`
    select a.id as act_id, a.number, p.name as project, p.currency, t.name as team, w.name as client, w.language, w.recorded_name, w.claimed_price as claimed,
           coalesce(s.price, 0)::numeric(30, 2) as certified, w.withdrawn_at is not null as is_withdrawn, w.link,
           (select count(*)::int from act_answer_rows d where d.team_id = w.team_id and d.act_id = w.act_id) as rows,
           exists (select from members m where m.team_id = w.team_id and m.user_id = ${userId}) as is_member,
           limit_of(${userId}::bigint, p.team_id, p.id) as limited_to
      from act_answers w
      join acts a on a.team_id = w.team_id and a.id = w.act_id
      join versions v on v.team_id = a.team_id and v.id = a.version_id and v.deleted_at is null
      join projects p on p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is null
      join teams t on t.id = w.team_id and t.deleted_at is null
      left join act_totals s on s.team_id = a.team_id and s.act_id = a.id
     where w.team_id = ${teamId} and w.id = ${answerId}`.execute(tx);
  return rows[0] ?? null;
}

/** Tells a member of an answer, unless it has been withdrawn since. */
async function answeredLetter(tx: Tx, { email, teamId, answerId }: OfAnswer, publicUrl: string): Promise<Letter | null> {
  const person = await personByEmail(tx, email);
  const answer = person && (await answerFor(tx, teamId, answerId, person.id));
  if (person === null || answer === null || answer.is_withdrawn || !answer.is_member) return null;
  const { language } = person;
  const money = (amount: string) => `${withThousands(amount).replace('.', decimalMarkOf(language))} ${answer.currency}`;
  const words = ANSWER_TEXTS[language].answered({
    project: shownName(answer.project),
    number: shownName(answer.number),
    client: shownName(answer.client),
    recordedBy: answer.recorded_name === null ? null : shownName(answer.recorded_name),
    rows: answer.rows,
    sums: seesPrices(limitIn(answer.limited_to)) ? { claimed: money(answer.claimed), certified: money(answer.certified) } : null,
  });
  return letterOf(words, language, person.email, `${publicUrl}/act/${answer.act_id}`);
}

/** Tells a client that their answer was withdrawn, with the link they answered by or the one that is open now. */
async function withdrawnLetter(tx: Tx, { email, teamId, answerId }: OfAnswer, publicUrl: string): Promise<Letter | null> {
  const answer = await answerFor(tx, teamId, answerId, 0);
  if (answer === null || !answer.is_withdrawn) return null;
  const { rows } = await sql<{ hash: string; may_answer: boolean }>`
    select hash, may_answer from act_links where team_id = ${teamId} and act_id = ${answer.act_id} and withdrawn_at is null
     order by hash is not distinct from ${answer.link} desc, may_answer desc limit 1`.execute(tx);
  const [open] = rows;
  const link =
    open === undefined ? `${publicUrl}/answer/${answer.link ?? ''}` : `${publicUrl}/${open.may_answer ? 'answer' : 'public'}/${open.hash}`;
  const language = languageOf(answer.language);
  const words = ANSWER_TEXTS[language].withdrawn({
    project: shownName(answer.project),
    number: shownName(answer.number),
    team: shownName(answer.team),
  });
  return letterOf(words, language, email, open === undefined && answer.link === null ? publicUrl : link);
}
type OfAnswer = Extract<MailOrder, { kind: 'answered' | 'answer_withdrawn' }>;

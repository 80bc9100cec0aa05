import type { Registration } from '../../domain/contract/credentials.ts';
import type { Language } from '../../domain/languages.ts';
import type { Database, Tx } from '../db/open.ts';
import { fieldError, HttpError, refused } from '../http/errors.ts';
import { orderMail } from '../mail/queue.ts';
import { acceptInvitation, foreignInvitation, isFor, openInvitation } from '../teams/invitations.ts';
import { makeTeam } from '../teams/members.ts';
import { dropPersonLinks, usePersonLink } from './links.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, type Person, personByEmail } from './persons.ts';

interface Newcomer extends Registration {
  readonly language?: Language | undefined;
}

const teamName = (person: string) => `${person.slice(0, 180)}'s team`;

/**
 * Makes an account with a team of its own and sends the link that confirms it. An address registered but not yet confirmed takes the new
 * name and password and is sent the link again; a confirmed one is a field error. With an invitation for this very address the account is
 * confirmed at once and joins that team instead. Answers whether the address is confirmed.
 */
export async function register({ query }: Database, newcomer: Newcomer, invitation: string | undefined): Promise<{ confirmed: boolean }> {
  const password = await hashPassword(newcomer.password);
  return withoutTwins(() =>
    query.transaction().execute(async (tx) => {
      const invited = invitation === undefined ? null : await openInvitation(tx, invitation);
      if (invited !== null && !isFor(invited, newcomer.email)) throw foreignInvitation(invited);
      const known = await personByEmail(tx, newcomer.email);
      if (known !== null && known.confirmed_at !== null) throw taken();
      // ordered before earlier links are dropped: a mail of theirs just going out is waited for, and its link is dropped too
      if (invited === null) await orderMail(tx, { kind: 'confirmation', email: newcomer.email });
      const id = await keepPerson(tx, known, newcomer, password, invited !== null);
      if (invited !== null) {
        await acceptInvitation(tx, invited, id);
        return { confirmed: true };
      }
      if (known === null) await makeTeam(tx, teamName(newcomer.name), id);
      else await renameOwnTeam(tx, id, newcomer.name);
      return { confirmed: false };
    }),
  );
}

const taken = () => fieldError('email', 'An account with this address exists. Sign in instead');

/** Two registrations of one address at once: the second finds the first. */
async function withoutTwins<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof HttpError || !isTwin(error)) throw error;
    return attempt();
  }
}
const isTwin = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';

/** Writes a person's name, language and password; links sent for earlier ones open nothing any more. */
export async function keepPerson(
  tx: Tx,
  known: Person | null,
  { name, email, language }: Omit<Newcomer, 'password'>,
  passwordHash: string,
  confirmed: boolean,
): Promise<number> {
  const kept = {
    name,
    password: passwordHash,
    ...(language !== undefined && { language }),
    ...(confirmed && { confirmed_at: new Date() }),
  };
  if (known === null) {
    const { id } = await tx
      .insertInto('users')
      .values({ email, ...kept })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  await tx.updateTable('users').set(kept).where('id', '=', known.id).execute();
  await dropPersonLinks(tx, 'confirmation', known.id);
  return known.id;
}

async function renameOwnTeam(tx: Tx, userId: number, name: string): Promise<void> {
  await tx
    .updateTable('teams')
    .set({ name: teamName(name) })
    .where('id', 'in', (where) => where.selectFrom('members').select('team_id').where('user_id', '=', userId).where('role', '=', 'owner'))
    .execute();
}

/** Confirms the address a link was sent to. 400 `confirmation_invalid` for a link that is wrong, used or expired. */
export async function confirmEmail({ query }: Database, secret: string): Promise<void> {
  const userId = await query.transaction().execute(async (tx) => {
    const found = await usePersonLink(tx, 'confirmation', secret);
    if (found !== null) await confirm(tx, found);
    return found;
  });
  if (userId === null) throw refused('confirmation_invalid', 'Confirmation code is invalid');
}

async function confirm(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('users').set({ confirmed_at: new Date() }).where('id', '=', userId).where('confirmed_at', 'is', null).execute();
  await dropPersonLinks(tx, 'confirmation', userId);
}

/**
 * Sets a new password by a mailed link: the address is confirmed by it, every session ends and the person's other links open nothing.
 * 400 `recovery_invalid` for a link that is wrong, used or expired.
 */
export async function recoverPassword({ query }: Database, secret: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  const userId = await query.transaction().execute(async (tx) => {
    const found = await usePersonLink(tx, 'recovery', secret);
    if (found === null) return null;
    await tx.updateTable('users').set({ password: hash }).where('id', '=', found).execute();
    await confirm(tx, found);
    await dropPersonLinks(tx, 'recovery', found);
    await endSessions(tx, found);
    return found;
  });
  if (userId === null) throw refused('recovery_invalid', 'This link has been used or has expired. Ask for a new one');
}

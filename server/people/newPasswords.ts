/** The one place where a new password is checked and hashed. */
import { isCommon } from '../../domain/commonPasswords.ts';
import { type Own, passwordFault } from '../../domain/passwords.ts';
import { passwordLeaked } from '../../domain/sentences/people.ts';
import type { Config } from '../config.ts';
import type { Query } from '../db/open.ts';
import { type CatalogueSentence, fieldError } from '../http/errors.ts';
import { isLeaked } from '../leakedPasswords.ts';
import { keptHash } from './links.ts';
import { hashPassword } from './passwords.ts';

/** The hash of a new password; a field error for a password that is easily guessed, or that is known to have leaked. */
export async function hashNewPassword(
  password: string,
  own: Own,
  { leakedPasswords: leaked }: Pick<Config, 'leakedPasswords'>,
  field = 'password',
): Promise<string> {
  const fault = passwordFault(password, own, isCommon);
  if (fault !== null) throw fieldError(field, fault as CatalogueSentence);
  if (leaked !== null && (await isLeaked(leaked, password))) throw fieldError(field, passwordLeaked());
  return hashPassword(password);
}

/** Facts that others know about a person with an account: name, address and the names of their teams. */
export async function ownOf(query: Query, userId: number): Promise<Own> {
  const person = await query.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
  const teams = await query
    .selectFrom('members')
    .innerJoin('teams', 'teams.id', 'members.team_id')
    .select('teams.name')
    .where('members.user_id', '=', userId)
    .execute();
  return { ...person, teams: teams.map(({ name }) => name) };
}

/**
 * The same for the person that a mailed link was sent to, even if it was used; null when there is no such link, so that a guess costs one
 * query and no hashing.
 */
export async function ownOfLink(query: Query, secret: string): Promise<Own | null> {
  const hash = keptHash(secret);
  const person = await query.selectFrom('person_links').select('user_id').where('hash', '=', hash).executeTakeFirst();
  if (person !== undefined) return ownOf(query, person.user_id);
  const registration = await query
    .selectFrom('registration_links')
    .innerJoin('registrations', 'registrations.id', 'registration_links.registration_id')
    .select(['registrations.name', 'registrations.email'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return registration ?? null;
}

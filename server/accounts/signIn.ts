/** Signing in by address and password. */
import type { Credentials } from '../../domain/api/credentials.ts';
import type { Tokens } from '../../domain/api/people.ts';
import type { RefusedSignIn } from '../../domain/securityLog.ts';
import * as say from '../../domain/sentences/people.ts';
import type { Config } from '../config.ts';
import type { Query } from '../db/open.ts';
import { askSecondStep } from '../factors/secondStep.ts';
import { type HttpError, onlyByCompany, refused } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { hashPassword, isOutdated, passwordMatches } from '../people/passwords.ts';
import { pendingRegistrations } from '../people/pending.ts';
import { personByEmail } from '../people/persons.ts';
import { startFamily } from '../people/tokens.ts';
import { recordRefusedSignIn } from '../securityLog/refused.ts';

const wrongCredentials = () => refused(say.badCredentials());

/** The person of an account, with the hash the password was found to match. */
async function judged(
  query: Query,
  { singleSignOn }: Config,
  { email, password }: Credentials,
  from: From,
): Promise<{ userId: number; password: string }> {
  const [person, pending] = [await personByEmail(query, email), await pendingRegistrations(query, email)];
  // One password is checked in every case, so that the duration reveals nothing. Of several registrations the last one is checked.
  const hash = person?.password ?? pending.at(-1)?.password ?? null;
  const matches = await passwordMatches(hash, password);
  const refusing = (why: RefusedSignIn, error: HttpError) => {
    recordRefusedSignIn(query, { userId: person?.id ?? null, why, from });
    return error;
  };
  // The same answer for every address, so that nobody learns which of them keep their password.
  if (singleSignOn?.isOnlyWay && !(matches && person?.keeps_password)) throw refusing('wrong_password', onlyByCompany(singleSignOn));
  if (!matches) throw refusing('wrong_password', wrongCredentials());
  if (person === null || person.confirmed_at === null) throw refusing('unconfirmed', refused(say.emailUnconfirmed()));
  if (person.disabled_at !== null) throw refusing('disabled', refused(say.accountDisabled()));
  return { userId: person.id, password: await raised(query, person, password) };
}

/**
 * The person's hash; a hash made with earlier parameters is replaced by a new one, unless the password has been changed in the meantime.
 */
async function raised(query: Query, person: { readonly id: number; readonly password: string }, typed: string): Promise<string> {
  if (!isOutdated(person.password)) return person.password;
  const password = await hashPassword(typed);
  const { numUpdatedRows } = await query
    .updateTable('users')
    .set({ password })
    .where('id', '=', person.id)
    .where('password', '=', person.password)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? person.password : password;
}

/** Signs in the person with this address and password; 403 `second_factor_needed` with a ticket when they have a second factor. */
export async function signIn(query: Query, config: Config, typed: Credentials, from: From): Promise<Tokens> {
  // Another sign-in may replace the hash during this check; then the password is checked again.
  for (const _ of [1, 2]) {
    const person = await judged(query, config, typed, from);
    await askSecondStep(query, person);
    const tokens = await startFamily(query, config.jwtSecret, { ...person, methods: ['password'], from });
    if (tokens !== null) return tokens;
  }
  throw wrongCredentials();
}

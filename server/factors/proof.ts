/** A signed-in person proves again who they are, for calls that need it. */
import type { ProofGiven } from '../../domain/api/factors.ts';
import type { Proof } from '../../domain/factors.ts';
import { sendOneOf } from '../../domain/sentences/fields.ts';
import { wrongPassword } from '../../domain/sentences/people.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, refused, unauthorized } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { limited } from '../http/limits.ts';
import { CLOSED, passwordMatches } from '../people/passwords.ts';
import { renewProved } from '../people/tokens.ts';
import { takeCode } from './apps.ts';
import { askToSign, type Options, type Site, signedBy } from './passkeys.ts';
import { beginOwn, begunBy } from './tickets.ts';

const passwordOf = async (query: Query, { userId }: Caller): Promise<string> => {
  const person = await query.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
  if (person === undefined) throw unauthorized();
  return person.password;
};

/** The ways in which the person can prove it. */
export async function proofsOf(query: Query, caller: Caller): Promise<Proof[]> {
  const factors = await query.selectFrom('factors').select('kind').where('user_id', '=', caller.userId).execute();
  return [
    ...(factors.some(({ kind }) => kind === 'passkey') ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'app') ? (['code'] as const) : []),
    ...((await passwordOf(query, caller)) === CLOSED ? [] : (['password'] as const)),
  ];
}

/** Asks the person's browser to sign. The authenticator must verify its user, because nothing else does. */
export async function beginProof(query: Query, site: Site, caller: Caller): Promise<Options> {
  const options = await askToSign(query, site, { userId: caller.userId, mustVerify: true });
  await beginOwn(query, caller, 'proof', { challenge: options.challenge });
  return options;
}

interface Proving {
  readonly database: Database;
  readonly caller: Caller;
  readonly key: Uint8Array;
  readonly site: Site;
  readonly from: From;
}

/**
 * Records with the login that its person has proved who they are, and answers its next access token. A wrong password or code is a field
 * error.
 */
export async function prove(
  { database: { query }, caller, key, site, from }: Proving,
  { password, code, passkey }: ProofGiven,
): Promise<string> {
  const { userId, family } = caller;
  const hash = await passwordOf(query, caller);
  if (password !== undefined) {
    if (!(await passwordMatches(hash, password))) throw fieldError('password', wrongPassword());
  } else if (code !== undefined) {
    await limited(query, 'factor', { address: from.address, account: String(userId) }, () => takeCode(query, key, userId, code));
  } else if (passkey !== undefined) {
    const begun = await begunBy(query, family, 'proof', { take: true });
    await signedBy(query, { site, challenge: begun?.challenge ?? null, passkey, mustVerify: true, userId });
  } else throw refused(sendOneOf({ fields: 'password, code, passkey' }));
  // This fails when the password has changed since it was checked.
  const access = await renewProved(query, key, { userId, family, password: hash });
  if (access === null) throw fieldError('password', wrongPassword());
  return access;
}

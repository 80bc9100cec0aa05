/** Proving again who one is, for calls that need it. */
import { sql } from 'kysely';
import type { ProofGiven } from '../../domain/contract/factors.ts';
import type { Proof } from '../../domain/factors.ts';
import { wrongPassword } from '../../domain/sentences/people.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, unauthorized } from '../http/errors.ts';
import { CLOSED, passwordMatches } from '../people/passwords.ts';

const passwordOf = async (query: Query, { userId }: Caller): Promise<string> => {
  const person = await query.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
  if (person === undefined) throw unauthorized();
  return person.password;
};

/** What the person can prove it with. */
export async function proofsOf(query: Query, caller: Caller): Promise<Proof[]> {
  return (await passwordOf(query, caller)) === CLOSED ? [] : ['password'];
}

/** Notes at the login that its person has proved who they are. A wrong proof is a field error. */
export async function prove({ query }: Database, caller: Caller, { password }: ProofGiven): Promise<void> {
  const hash = await passwordOf(query, caller);
  if (password === undefined || !(await passwordMatches(hash, password))) throw fieldError('password', wrongPassword());
  // Not when the password has changed since it was judged.
  const { numAffectedRows } = await sql`
    update refresh_families f set proved_at = clock_timestamp() from users u
     where f.id = ${caller.family} and f.revoked_at is null and u.id = f.user_id and u.password = ${hash}`.execute(query);
  if (numAffectedRows !== 1n) throw fieldError('password', wrongPassword());
}

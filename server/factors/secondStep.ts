/** The second step of a sign-in, and a sign-in by a passkey alone. */
import type { SecondStepGiven } from '../../domain/api/factors.ts';
import type { Tokens } from '../../domain/api/people.ts';
import type { SecondStep } from '../../domain/factors.ts';
import * as say from '../../domain/sentences/factors.ts';
import { accountDisabled } from '../../domain/sentences/people.ts';
import type { Config } from '../config.ts';
import type { Query } from '../db/open.ts';
import { HttpError, onlyByCompany, refused } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { limited, rememberNetwork } from '../http/limits.ts';
import { startFamily } from '../people/tokens.ts';
import { recordRefusedSignIn } from '../securityLog/refused.ts';
import { takeCode } from './apps.ts';
import { askToSign, type Options, type Site, signedBy } from './passkeys.ts';
import { recoveryCodesLeft, takeRecoveryCode } from './recoveryCodes.ts';
import { giveTicket, seenTicket, setChallenge, takeChallenge, useTicket } from './tickets.ts';

const over = () => refused(say.ticketOver());

/** How the person may finish signing in; none without a factor. */
async function stepsOf(query: Query, userId: number): Promise<SecondStep[]> {
  const factors = await query.selectFrom('factors').select('kind').where('user_id', '=', userId).execute();
  if (factors.length === 0) return [];
  return [
    ...(factors.some(({ kind }) => kind === 'passkey') ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'app') ? (['code'] as const) : []),
    ...((await recoveryCodesLeft(query, userId)) > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** Refuses (403 `second_factor_needed`, with a ticket) a person with a second factor whose password was right; does nothing for others. */
export async function askSecondStep(query: Query, person: { readonly userId: number; readonly password: string }): Promise<void> {
  const steps = await stepsOf(query, person.userId);
  if (steps.length === 0) return;
  const ticket = await giveTicket(query, 'second_step', person);
  throw HttpError.of(403, say.secondFactorNeeded(), { extra: { ticket, steps } });
}

/** A challenge for a passkey: of the person of a ticket, or of anybody without one. */
export async function beginPasskey(query: Query, site: Site, ticket: string | undefined): Promise<{ ticket: string; options: Options }> {
  if (ticket === undefined) {
    const options = await askToSign(query, site, { userId: null, mustVerify: true });
    return { ticket: await giveTicket(query, 'passkey_sign_in', { challenge: options.challenge }), options };
  }
  const seen = await seenTicket(query, ticket);
  if (seen?.purpose !== 'second_step') throw over();
  const options = await askToSign(query, site, { userId: seen.user_id, mustVerify: false });
  await setChallenge(query, ticket, options.challenge);
  return { ticket, options };
}

interface Finishing {
  readonly secret: Uint8Array;
  readonly company: Config['singleSignOn'];
  readonly site: Site;
  readonly ticket: string;
  readonly given: SecondStepGiven;
  readonly from: From;
}

/** Finishes a sign-in. 400 `ticket_over` when the ticket is unknown, expired or used. */
export async function finishSignIn(query: Query, finishing: Finishing): Promise<Tokens> {
  const { ticket, from } = finishing;
  const seen = await seenTicket(query, ticket);
  if (seen === null) throw over();
  if (seen.purpose === 'passkey_sign_in') return signInByPasskey(query, finishing);
  const { user_id: userId, password } = seen;
  if (seen.purpose !== 'second_step' || userId === null || password === null) throw over();
  const trier = { address: from.address, account: String(userId) };
  const step = await limited(query, 'factor', trier, () => stepTaken(query, userId, finishing)).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 400) recordRefusedSignIn(query, { userId, why: 'wrong_factor', from });
    throw error;
  });
  if (!(await useTicket(query, ticket))) throw over();
  return started(query, finishing, { userId, password, methods: ['password', step] });
}

async function stepTaken(query: Query, userId: number, { secret, site, ticket, given }: Finishing): Promise<SecondStep> {
  if (given.code !== undefined) {
    await takeCode(query, secret, userId, given.code);
    return 'code';
  }
  if (given.recovery_code !== undefined) {
    await takeRecoveryCode(query, userId, given.recovery_code);
    return 'recovery_code';
  }
  if (given.passkey === undefined) throw over();
  await signedBy(query, { site, challenge: await takeChallenge(query, ticket), passkey: given.passkey, mustVerify: false, userId });
  return 'passkey';
}

/** The passkey is the only factor here, so its authenticator has to have checked the person. */
async function signInByPasskey(query: Query, finishing: Finishing): Promise<Tokens> {
  const { site, ticket, given, from, company } = finishing;
  const { passkey } = given;
  if (passkey === undefined) throw over();
  const challenge = await takeChallenge(query, ticket);
  if (challenge === null || !(await useTicket(query, ticket))) throw over();
  const known = await query.selectFrom('factors').select('id').where('credential_id', '=', passkey.id).executeTakeFirst();
  if (known === undefined) throw refused(say.passkeyUnknown());
  const userId = await limited(query, 'factor', { address: from.address }, () =>
    signedBy(query, { site, challenge, passkey, mustVerify: true, userId: null }),
  );
  const { password, disabled_at, keeps_password } = await query
    .selectFrom('users')
    .select(['password', 'disabled_at', 'keeps_password'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (disabled_at !== null) {
    recordRefusedSignIn(query, { userId, why: 'disabled', from });
    throw refused(accountDisabled());
  }
  // Where only single sign-on is allowed passkeys are refused like passwords, because the company decides who a person is.
  if (company?.isOnlyWay && !keeps_password) throw onlyByCompany(company);
  return started(query, finishing, { userId, password, methods: ['passkey'] });
}

interface Person {
  readonly userId: number;
  readonly password: string;
  readonly methods: readonly string[];
}
async function started(query: Query, { secret, from }: Finishing, person: Person): Promise<Tokens> {
  const tokens = await startFamily(query, secret, { ...person, from });
  if (tokens === null) throw over();
  const { email } = await query.selectFrom('users').select('email').where('id', '=', person.userId).executeTakeFirstOrThrow();
  await rememberNetwork(query, { account: email, address: from.address });
  return tokens;
}

/** Limits on attempts, by network address and by account (docs/api.md, Sessions). */
import { createHash } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Route } from '../../domain/api/routes.ts';
import { tooManyFromNetwork, tooManyInvitations, tooManyOnAccount } from '../../domain/sentences/general.ts';
import type { Query } from '../db/open.ts';
import { type Count, countOne, forget, isCounted, rememberFor, takeBack, takeTurn } from './attempts.ts';
import { HttpError, tooMany } from './errors.ts';

/**
 * "failures" counts refused attempts. It suits secrets too long to guess, because the right secret always passes. "attempts" counts before
 * the work and reverses the count on success, so that simultaneous guesses count too. "requests" counts every request; it suits answers
 * that do not reveal success, and requests that cost something.
 */
interface Limit {
  readonly counts: 'failures' | 'attempts' | 'requests';
  /** Seconds a count lasts from its first entry. */
  readonly window: number;
  /** The most requests of one network address; the next is answered 429. */
  readonly perAddress: number;
  /** The status that is a failure. */
  readonly failure: 400 | 401 | 404;
  /** The number of attempts on one account that are checked without a growing delay. */
  readonly slowsAfter: number;
  /** The most attempts of one account; the next is answered 429. */
  readonly perAccount?: number;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

export const LIMITS = {
  login: { counts: 'attempts', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  password: { counts: 'attempts', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  proof: { counts: 'attempts', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  // Codes have six digits, so few attempts of one person are allowed in an hour.
  factor: { counts: 'attempts', window: HOUR, perAddress: 200, failure: 400, slowsAfter: 3, perAccount: 10 },
  passkey: { counts: 'requests', window: 15 * MINUTE, perAddress: 600, failure: 400, slowsAfter: 5 },
  register: { counts: 'requests', window: HOUR, perAddress: 60, failure: 400, slowsAfter: 3, perAccount: 5 },
  // This call mails to addresses that are not known to be the person's.
  addressChange: { counts: 'requests', window: HOUR, perAddress: 60, failure: 400, slowsAfter: 3, perAccount: 5 },
  company: { counts: 'requests', window: 15 * MINUTE, perAddress: 2_000, failure: 400, slowsAfter: 5 },
  mail: { counts: 'requests', window: HOUR, perAddress: 300, failure: 400, slowsAfter: 3 },
  refresh: { counts: 'failures', window: 15 * MINUTE, perAddress: 600, failure: 400, slowsAfter: 5 },
  mailLink: { counts: 'failures', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  invitation: { counts: 'failures', window: 15 * MINUTE, perAddress: 200, failure: 404, slowsAfter: 5 },
  apiToken: { counts: 'failures', window: 15 * MINUTE, perAddress: 200, failure: 401, slowsAfter: 5 },
  answer: { counts: 'requests', window: 15 * MINUTE, perAddress: 120, failure: 400, slowsAfter: 20 },
  publicKey: { counts: 'failures', window: 15 * MINUTE, perAddress: 600, failure: 404, slowsAfter: 5 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

export const LIMITED: Readonly<Partial<Record<Route, LimitName>>> = {
  'POST /token/': 'login',
  'POST /profile/password/': 'password',
  'POST /profile/email/': 'addressChange',
  'POST /profile/email/confirm/': 'mailLink',
  'POST /proof/': 'proof',
  'POST /token/passkey/': 'passkey',
  'POST /register/': 'register',
  'POST /company/start/': 'company',
  'POST /company/link/mail/': 'mail',
  'POST /company/link/confirm/': 'mailLink',
  'POST /forgot/': 'mail',
  'POST /confirm_email/resend/': 'mail',
  'POST /token/refresh/': 'refresh',
  'POST /confirm_email/': 'mailLink',
  'POST /password_recovery/': 'mailLink',
  'POST /not_me/': 'mailLink',
  'POST /public/answer/': 'answer',
  'GET /invitations/:hash/': 'invitation',
  'POST /invitations/:hash/': 'invitation',
};

/** How many invitations are sent in a day, by one team and by one person. */
export const INVITATIONS_A_DAY = 100;
/** New addresses that one account asks for in a day. */
export const ADDRESSES_A_DAY = 10;
/** Mails sent to one address per hour. Further mails wait for the next hour, so that a mailbox is not flooded. */
export const MAILS_AN_HOUR = 10;

/** Least milliseconds between two attempts on one account; they are judged one at a time. */
const SHORTEST_GAP = 100;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 4_000;
/** A longer wait is refused with the time to try again. */
const LONGEST_WAIT = 10_000;
/** Milliseconds between the n-th attempt on an account and the next: doubling, at most a few seconds. */
export const delayAfter = (count: number, { slowsAfter }: Pick<Limit, 'slowsAfter'>): number =>
  count < slowsAfter ? SHORTEST_GAP : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (count - slowsAfter));
const STEPS_TO_LONGEST = Math.ceil(Math.log2(LONGEST_DELAY / FIRST_DELAY));
const gapsOf = (limit: Limit): number[] =>
  Array.from({ length: limit.slowsAfter + STEPS_TO_LONGEST + 1 }, (_, count) => delayAfter(count, limit));

/** How long the network of a sign-in is remembered with the account. */
const KNOWN_FOR = 30 * DAY;

/**
 * A subscriber of IPv6 has a whole /64, which counts as one; an IPv4 address mapped into IPv6 counts as that IPv4 address; any other text
 * from a proxy is "unknown".
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return isIP(plain) === 0 ? 'unknown' : plain;
  const [head = '', tail = ''] = plain.split('::');
  const start = head.split(':').filter((group) => group !== '');
  const end = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: plain.includes('::') ? 8 - start.length - end.length : 0 }, () => '0');
  return `${[...start, ...zeros, ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

interface Attempt {
  /** Where the request came from. */
  readonly address: string;
  /** The account of the attempt: an email address as typed, even when no such account exists. */
  readonly account?: string;
  /** Fires when the client no longer waits for the answer. */
  readonly gone?: AbortSignal;
}

const shortened = (text: string) => createHash('sha256').update(text).digest('base64url');

const addressKey = (name: LimitName, { address }: Attempt) => `${name}:address:${networkOf(address)}`;

/**
 * The key under which attempts on an account take their turns. Attempts from a network the account has signed in from have turns of their
 * own, so that strangers who guess do not keep its owner out.
 */
async function accountKeys(query: Query, name: LimitName, { address, account }: Attempt) {
  if (account === undefined) return null;
  const about = account.trim().toLowerCase();
  const strangers = `${name}:account:${shortened(about)}`;
  if (name !== 'login') return { turns: strangers, known: null };
  const source = shortened(`${about} ${networkOf(address)}`);
  const known = `login:known:${source}`;
  return { turns: (await isCounted(query, known)) ? `login:account:${source}` : strangers, known };
}

/**
 * Does the work unless the address of the network has tried too often (429). Attempts on one account are checked one after the other, with
 * growing delays. A wait that would be too long is refused with the time to try again (429). No connection to the database is held during
 * the wait.
 */
export async function limited<T>(query: Query, name: LimitName, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const limit: Limit = LIMITS[name];
  const byAddress = addressKey(name, attempt);
  const failed = (error: unknown) => error instanceof HttpError && error.status === limit.failure;
  if (limit.counts === 'failures') {
    return work().catch(async (error: unknown) => {
      if (failed(error)) refuseAbove(limit.perAddress, await countOne(query, byAddress, limit.window));
      throw error;
    });
  }
  refuseAbove(limit.perAddress, await countOne(query, byAddress, limit.window));
  const keys = await accountKeys(query, name, attempt);
  if (keys !== null) await untilTurn(query, keys.turns, limit, attempt.gone);
  try {
    const done = await work();
    if (limit.counts === 'attempts') {
      await takeBack(query, byAddress);
      if (keys !== null) await forget(query, keys.turns);
      if (keys?.known) await rememberFor(query, keys.known, KNOWN_FOR);
    }
    return done;
  } catch (error) {
    if (limit.counts === 'attempts' && !failed(error)) {
      await takeBack(query, byAddress);
      if (keys !== null) await takeBack(query, keys.turns);
    }
    throw error;
  }
}

/** Remembers that an account signed in from a network. */
export async function rememberNetwork(
  query: Query,
  { account, address }: { readonly account: string; readonly address: string },
): Promise<void> {
  const keys = await accountKeys(query, 'login', { account, address });
  if (keys?.known) await rememberFor(query, keys.known, KNOWN_FOR);
}

async function untilTurn(query: Query, key: string, limit: Limit, gone: AbortSignal | undefined): Promise<void> {
  const turn = await takeTurn(query, key, { window: limit.window, gaps: gapsOf(limit), longest: LONGEST_WAIT });
  if (!('count' in turn)) throw tooMany(tooManyOnAccount, Math.ceil(turn.wait / 1000));
  if (limit.perAccount !== undefined) refuseAbove(limit.perAccount, turn, tooManyOnAccount);
  await wait(turn.wait, undefined, gone && { signal: gone }).catch((error: unknown) => {
    throw gone?.aborted ? tooMany(tooManyOnAccount, Math.ceil(turn.wait / 1000)) : error;
  });
}

function refuseAbove(
  most: number,
  { count, until }: Count,
  sentenceOf: typeof tooManyOnAccount | typeof tooManyFromNetwork = tooManyFromNetwork,
): void {
  if (count > most) throw tooMany(sentenceOf, Math.ceil((until.getTime() - Date.now()) / 1000));
}

/** Counts one more invitation of a team and of a person, in the transaction that makes it; 429 when either has sent enough today. */
export async function countInvitation(tx: Query, { teamId, userId }: { readonly teamId: number; readonly userId: number }): Promise<void> {
  for (const key of [`invitations:team:${teamId}`, `invitations:person:${userId}`])
    refuseInvitationAbove(INVITATIONS_A_DAY, await countOne(tx, key, DAY));
}

/** Counts one more address that an account asks for, in the transaction that asks; 429 when it has asked enough today. */
export async function countAddress(tx: Query, userId: number): Promise<void> {
  refuseAbove(ADDRESSES_A_DAY, await countOne(tx, `addresses:person:${userId}`, DAY), tooManyOnAccount);
}

function refuseInvitationAbove(most: number, { count, until }: Count): void {
  if (count > most) throw tooMany(({ wait }) => tooManyInvitations({ most, wait }), Math.ceil((until.getTime() - Date.now()) / 1000));
}

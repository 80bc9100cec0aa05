/** How often something may be tried, by whom (API.md, Sessions). Kept in the database, so that every process agrees. */
import { createHash } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Route } from '../../domain/contract/routes.ts';
import type { Query } from '../db/open.ts';
import { HttpError, tooMany } from './errors.ts';

/**
 * What counts: "failures", once refused, for secrets too long to guess; "attempts", before the work and taken back when it succeeds, so that
 * guesses sent at once count too; "requests", all of them, where the answer does not tell success from failure.
 */
interface Limit {
  readonly counts: 'failures' | 'attempts' | 'requests';
  /** Seconds a count lasts from its first entry. */
  readonly window: number;
  /** How many are answered for one address of the network; the next is 429. */
  readonly perAddress: number;
  /** The status that is a failure. */
  readonly failure: 400 | 404;
  /** How many of one account are answered without a delay. */
  readonly slowsAfter: number;
}

const MINUTE = 60;
const HOUR = 3_600;

export const LIMITS = {
  login: { counts: 'attempts', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  password: { counts: 'attempts', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  register: { counts: 'failures', window: HOUR, perAddress: 200, failure: 400, slowsAfter: 5 },
  mail: { counts: 'requests', window: HOUR, perAddress: 300, failure: 400, slowsAfter: 3 },
  refresh: { counts: 'failures', window: 15 * MINUTE, perAddress: 600, failure: 400, slowsAfter: 5 },
  mailLink: { counts: 'failures', window: 15 * MINUTE, perAddress: 200, failure: 400, slowsAfter: 5 },
  invitation: { counts: 'failures', window: 15 * MINUTE, perAddress: 200, failure: 404, slowsAfter: 5 },
  publicKey: { counts: 'failures', window: 15 * MINUTE, perAddress: 600, failure: 404, slowsAfter: 5 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

export const LIMITED: Readonly<Partial<Record<Route, LimitName>>> = {
  'POST /token/': 'login',
  'POST /profile/password/': 'password',
  'POST /register/': 'register',
  'POST /forgot/': 'mail',
  'POST /confirm_email/resend/': 'mail',
  'POST /token/refresh/': 'refresh',
  'POST /confirm_email/': 'mailLink',
  'POST /password_recovery/': 'mailLink',
  'GET /invitations/:hash/': 'invitation',
  'POST /invitations/:hash/': 'invitation',
};

const FIRST_DELAY = 250;
const LONGEST_DELAY = 4_000;
/** Milliseconds an answer is held back after so many attempts on the account: doubling, at most a few seconds. */
export const delayAfter = (count: number, { slowsAfter }: Pick<Limit, 'slowsAfter'>): number =>
  count < slowsAfter ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (count - slowsAfter));

/** One subscriber of IPv6 has a whole /64; an IPv4 address mapped into IPv6 is itself; what a proxy calls otherwise is "unknown". */
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

interface Trier {
  /** Where the request came from. */
  readonly address: string;
  /** Whom it is about: an email address as typed, whether there is such an account or not. */
  readonly account?: string;
}
interface Count {
  readonly key: string;
  readonly count: number;
  readonly until: Date;
}

const keysOf = (name: LimitName, { address, account }: Trier) => ({
  byAddress: `${name}:address:${networkOf(address)}`,
  byAccount:
    account === undefined ? null : `${name}:account:${createHash('sha256').update(account.trim().toLowerCase()).digest('base64url')}`,
});
type Keys = ReturnType<typeof keysOf>;
const listOf = ({ byAddress, byAccount }: Keys) => (byAccount === null ? [byAddress] : [byAccount, byAddress]);

/** Does the work unless the address has tried too often (429), and holds it back while the account has been tried often. */
export async function limited<T>(query: Query, name: LimitName, trier: Trier, work: () => Promise<T>): Promise<T> {
  const limit: Limit = LIMITS[name];
  const keys = keysOf(name, trier);
  const before = limit.counts === 'failures' ? await read(query, keys) : await countIn(query, keys, limit.window);
  const own = limit.counts === 'failures' ? 0 : 1;
  refuseAbove(limit.perAddress - 1 + own, keys, before);
  const earlier = (before.find(({ key }) => key === keys.byAccount)?.count ?? 0) - own;
  const delay = delayAfter(earlier, limit);
  if (delay > 0) await wait(delay);
  try {
    const done = await work();
    if (limit.counts === 'attempts') await takeBack(query, keys, { forgetAccount: true });
    return done;
  } catch (error) {
    const failed = error instanceof HttpError && error.status === limit.failure;
    if (limit.counts === 'attempts' && !failed) await takeBack(query, keys, { forgetAccount: false });
    if (limit.counts === 'failures' && failed) refuseAbove(limit.perAddress, keys, await countIn(query, keys, limit.window));
    throw error;
  }
}

function refuseAbove(most: number, { byAddress }: Keys, counts: readonly Count[]): void {
  const found = counts.find(({ key }) => key === byAddress);
  if (found === undefined || found.count <= most) return;
  throw tooMany(Math.max(1, Math.ceil((found.until.getTime() - Date.now()) / 1000)));
}

async function read(query: Query, keys: Keys): Promise<Count[]> {
  const { rows } =
    await sql<Count>`select key, count, until from attempts where key = any(${listOf(keys)}) and until > clock_timestamp()`.execute(query);
  return rows;
}

async function countIn(query: Query, keys: Keys, window: number): Promise<Count[]> {
  const counted: Count[] = [];
  for (const key of listOf(keys)) counted.push(await countOne(query, key, window));
  return counted;
}

/** Counts one more under a key for so many seconds from the first; answers the count. */
export async function countOne(query: Query, key: string, window: number): Promise<Count> {
  const { rows } = await sql<Count>`
    insert into attempts (key, count, until) values (${key}, 1, clock_timestamp() + make_interval(secs => ${window}::float8))
    on conflict (key) do update set
      count = case when attempts.until > clock_timestamp() then attempts.count + 1 else 1 end,
      until = case when attempts.until > clock_timestamp() then attempts.until else excluded.until end
    returning key, count, until`.execute(query);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing was counted for ${key}`);
  return row;
}

async function takeBack(query: Query, { byAddress, byAccount }: Keys, { forgetAccount }: { forgetAccount: boolean }): Promise<void> {
  await sql`update attempts set count = count - 1 where key = ${byAddress} and count > 0`.execute(query);
  if (byAccount === null) return;
  if (forgetAccount) await sql`delete from attempts where key = ${byAccount}`.execute(query);
  else await sql`update attempts set count = count - 1 where key = ${byAccount} and count > 0`.execute(query);
}

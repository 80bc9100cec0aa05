/**
 * Records refused sign-ins, refused calls and limits that were reached. The entries are written after the answer, so that its timing
 * reveals nothing about an account.
 */
import type { RefusedSignIn } from '../../domain/securityLog.ts';
import type { Query } from '../db/open.ts';
import { afterwards } from '../http/afterwards.ts';
import { countOne, isFirstWithin } from '../http/attempts.ts';
import type { From } from '../http/from.ts';
import { networkOf } from '../http/limits.ts';
import { tellSecurity } from './lines.ts';
import { recordSecurity } from './record.ts';

/** The most entries about one person in an hour, so that a guesser cannot fill a team's log. The process's log has all of them. */
const MOST_AN_HOUR = 50;
const HOUR = 3_600;

const write = (work: () => Promise<void>): void => afterwards('A refusal could not be recorded', work);

interface Refusal {
  readonly kind: 'sign_in_refused' | 'call_refused';
  readonly userId: number;
  readonly teamId: number | null;
  readonly on: { readonly name?: string; readonly becomes?: string };
  readonly from: From;
}

const record = (query: Query, { kind, userId, teamId, on, from }: Refusal): Promise<void> =>
  query.transaction().execute(async (tx) => {
    const { count } = await countOne(tx, `security:${kind}:${userId}`, HOUR);
    if (count <= MOST_AN_HOUR) await recordSecurity(tx, { kind, userId, teamId, from, on });
    else tellSecurity({ kind, userId, teamId, aboutId: null, address: from.address, device: from.device });
  });

/** Records a sign-in that was refused. For an address without an account the entry is in the process's log alone. */
export function recordRefusedSignIn(
  query: Query,
  { userId, why, from }: { readonly userId: number | null; readonly why: RefusedSignIn; readonly from: From },
): void {
  const kind = 'sign_in_refused';
  if (userId === null) tellSecurity({ kind, userId, teamId: null, aboutId: null, address: from.address, device: from.device });
  else write(() => record(query, { kind, userId, teamId: null, on: { becomes: why }, from }));
}

interface RefusedCall {
  readonly userId: number;
  /** The team it was about; null when that is not known. */
  readonly team: () => Promise<number | null>;
  readonly route: string;
  readonly from: From;
}

/**
 * Records a call that the person's role does not allow. Without a team the entry is in the process's log alone, so that the person's teams
 * do not see it.
 */
export function recordRefusedCall(query: Query, { userId, team, route, from }: RefusedCall): void {
  const kind = 'call_refused';
  write(async () => {
    const teamId = await team();
    if (teamId === null) tellSecurity({ kind, userId, teamId, aboutId: null, address: from.address, device: from.device });
    else await record(query, { kind, userId, teamId, on: { name: route }, from });
  });
}

/** Reached limits that were reported lately, each with the time until which it is not reported again: a flood of attempts costs no statements. */
const reportedLately = new WeakMap<Query, Map<string, number>>();
const MOST_REMEMBERED = 10_000;

function wasReportedLately(query: Query, key: string): boolean {
  const known = reportedLately.get(query) ?? new Map<string, number>();
  reportedLately.set(query, known);
  const now = performance.now();
  if ((known.get(key) ?? 0) > now) return true;
  if (known.size >= MOST_REMEMBERED) for (const oldest of known.keys()) if (known.delete(oldest)) break;
  known.set(key, now + HOUR * 1000);
  return false;
}

interface ReachedLimit {
  /** The name of the account that the attempts were about, as typed; empty for none. */
  readonly about: string;
  /** The person with that account. */
  readonly person: () => Promise<number | null>;
  readonly route: string;
  readonly from: From;
}

/**
 * Records a limit that refused somebody: for an account once an hour for each call, from any network; without an account once for each call
 * and network, and in the process's log alone.
 */
export function recordReachedLimit(query: Query, { about, person, route, from }: ReachedLimit): void {
  const kind = 'limit_reached';
  const network = networkOf(from.address);
  if (wasReportedLately(query, `${route} ${network} ${about}`)) return;
  write(async () => {
    const userId = await person();
    const { address, device } = from;
    if (!(await isFirstWithin(query, `security:${kind}:${route}:${userId ?? network}`, HOUR))) return;
    if (userId === null) tellSecurity({ kind, userId, teamId: null, aboutId: null, address, device });
    else await query.transaction().execute((tx) => recordSecurity(tx, { kind, userId, teamId: null, from, on: { name: route } }));
  });
}

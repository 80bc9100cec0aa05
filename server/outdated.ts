import { sql } from 'kysely';
import type { HistoryDays } from './config.ts';
import { SECURITY_LOG_DAYS } from './config.ts';
import type { Database, Query } from './db/open.ts';
import { reuseSpace } from './db/tidying.ts';
import { removeOldUnpublished } from './estimates/unpublished.ts';
import { thinHistory } from './history/thinning.ts';
import { markUnmarked } from './imports/changes.ts';
import { removeOldDiscarded } from './imports/discarded.ts';
import { reportError } from './log.ts';
import { removeDeletedTeams } from './ownData/removal.ts';
import { removeDeadTokens } from './people/tokens.ts';
import { emptyBin } from './projects/bin.ts';
import { shrinkAnswers } from './rest/keptAnswers.ts';
import { removeOldEntries } from './securityLog/record.ts';

const HOUR = 3_600_000;

/**
 * Deletes expired counts, links a month after they stopped working, changes of addresses after a month, unfinished company sign-ins,
 * registrations not confirmed within a month, ended logins, projects a month after they were deleted, and entries of the security log after the
 * set number of days.
 */
export async function removeOutdated(query: Query, securityLogDays = SECURITY_LOG_DAYS): Promise<void> {
  await sql`delete from attempts where until < clock_timestamp()`.execute(query);
  await sql`delete from person_links where expires_at < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from address_changes where coalesce(changed_at, asked_at) < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from company_sign_ins where expires_at < clock_timestamp()`.execute(query);
  await sql`delete from registrations where created_at < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from heartbeats where seen_at < clock_timestamp() - interval '1 hour'`.execute(query);
  await sql`delete from known_devices where seen_at < clock_timestamp() - interval '400 days'`.execute(query);
  await sql`delete from api_tokens where least(expires_at, coalesce(withdrawn_at, expires_at)) < clock_timestamp() - interval '30 days'`.execute(
    query,
  );
  await sql`delete from factor_tickets where expires_at < clock_timestamp()`.execute(query);
  await removeDeadTokens(query);
  await emptyBin(query);
  await removeOldUnpublished(query);
  await removeOldDiscarded(query);
  await removeDeletedTeams(query);
  await removeOldEntries(query, securityLogDays);
}

interface Kept {
  readonly securityLogDays: number;
  readonly historyDays: HistoryDays;
}

/** Cleans up now and every hour, in small steps. The returned function stops it. */
export function keepClean({ kind, query }: Database, { securityLogDays, historyDays }: Kept): () => Promise<void> {
  let isEnding = false;
  let isFirst = true;
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['Outdated records could not be removed', () => removeOutdated(query, securityLogDays)],
    ['A later import could not be compared with the last version', () => markUnmarked(query)],
    ['Kept answers could not be made smaller', () => shrinkAnswers(query, () => isEnding)],
    ['The history could not be thinned', () => thinHistory(query, historyDays, () => isEnding)],
    // A PostgreSQL server does this by itself. Here it can block everybody for a second, so it is not done while people wait for the server to start.
    ['Tables could not be tidied', async () => (kind === 'embedded' && !isFirst ? reuseSpace(query) : undefined)],
  ];
  const clean = async () => {
    for (const [failure, step] of steps) if (!isEnding) await step().catch((error: unknown) => reportError(failure, error));
    isFirst = false;
  };
  let cleaning = clean();
  const timer = setInterval(() => {
    cleaning = cleaning.then(clean);
  }, HOUR);
  return async () => {
    isEnding = true;
    clearInterval(timer);
    await cleaning;
  };
}

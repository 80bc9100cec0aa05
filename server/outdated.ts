import { sql } from 'kysely';
import { SECURITY_LOG_DAYS } from './config.ts';
import type { Query } from './db/open.ts';
import { reportError } from './log.ts';
import { removeDeadTokens } from './people/tokens.ts';
import { emptyBin } from './projects/bin.ts';
import { removeOldEntries } from './securityLog/record.ts';

const HOUR = 3_600_000;

/**
 * Deletes expired counts, links a month after they stopped opening anything, sign-ins of a company that nobody finished, registrations
 * not confirmed within a month, logins that are over, answers kept for a week, projects a month after they were deleted, and entries of
 * the security log after the days that are set.
 */
export async function removeOutdated(query: Query, securityLogDays = SECURITY_LOG_DAYS): Promise<void> {
  await sql`delete from attempts where until < clock_timestamp()`.execute(query);
  await sql`delete from person_links where expires_at < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from company_sign_ins where expires_at < clock_timestamp()`.execute(query);
  await sql`delete from registrations where created_at < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from kept_answers where created_at < clock_timestamp() - interval '7 days'`.execute(query);
  await sql`delete from heartbeats where seen_at < clock_timestamp() - interval '1 hour'`.execute(query);
  await sql`delete from known_devices where seen_at < clock_timestamp() - interval '400 days'`.execute(query);
  await removeDeadTokens(query);
  await emptyBin(query);
  await removeOldEntries(query, securityLogDays);
}

/** Cleans up now and every hour. The answer stops it. */
export function keepClean(query: Query, securityLogDays: number): () => Promise<void> {
  const clean = () =>
    removeOutdated(query, securityLogDays).catch((error: unknown) => reportError('Outdated records could not be removed', error));
  let cleaning = clean();
  const timer = setInterval(() => {
    cleaning = clean();
  }, HOUR);
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}

import { sql } from 'kysely';
import type { Query } from './db/open.ts';
import { reportError } from './log.ts';
import { removeDeadTokens } from './people/tokens.ts';
import { emptyBin } from './projects/bin.ts';

const HOUR = 3_600_000;

/**
 * Deletes expired counts, links a month after they stopped opening anything, registrations not confirmed within
 * a month, logins that are over, answers kept for a week, and projects a month after they were deleted.
 */
export async function removeOutdated(query: Query): Promise<void> {
  await sql`delete from attempts where until < clock_timestamp()`.execute(query);
  await sql`delete from person_links where expires_at < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from registrations where created_at < clock_timestamp() - interval '30 days'`.execute(query);
  await sql`delete from kept_answers where created_at < clock_timestamp() - interval '7 days'`.execute(query);
  await sql`delete from heartbeats where seen_at < clock_timestamp() - interval '1 hour'`.execute(query);
  await removeDeadTokens(query);
  await emptyBin(query);
}

/** Cleans up now and every hour. The answer stops it. */
export function keepClean(query: Query): () => Promise<void> {
  const clean = () => removeOutdated(query).catch((error: unknown) => reportError('Outdated records could not be removed', error));
  let cleaning = clean();
  const timer = setInterval(() => {
    cleaning = clean();
  }, HOUR);
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}

/** When a login was last used: stored at each refresh, and otherwise at most once in five minutes for each process. */
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import { afterwards } from '../http/afterwards.ts';

const EVERY = 5 * 60_000;
const MOST_REMEMBERED = 10_000;

/** When this process last kept the use of a login, by its family. */
const kept = new Map<string, number>();

/** Whether the use of a login must be stored, because this process has not stored it for five minutes; if so, it counts as stored now. */
export function isUseDue(id: string): boolean {
  const now = Date.now();
  const before = kept.get(id);
  if (before !== undefined && now - before < EVERY) return false;
  kept.delete(id);
  if (kept.size >= MOST_REMEMBERED) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
  kept.set(id, now);
  return true;
}

export function noteUse(query: Query, family: string): void {
  if (!isUseDue(family)) return;
  afterwards('The last use of a session could not be kept', async () => {
    await sql`update refresh_families set last_used_at = now() where id = ${family} and revoked_at is null and last_used_at < now() - interval '1 minute'`.execute(
      query,
    );
  });
}

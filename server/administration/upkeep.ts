import { sql } from 'kysely';
import { openToRead } from '../backup/source.ts';
import { appliedMigrations } from '../backup/tables.ts';
import type { Config, HistoryDays } from '../config.ts';
import { notify } from '../db/bus.ts';
import type { Database } from '../db/open.ts';
import { countOld, thinHistory } from '../history/thinning.ts';
import { MAIL_TOPIC } from '../mail/queue.ts';
import { wrongTotals } from '../totals/wrong.ts';
import { refuseOtherTables } from './otherTables.ts';
import { tableOf } from './typed.ts';

/** The mails that wait; with `now` each is tried immediately, including those that were refused before. */
export async function mails({ query }: Database, now: boolean): Promise<string[]> {
  if (now) {
    await query.transaction().execute(async (tx) => {
      await sql`update outgoing_mails set next_try_at = now() where claim is null or next_try_at < now()`.execute(tx);
      await notify(tx, MAIL_TOPIC);
    });
  }
  const waiting = await query
    .selectFrom('outgoing_mails')
    .select(['id', 'kind', 'email', 'attempts', 'next_try_at'])
    .orderBy('id')
    .execute();
  if (waiting.length === 0) return ['No mail waits'];
  return [
    ...tableOf(
      ['id', 'kind', 'to', 'tries', 'next try'],
      waiting.map(({ id, kind, email, attempts, next_try_at }) => [id, kind, email, attempts, next_try_at.toISOString()]),
    ),
    now ? `${waiting.length} are tried now by a running server` : `${waiting.length} wait; --now tries them at once`,
  ];
}

export function foundInWords({ wrongCount, totals, versions, acts, rows }: Awaited<ReturnType<typeof wrongTotals>>): string {
  const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
  const places = `${counted(versions, 'version')}, ${counted(acts, 'act')} and ${counted(rows, 'row')}`;
  return `${wrongCount.toLocaleString('en')} of ${totals.toLocaleString('en')} totals are wrong, in ${places}`;
}

/** Recomputes every kept total from one snapshot, outside the server. `isRight` is false when a total is wrong. */
export async function verify(config: Config): Promise<{ lines: string[]; isRight: boolean }> {
  const { bulk, close } = await openToRead(config);
  try {
    await bulk.run('begin isolation level repeatable read read only');
    refuseOtherTables(await appliedMigrations(bulk));
    const found = await wrongTotals(bulk.rows);
    await bulk.run('commit');
    return { lines: [...found.wrong, foundInWords(found)], isRight: found.wrongCount === 0 };
  } finally {
    await close();
  }
}

/** Runs the server's hourly upkeep immediately: thins and removes old history, and frees space in the tables for reuse. */
export async function vacuumHistory({ query }: Database, days: HistoryDays, dryRun: boolean): Promise<string[]> {
  const told = ({ thinned, removed }: Awaited<ReturnType<typeof thinHistory>>) => [
    `${thinned.toLocaleString('en')} edits are older than ${days.undo} days: they can no longer be undone, and their history is kept in less space`,
    `${removed.toLocaleString('en')} edits are older than ${days.log} days, or were undone so long ago: their history goes, what they did stays`,
  ];
  if (dryRun) return [...told(await countOld(query, days)), 'Nothing was changed'];
  const done = told(await thinHistory(query, days));
  for (const table of ['event_changes', 'event_places', 'recent_events']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(query);
  return done;
}

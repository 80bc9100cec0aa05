import { sql } from 'kysely';
import { openToRead } from '../backup/source.ts';
import type { Config } from '../config.ts';
import { notify } from '../db/bus.ts';
import type { Database } from '../db/open.ts';
import { MAIL_TOPIC } from '../mail/queue.ts';
import { wrongTotals } from '../totals/wrong.ts';
import { tableOf } from './typed.ts';

/** Events removed in one transaction, so that nobody waits for long. */
const AT_ONCE = 500;

/** Mails that wait; with `now` each is tried at once, those too that were refused before. */
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

/** Recomputes every kept total, of a moment and away from the server. `isRight` is false when one is wrong. */
export async function verify(config: Config): Promise<{ lines: string[]; isRight: boolean }> {
  const { bulk, close } = await openToRead(config);
  try {
    await bulk.run('begin isolation level repeatable read read only');
    const found = await wrongTotals(bulk.rows);
    await bulk.run('commit');
    const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
    const places = `${counted(found.versions, 'version')}, ${counted(found.acts, 'act')} and ${counted(found.rows, 'row')}`;
    return {
      lines: [...found.wrong, `${found.wrongCount} of ${found.totals.toLocaleString('en')} totals are wrong, in ${places}`],
      isRight: found.wrongCount === 0,
    };
  } finally {
    await close();
  }
}

/**
 * Removes the history of edits older than the days set: they cannot be undone any more, and what they did stays. While a project has newer undone
 * edits, its older undone ones stay too, because redo takes them in order.
 */
export async function vacuumHistory({ query }: Database, days: number | null, dryRun: boolean): Promise<string[]> {
  if (days === null) return ['HISTORY_DAYS is not set: every edit stays undoable, and nothing was removed'];
  const old = sql`
    from recent_events e
   where e.created_at < clock_timestamp() - make_interval(days => ${days}::int)
     and (e.processed or not exists (
       select from recent_events n where n.team_id = e.team_id and n.project_id = e.project_id and not n.processed
          and n.created_at >= clock_timestamp() - make_interval(days => ${days}::int)))`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${old}`.execute(query);
  const count = counted.rows[0]?.count ?? 0;
  if (dryRun) return [`${count.toLocaleString('en')} edits are older than ${days} days; nothing was removed`];
  for (let removed = 0; removed < count; ) {
    const { numAffectedRows = 0n } = await query.transaction().execute(async (tx) => {
      // Nobody undoes or redoes meanwhile.
      await sql`
        select from projects p where (p.team_id, p.id) in (select e.team_id, e.project_id ${old}) order by p.team_id, p.id
           for no key update`.execute(tx);
      return sql`
        delete from recent_events d using (select e.team_id, e.id ${old} order by e.created_at limit ${AT_ONCE}) o
         where d.team_id = o.team_id and d.id = o.id`.execute(tx);
    });
    if (numAffectedRows === 0n) break;
    removed += Number(numAffectedRows);
  }
  for (const table of ['event_changes', 'recent_events']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(query);
  return [`${count.toLocaleString('en')} edits older than ${days} days were removed from the history; what they did stays`];
}

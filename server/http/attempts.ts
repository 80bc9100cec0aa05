/** Counts of attempts, kept in the database so that every process agrees. */
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';

export interface Count {
  readonly key: string;
  readonly count: number;
  readonly until: Date;
}
interface Turn extends Count {
  /** Milliseconds until the turn. */
  readonly wait: number;
}

/** Adds one to the count of a key, which lasts the given seconds from its first entry. Returns the count. */
export async function countOne(query: Query, key: string, window: number): Promise<Count> {
  const { rows } = await sql<Count>`
    insert into attempts (key, count, until) values (${key}, 1, clock_timestamp() + make_interval(secs => ${window}::float8))
    on conflict (key) do update set
      count = case when attempts.until > clock_timestamp() then attempts.count + 1 else 1 end,
      until = case when attempts.until > clock_timestamp() then attempts.until else excluded.until end
    returning key, count, until`.execute(query);
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was counted');
  return row;
}

/**
 * Counts one more attempt under a key and takes the next turn there. Turn n + 1 follows turn n after `gaps[n]` milliseconds; the last gap
 * repeats. No lock is held during the wait. When the turn is more than `longest` milliseconds away nothing is counted, and only the
 * wait is returned.
 */
export async function takeTurn(
  query: Query,
  key: string,
  { window, gaps, longest }: { readonly window: number; readonly gaps: readonly number[]; readonly longest: number },
): Promise<Turn | { readonly wait: number }> {
  const after = (nth: ReturnType<typeof sql>) =>
    sql`make_interval(secs => (${[...gaps]}::float8[])[least(${nth}, ${gaps.length - 1}::int) + 1] / 1000)`;
  const next = sql`case when attempts.until > clock_timestamp() then attempts.count + 1 else 1 end`;
  const { rows } = await sql<Turn>`
    insert into attempts (key, count, until, next_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${window}::float8), clock_timestamp() + ${after(sql`1`)})
    on conflict (key) do update set
      count = ${next},
      until = case when attempts.until > clock_timestamp() then attempts.until else excluded.until end,
      next_at = greatest(coalesce(attempts.next_at, clock_timestamp()), clock_timestamp()) + ${after(next)}
    where coalesce(attempts.next_at, clock_timestamp()) <= clock_timestamp() + make_interval(secs => ${longest}::float8 / 1000)
    returning key, count, until, extract(epoch from next_at - ${after(sql`count`)} - clock_timestamp())::float8 * 1000 as wait`.execute(
    query,
  );
  const [turn] = rows;
  if (turn !== undefined) return { ...turn, wait: Math.max(0, turn.wait) };
  const queue = await sql<{ wait: number | null }>`
    select extract(epoch from next_at - clock_timestamp())::float8 * 1000 as wait from attempts where key = ${key}`.execute(query);
  return { wait: Math.max(longest, queue.rows[0]?.wait ?? 0) };
}

/** Whether a key has a count that has not expired. */
export async function isCounted(query: Query, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from attempts where key = ${key} and until > clock_timestamp()`.execute(query);
  return rows.length > 0;
}

/** Remembers a key for the given seconds. */
export async function rememberFor(query: Query, key: string, seconds: number): Promise<void> {
  await sql`
    insert into attempts (key, count, until) values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (key) do update set until = excluded.until`.execute(query);
}

/** Whether this is the first under a key in the given seconds; it is remembered for that long. */
export async function isFirstWithin(query: Query, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into attempts (key, count, until) values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (key) do update set until = excluded.until where attempts.until <= clock_timestamp()
    returning 1`.execute(query);
  return rows.length > 0;
}

export async function takeBack(query: Query, key: string): Promise<void> {
  await sql`update attempts set count = count - 1 where key = ${key} and count > 0`.execute(query);
}

export async function forget(query: Query, key: string): Promise<void> {
  await sql`delete from attempts where key = ${key}`.execute(query);
}

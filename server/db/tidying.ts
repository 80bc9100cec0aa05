/** The work of a PostgreSQL server's autovacuum, for the embedded database, which has none. */
import { sql } from 'kysely';
import { reportError } from '../log.ts';
import type { Query } from './open.ts';
import { isUnavailable } from './unavailable.ts';

const MINUTE = 60_000;

interface Worn {
  readonly name: string;
  readonly hasDead: boolean;
  readonly isChanged: boolean;
}

/** The tables with more changed or dead rows than autovacuum's default settings allow. */
async function wornTables(query: Query): Promise<readonly Worn[]> {
  // Otherwise changes of the last second may not be counted yet.
  await sql`select pg_stat_force_next_flush()`.execute(query);
  const { rows } = await sql<Worn>`
    select s.relname as name, s.n_dead_tup > limits.dead as "hasDead", s.n_mod_since_analyze > limits.changed as "isChanged"
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
     cross join lateral (
       select current_setting('autovacuum_vacuum_threshold')::int + current_setting('autovacuum_vacuum_scale_factor')::float8 * greatest(c.reltuples, 0) as dead,
              current_setting('autovacuum_analyze_threshold')::int + current_setting('autovacuum_analyze_scale_factor')::float8 * greatest(c.reltuples, 0) as changed) limits
     where s.n_dead_tup > limits.dead or s.n_mod_since_analyze > limits.changed`.execute(query);
  return rows;
}

/** A sample of 9,000 rows instead of the default 30,000, because everybody waits while it is read. */
const analyse = (query: Query, table: string): Promise<void> =>
  query.transaction().execute(async (tx) => {
    await sql`set local default_statistics_target to 30`.execute(tx);
    await sql`analyze ${sql.table(table)}`.execute(tx);
  });

/** Makes the space of removed rows reusable, table by table, so that other queries have their turn in between. */
export async function reuseSpace(query: Query): Promise<void> {
  for (const { name, hasDead } of await wornTables(query)) if (hasDead) await sql`vacuum ${sql.table(name)}`.execute(query);
}

/**
 * Brings the planner's statistics of changed tables up to date. Without them the planner takes every table for a small one, and joins large ones row by row.
 */
export async function analyseChanged(query: Query): Promise<void> {
  for (const { name, isChanged } of await wornTables(query)) if (isChanged) await analyse(query, name);
}

/** Updates the statistics every minute. The returned function stops it. */
export function keepAnalysed(query: Query): () => Promise<void> {
  let analysing = Promise.resolve();
  // Not reported on a full disk, where it would fail every minute and every write reports the cause.
  const failed = (error: unknown) => {
    if (!isUnavailable(error)) reportError('Tables could not be analysed', error);
  };
  const timer = setInterval(() => {
    analysing = analysing.then(() => analyseChanged(query)).catch(failed);
  }, MINUTE);
  return async () => {
    clearInterval(timer);
    await analysing;
  };
}

/** Statistics after large writes; and the work of a PostgreSQL server's autovacuum, for the embedded database, which has none. */
import { sql } from 'kysely';
import { reportError } from '../log.ts';
import type { Query, Tx } from './open.ts';
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

/**
 * Brings the planner's statistics of one table up to date, unless somebody else is busy with that or with its space. Reads 1,500 rows instead of the
 * default 30,000, because everybody on the embedded engine waits meanwhile.
 */
async function analyse(tx: Tx, table: string): Promise<void> {
  await sql`set local default_statistics_target to 5`.execute(tx);
  await sql`analyze (skip_locked) ${sql.table(table)}`.execute(tx);
}

/** From this number of rows, one write makes the database's statistics of the table out of date. */
const MANY = 10_000;
/**
 * Has the database analyse a table after a large write. Its own analysis follows about a minute later; until then, checks of foreign keys
 * use plans made when the table was small, and read all of it for each row: completing an act of 100,000 rows took more than 30 s.
 */
export async function analyseWritten(tx: Tx, table: string, written: number): Promise<void> {
  if (written >= MANY) await analyse(tx, table);
}

/** Makes the space of removed rows reusable, table by table, so that other queries have their turn in between. */
export async function reuseSpace(query: Query): Promise<void> {
  for (const { name, hasDead } of await wornTables(query)) if (hasDead) await sql`vacuum ${sql.table(name)}`.execute(query);
}

/**
 * Brings the planner's statistics of changed tables up to date. Without them the planner takes every table for a small one, and joins large ones row by row.
 */
export async function analyseChanged(query: Query): Promise<void> {
  for (const { name, isChanged } of await wornTables(query)) if (isChanged) await query.transaction().execute((tx) => analyse(tx, name));
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

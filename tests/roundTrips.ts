/** Counts this process's database round trips: one for a query, and one for several queries sent together. */
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

interface Waiting {
  readonly waits: number;
}

/** Counts from now on. The periodic queries that watch over connections are left out. */
export function countRoundTrips(): Waiting {
  const counted = { waits: 0 };
  countServer(counted);
  countEmbedded(counted);
  return counted;
}

function countServer(counted: { waits: number }): void {
  const underWay = new WeakMap<pg.Client, number>();
  const { query } = pg.Client.prototype;
  const inner = query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
    const answer = inner.apply(this, given);
    // The first query of a transaction or its last one, which BEGIN or COMMIT travels with.
    if (given[0] instanceof pg.Query) counted.waits += 1;
    if (/pg_stat_activity/.test(String(given[0])) || !(answer instanceof Promise)) return answer;
    const before = underWay.get(this) ?? 0;
    if (before === 0) counted.waits += 1;
    underWay.set(this, before + 1);
    const over = () => underWay.set(this, (underWay.get(this) ?? 1) - 1);
    answer.then(over, over);
    return answer;
  } as typeof query;
}

function countEmbedded(counted: { waits: number }): void {
  const run = PGlite.prototype._runExclusiveQuery;
  PGlite.prototype._runExclusiveQuery = function counting<T>(this: PGlite, query: () => Promise<T>): Promise<T> {
    counted.waits += 1;
    return run.call(this, query) as Promise<T>;
  };
}

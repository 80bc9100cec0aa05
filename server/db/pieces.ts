import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Query, Tx } from './open.ts';

/**
 * Writes one piece of data that nobody sees yet, in a transaction that does not wait for the disk. The transaction that publishes the data, or
 * completes its removal, waits for all pieces.
 */
export const writePiece = <Result>(query: Query, write: (tx: Tx) => Promise<Result>): Promise<Result> =>
  query.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit to off`.execute(tx);
    return write(tx);
  });

/** Rows removed in one statement. */
const SLICE = 2_500;
/** Milliseconds between two slices, in which other requests are answered: the embedded database runs in this very thread. */
const BETWEEN = 5;

/** Removes the rows of a table that nobody can see any more, in slices short enough to delay nobody. `which` is evaluated again for every slice. */
export const removeInSlices = (query: Query, table: string, which: RawBuilder<unknown>): Promise<void> =>
  inSlices(query, async (tx) => {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${which} limit ${SLICE}))`.execute(
        tx,
      );
    return Number(numAffectedRows);
  });

/** The column that names the list of a row. The rows of a list are found by it and their `order`, in that order. */
const LIST = { estimate_rows: 'list_id', import_rows: 'rows_id' } as const;

/**
 * Removes the rows of lists in slices, in the order of each list. Found in another way, a slice would read again the removed rows of those
 * before it, and the last one the whole table. `lists` is a query for their ids.
 */
export async function removeRowsInSlices(
  query: Query,
  table: keyof typeof LIST,
  teamId: number,
  lists: RawBuilder<unknown>,
): Promise<void> {
  const { rows: found } = await sql<{ id: number }>`select l.id from (${lists}) l`.execute(query);
  for (const { id } of found) {
    let from = Number.MIN_SAFE_INTEGER;
    await inSlices(query, async (tx) => {
      const { rows } = await sql<{ count: number; last: number | null }>`
        with removed as (
          delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)}
             where team_id = ${teamId} and ${sql.ref(LIST[table])} = ${id} and "order" >= ${from}::bigint order by "order" limit ${SLICE}))
          returning "order")
        select count(*)::int as count, max("order") as last from removed`.execute(tx);
      const { count, last } = rows[0] ?? { count: 0, last: null };
      from = last ?? from;
      return count;
    });
  }
}

/** Repeats `remove`, which returns how many rows it removed, until it finds less than a slice. */
async function inSlices(query: Query, remove: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await writePiece(query, remove)) === SLICE) await pause(BETWEEN);
}

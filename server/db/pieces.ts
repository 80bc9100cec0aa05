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
export async function removeInSlices(query: Query, table: string, which: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await writePiece(query, (tx) =>
      sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${which} limit ${SLICE}))`.execute(
        tx,
      ),
    );
    if (numAffectedRows < BigInt(SLICE)) return;
    await pause(BETWEEN);
  }
}

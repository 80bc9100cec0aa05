import { sql } from 'kysely';
import type { Query, Tx } from './open.ts';

/**
 * Writes one piece of something that nobody sees yet, in a transaction that does not wait for the disk. The transaction that shows it waits
 * for all of its pieces.
 */
export const writePiece = <Result>(query: Query, write: (tx: Tx) => Promise<Result>): Promise<Result> =>
  query.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit to off`.execute(tx);
    return write(tx);
  });

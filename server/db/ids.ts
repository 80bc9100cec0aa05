import { sql } from 'kysely';
import type { Tx } from './open.ts';
import type { Tables } from './tables.ts';

/** The next id of a table, for a record whose event is written before it. */
export async function nextId(tx: Tx, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(tx);
  const [next] = rows;
  if (next === undefined) throw new Error(`no id for ${table}`);
  return next.id;
}

/** A revision that no record has had. Adding one would repeat revisions, because undoing an edit restores the earlier one. */
export const nextRevision = sql<number>`nextval('revisions')`;

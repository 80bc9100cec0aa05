/** Rows of an act as an answer finds them, and its withdrawal. */
import { sql } from 'kysely';
import { ACTS_PER_VERSION } from '../../domain/act.ts';
import type { ActRef } from '../acts/find.ts';
import type { Query } from '../db/open.ts';

export interface StoredRow {
  readonly id: number;
  readonly list_id: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** The limit of the row, q + Σe. */
  readonly limit: string;
  /** The quantity the act claims; once answered, the certified one. */
  readonly claimed: string;
  readonly before: string;
  /** The quantities that later acts claim, in the order of the acts. */
  readonly later: readonly string[];
}

/** These rows of the act's version by their ids. */
export async function answeredRows(
  query: Query,
  { teamId, versionId, place }: ActRef,
  ids: readonly number[],
): Promise<Map<number, StoredRow>> {
  const { rows } = await sql<StoredRow>`
    select r.id, r.list_id, r.code, r.name, r.unit, (r.quantity + coalesce(e.quantity, 0))::numeric(30, 6) as "limit", coalesce(own.quantity, 0)::numeric(15, 6) as claimed,
           coalesce((select sum(d.quantity) from act_rows d
                      where d.team_id = r.team_id and d.row_id = r.id and d.id % ${ACTS_PER_VERSION}::int < ${place}), 0)::numeric(30, 6) as before,
           array(select d.quantity::text from act_rows d
                  where d.team_id = r.team_id and d.row_id = r.id and d.id % ${ACTS_PER_VERSION}::int > ${place} order by d.id) as later
      from estimate_rows r
      left join act_rows own on own.team_id = r.team_id and own.id = r.id * ${ACTS_PER_VERSION}::int + ${place}
      left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
     where r.team_id = ${teamId} and r.version_id = ${versionId} and r.kind = 'row' and r.id = any(${[...ids]}::bigint[])`.execute(query);
  return new Map(rows.map((row) => [row.id, row]));
}

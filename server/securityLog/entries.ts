/** The entries a team's owners and admins read: a window by the id of the last one, newest first. */
import { type RawBuilder, sql } from 'kysely';
import { LOG_WINDOW, type SecurityEntry } from '../../domain/api/securityLogRoutes.ts';
import { kindsIn, type SecurityGroup } from '../../domain/securityLog.ts';
import type { Query } from '../db/open.ts';

interface Asked {
  readonly before?: number | undefined;
  readonly group?: SecurityGroup | undefined;
  readonly person?: number | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}
type Row = Omit<SecurityEntry, 'at'> & { readonly at: Date };

export async function entriesOf(query: Query, teamId: number, { before, group, person, from, until }: Asked) {
  const only: RawBuilder<unknown>[] = [
    sql`team_id = ${teamId}`,
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(group === undefined ? [] : [sql`kind = any(${kindsIn(group)}::text[])`]),
    ...(person === undefined ? [] : [sql`(user_id = ${person} or about_id = ${person})`]),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`at <= ${until}::timestamptz`]),
  ];
  const { rows } = await sql<Row>`
    select id, at, kind, user_id, user_name, about, was, becomes, address, device from security_log
     where ${sql.join(only, sql` and `)} order by id desc limit ${LOG_WINDOW + 1}`.execute(query);
  const entries = rows.slice(0, LOG_WINDOW).map(({ at, ...entry }): SecurityEntry => ({ ...entry, at: at.toISOString() }));
  return { entries, has_more: rows.length > LOG_WINDOW };
}

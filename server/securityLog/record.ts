/** Entries of the security log: written in the transaction of what they record, so that there is neither without the other. */

import { sql } from 'kysely';
import { cutTo } from '../../domain/cut.ts';
import type { SecurityKind } from '../../domain/securityLog.ts';
import { afterCommit } from '../db/afterCommit.ts';
import type { Query } from '../db/open.ts';
import type { From } from '../http/from.ts';
import { orderMail } from '../mail/queue.ts';
import { tellSecurity } from './lines.ts';

/** The object of an action, named as it was called at the time; never a secret, nor a hash of one. */
interface On {
  /** A person: their name is looked up. */
  readonly userId?: number;
  /** A project, an act, a link, a token…: its name. */
  readonly name?: string;
  readonly was?: string;
  readonly becomes?: string;
}
interface Entry {
  readonly kind: SecurityKind;
  /** The person who did it; null for somebody who is not signed in, and for the operator. */
  readonly userId: number | null;
  /** The team it concerns; null for what happens to a person's account, which each of their teams sees. */
  readonly teamId: number | null;
  readonly from: From;
  readonly on?: On;
  /** The person gets a mail about it; for some kinds a mail is always sent. */
  readonly isMailed?: boolean;
}

const LONGEST = 300;
const short = (text: string | undefined) => cutTo(text ?? '', LONGEST);

/** The kinds about which the person always gets a mail; the mail says how to undo the change. */
const ALWAYS_MAILED: readonly SecurityKind[] = [
  'password_changed',
  'password_recovered',
  'factor_added',
  'factor_removed',
  'company_connected',
  'token_made',
];

export async function recordSecurity(
  tx: Query,
  { kind, userId, teamId, from, on = {}, isMailed = ALWAYS_MAILED.includes(kind) }: Entry,
): Promise<void> {
  const aboutId = on.userId ?? null;
  const { address, device } = from;
  const { rows } = await sql<{ id: number; team_id: number | null }>`
    insert into security_log (kind, team_id, user_id, user_name, about_id, about, was, becomes, address, device)
    select ${kind}, t.team_id, ${userId}::bigint, coalesce((select u.name from users u where u.id = ${userId}::bigint), ''), ${aboutId}::bigint,
           coalesce(nullif(${short(on.name)}::text, ''), (select u.name from users u where u.id = ${aboutId}::bigint), ''),
           ${short(on.was)}::text, ${short(on.becomes)}::text, ${address}::text, ${device}::text
      from (select ${teamId}::bigint as team_id
            union all
            select m.team_id from members m where ${teamId}::bigint is null and m.user_id = coalesce(${userId}::bigint, ${aboutId}::bigint)) t
    returning id, team_id`.execute(tx);
  const entry = rows.find(({ team_id }) => team_id === null) ?? rows[0];
  if (isMailed && entry !== undefined) await orderNotice(tx, aboutId ?? userId, entry.id);
  afterCommit(() => tellSecurity({ kind, userId, teamId, aboutId, address, device }));
}

async function orderNotice(tx: Query, userId: number | null, entryId: number): Promise<void> {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}::bigint`.execute(tx);
  const [person] = rows;
  if (person !== undefined) await orderMail(tx, { kind: 'notice', email: person.email, entryId });
}

/** Removed in one statement, so that none takes long. */
const AT_ONCE = 5_000;

/** Removes the entries older than this; the table itself refuses to lose younger ones. */
export async function removeOldEntries(query: Query, days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await query.transaction().execute(async (tx) => {
      await sql`select set_config('actum.security_log_days', ${String(days)}, true)`.execute(tx);
      return sql`
        delete from security_log where id in (
          select id from security_log where at < clock_timestamp() - make_interval(days => ${days}::int) order by at limit ${AT_ONCE})`.execute(
        tx,
      );
    });
    if (numAffectedRows < BigInt(AT_ONCE)) return;
  }
}

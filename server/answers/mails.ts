import { sql } from 'kysely';
import type { ActRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { orderMail } from '../mail/queue.ts';

/**
 * Orders a mail to the owners and admins of the team and to the person who made the link, but not to the member who recorded the answer.
 */
export async function tellTeam(
  tx: Query,
  { teamId, actId }: ActRef,
  { answerId, recordedBy }: { readonly answerId: number; readonly recordedBy: number | null },
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select distinct u.email from members m join users u on u.id = m.user_id
     where m.team_id = ${teamId} and m.user_id is distinct from ${recordedBy}::bigint
       and (m.role in ('owner', 'admin')
            or exists (select from act_links l where l.team_id = m.team_id and l.act_id = ${actId} and l.may_answer and l.created_by = m.user_id))
     order by u.email`.execute(tx);
  for (const { email } of rows) await orderMail(tx, { kind: 'answered', email, teamId, answerId });
}

/** Orders a mail to the client whose answer was withdrawn, where they gave an address. */
export async function tellClient(
  tx: Query,
  teamId: number,
  { id: answerId, email }: { readonly id: number; readonly email: string },
): Promise<void> {
  if (email !== '') await orderMail(tx, { kind: 'answer_withdrawn', email, teamId, answerId });
}

import { sql } from 'kysely';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { orderMail } from '../mail/queue.ts';

/** Orders a mail to those who may decide an extra, except the person who asked for it. */
export async function tellDeciders(tx: Query, { teamId }: ProjectRef, extraId: number, askedBy: number): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select u.email from members m join users u on u.id = m.user_id
     where m.team_id = ${teamId} and m.role in ('owner', 'admin') and m.user_id <> ${askedBy} order by u.email`.execute(tx);
  for (const { email } of rows) await orderMail(tx, { kind: 'extra_asked', email, teamId, extraId });
}

/** Orders a mail to the person who asked for an extra, unless they decided it themselves or left the team. */
export async function tellAsker(tx: Query, { teamId }: ProjectRef, extraId: number, decidedBy: number): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select u.email from extras x join members m on m.team_id = x.team_id and m.user_id = x.asked_by join users u on u.id = x.asked_by
     where x.team_id = ${teamId} and x.id = ${extraId} and x.asked_by <> ${decidedBy}`.execute(tx);
  for (const { email } of rows) await orderMail(tx, { kind: 'extra_decided', email, teamId, extraId });
}

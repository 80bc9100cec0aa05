import { sql } from 'kysely';
import type { ActAnswer } from '../../domain/api/shapes.ts';
import type { ActRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

/** The answer to an act; null when it has none. */
export async function answerOf(query: Query, { teamId, actId }: ActRef): Promise<ActAnswer | null> {
  const { rows } = await sql<Omit<ActAnswer, 'at'> & { at: Date }>`
    select a.at, a.name, a.email, a.recorded_name as recorded_by, a.claimed_price,
           (select count(*)::int from act_answer_rows w where w.team_id = a.team_id and w.act_id = a.act_id) as rows
      from act_answers a where a.team_id = ${teamId} and a.act_id = ${actId} and a.withdrawn_at is null`.execute(query);
  const [found] = rows;
  return found === undefined ? null : { ...found, at: found.at.toISOString() };
}

/** The number of the act when it has an answer; null when it has none. */
export async function answeredNumber(query: Query, { teamId, actId }: ActRef): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select a.number from acts a join act_answers w on w.team_id = a.team_id and w.act_id = a.id and w.withdrawn_at is null
     where a.team_id = ${teamId} and a.id = ${actId}`.execute(query);
  return rows[0]?.number ?? null;
}

import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import { conflict } from '../http/errors.ts';
import type { ActPlace } from './place.ts';

/** The status that settles an act: the last by order. */
export async function finalStatus(query: Query): Promise<{ id: number; name: string }> {
  return query.selectFrom('act_status').select(['id', 'name']).orderBy('order', 'desc').limit(1).executeTakeFirstOrThrow();
}

/** 409 `act_locked` while the act or a later one of its version is in the final status. */
export async function refuseLocked(query: Query, act: ActPlace): Promise<void> {
  const locking = await lockingAct(query, act);
  if (locking !== null)
    throw conflict(
      'act_locked',
      `Act ${locking.number} is ${locking.status}: this act can no longer be changed. Correct it in a later act`,
    );
}

/** The first act, this one or later, that is in the final status; null when none is. */
export async function lockingAct(query: Query, { teamId, versionId, place }: ActPlace): Promise<{ number: string; status: string } | null> {
  const { rows } = await sql<{ number: string; status: string }>`
    select a.number, lower(s.name) as status from acts a join act_status s on s.id = a.status_id
     where a.team_id = ${teamId} and a.version_id = ${versionId} and a.place >= ${place} and s."order" = (select max("order") from act_status)
     order by a.place limit 1`.execute(query);
  return rows[0] ?? null;
}

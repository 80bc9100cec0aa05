import { sql } from 'kysely';
import { lockingAct as firstSettled } from '../../domain/act.ts';
import { actLocked, statusName } from '../../domain/sentences/acts.ts';
import { actAwaitsAnswer } from '../../domain/sentences/answers.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { Query } from '../db/open.ts';
import { conflict } from '../http/errors.ts';
import type { ActRef } from './find.ts';

/** The status that settles an act: the last by order. */
export async function finalStatus(query: Query): Promise<{ id: number; name: string }> {
  return query.selectFrom('act_status').select(['id', 'name']).orderBy('order', 'desc').limit(1).executeTakeFirstOrThrow();
}

/** 409 `act_locked` while the act or a later one of its version is in the final status. */
export async function refuseLocked(query: Query, act: ActRef): Promise<void> {
  const locking = await lockingAct(query, act);
  if (locking !== null) throw conflict(actLocked(locking));
}

/**
 * 409 `act_awaits_answer` while the client may be answering the act or a later one of its version: the figures they see must not change.
 */
export async function refuseAwaiting(query: Query, { teamId, versionId, place }: ActRef): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select a.number from acts a where a.team_id = ${teamId} and a.version_id = ${versionId} and a.place >= ${place} and awaits_answer(a.team_id, a.id)
     order by a.place limit 1`.execute(query);
  const [awaiting] = rows;
  if (awaiting !== undefined) throw conflict(actAwaitsAnswer(awaiting));
}

/** The first act, this one or later, that is in the final status; null when none is. */
export async function lockingAct(query: Query, { teamId, versionId, place }: ActRef): Promise<{ number: string; status: Sentence } | null> {
  const acts = await query
    .selectFrom('acts')
    .innerJoin('act_status', 'act_status.id', 'acts.status_id')
    .select(['acts.number', 'acts.status_id', 'act_status.code', 'act_status.name'])
    .where('acts.team_id', '=', teamId)
    .where('acts.version_id', '=', versionId)
    .where('acts.place', '>=', place)
    .orderBy('acts.place')
    .execute();
  const { id } = await finalStatus(query);
  return lockingAmong(acts, id);
}

interface ActStatus {
  readonly number: string;
  readonly status_id: number;
  readonly code: string;
  readonly name: string;
}

function lockingAmong(acts: readonly ActStatus[], settled: number): { number: string; status: Sentence } | null {
  const locking = firstSettled(acts, 0, ({ status_id }) => status_id === settled);
  return locking && { number: locking.number, status: statusName(locking) };
}

/** `refuseLocked` and `refuseAwaiting` for an act that is given with those after it. */
export function refuseLockedAmong(acts: readonly (ActStatus & { readonly awaits_answer: boolean })[], settled: number): void {
  const locking = lockingAmong(acts, settled);
  if (locking !== null) throw conflict(actLocked(locking));
  const awaiting = acts.find(({ awaits_answer }) => awaits_answer);
  if (awaiting !== undefined) throw conflict(actAwaitsAnswer({ number: awaiting.number }));
}

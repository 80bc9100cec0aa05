import { lockingAct as firstSettled } from '../../domain/act.ts';
import { actLocked, statusName } from '../../domain/sentences/acts.ts';
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

/** `refuseLocked` with the act and those after it at hand. */
export function refuseLockedAmong(acts: readonly ActStatus[], settled: number): void {
  const locking = lockingAmong(acts, settled);
  if (locking !== null) throw conflict(actLocked(locking));
}

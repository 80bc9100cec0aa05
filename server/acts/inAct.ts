import { type ActRef, type Locked, lockRecord } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { refuseStale } from '../history/stale.ts';
import type { Call } from '../http/handlers.ts';
import type { RevisedRoute } from '../http/revised.ts';
import { actOf } from './acts.ts';

type OnAct = Call<Extract<RevisedRoute, `${string} /acts/:id/${string}`>>;

/** Locks the project of an act. 404 when the act is gone; 409 `stale_edit` with the current act when the caller has an older revision. */
export async function lockAct(tx: Tx, { caller, revision, publicUrl }: OnAct, actId: number): Promise<Locked<ActRef>> {
  const act = await lockRecord(tx, caller, 'act', actId);
  await refuseStale(tx, act, 'acts', revision, () => actOf(tx, act, publicUrl(), caller));
  return act;
}

/** Runs an edit of an act in a transaction, with its project locked. */
export const inAct = <T>(call: OnAct, actId: number, edit: (tx: Tx, act: Locked<ActRef>) => Promise<T>): Promise<T> =>
  call.database.query.transaction().execute(async (tx) => edit(tx, await lockAct(tx, call, actId)));

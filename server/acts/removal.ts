import { actNotLatest } from '../../domain/sentences/acts.ts';
import type { ActRef, Locked } from '../access/refs.ts';
import { refuseCarriedOn } from '../contracts/carriedOn.ts';
import type { Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict } from '../http/errors.ts';
import { forgetDerived } from './derived.ts';
import { refuseLocked } from './lock.ts';
import { refuseLastWithExtras } from './ofExtras.ts';

/** Deletes the latest act of a version, as an event; without any act left the version can be edited again. 409 `act_not_latest`, `act_locked`. */
export async function deleteAct(tx: Tx, caller: Caller, act: Locked<ActRef>): Promise<void> {
  const { teamId, versionId, actId, place } = act;
  const acts = await tx
    .selectFrom('acts')
    .select(['id', 'number', 'place'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .where('place', '>=', place)
    .orderBy('place')
    .execute();
  const [own, later] = acts;
  if (later !== undefined) throw conflict(actNotLatest({ number: later.number }));
  await refuseCarriedOn(tx, act);
  await refuseLocked(tx, act);
  await refuseLastWithExtras(tx, act);
  await recordEvent(tx, eventOf(act, caller, 'act', actId, 'delete', own?.number ?? ''));
  await forgetDerived(tx, act, [actId]);
  await tx.deleteFrom('act_rows').where('team_id', '=', teamId).where('act_id', '=', actId).execute();
  await tx.deleteFrom('acts').where('team_id', '=', teamId).where('id', '=', actId).execute();
}

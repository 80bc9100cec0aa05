/** A version carries the work done under another: reviewing, carrying and taking back. */
import { sql } from 'kysely';
import type { CarryReview } from '../../domain/contract/contractShapes.ts';
import type { Given } from '../../domain/contract/routes.ts';
import * as say from '../../domain/sentences/contracts.ts';
import { findVersion, type Locked, lockedWithin, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import { refuseUnlessManager } from '../contracts/manager.ts';
import type { Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict } from '../http/errors.ts';
import { type ByHand, sideOf, workOut } from './carry.ts';
import { dropCarrying, keepAgain, keepCarrying } from './making.ts';
import { isSeen, reviewOf } from './review.ts';
import { blockedBy, nameOf, sourceOf } from './sides.ts';

type Looked = Given<'POST /versions/:id/carry/preview/'>['body'];
type Confirmed = Given<'POST /versions/:id/carry/'>['body'];

/** Shows the effect of carrying into a version; writes nothing. */
export async function previewCarry(query: Query, caller: Caller, versionId: number, asked: Looked): Promise<CarryReview> {
  const into = await findVersion(query, caller, versionId);
  const from = await sourceOf(query, caller, into, versionId, asked.from_version_id);
  const fromName = await nameOf(query, from);
  const worked = await workOut(await sideOf(query, from), await sideOf(query, into), asked.by_hand);
  return reviewOf(
    worked,
    { from: fromName, into: await nameOf(query, into), blocked: await blockedBy(query, from, fromName, into) },
    asked,
  );
}

/**
 * Carries into an existing version, without an event of its own. 409 with its reason while it cannot be done, and 409 `carry_moved` with
 * the present review when the figures are not those the person saw.
 */
export async function carryInto(
  tx: Tx,
  caller: Caller,
  into: Locked<VersionRef>,
  asked: Confirmed,
  withVersion: boolean,
): Promise<VersionRef> {
  refuseUnlessManager(caller, into);
  const from = await sourceOf(tx, caller, into, into.versionId, asked.from_version_id);
  const fromName = await nameOf(tx, from);
  const blocked = await blockedBy(tx, from, fromName, into);
  if (blocked !== null) throw conflict(blocked);
  const worked = await workOut(await sideOf(tx, from), await sideOf(tx, into), asked.by_hand);
  if (!isSeen(worked, asked)) {
    const review = reviewOf(
      worked,
      { from: fromName, into: await nameOf(tx, into), blocked: null },
      { ...asked, kind: 'settled', sought: '', offset: 0, limit: 100 },
    );
    throw conflict(say.carryMoved(), { review });
  }
  await keepCarrying(tx, { into, from, worked, byHand: asked.by_hand, userId: caller.userId, withVersion });
  return from;
}

/** Carries as one event. Errors as for `carryInto`. */
export async function carryVersion(tx: Tx, caller: Caller, versionId: number, asked: Confirmed): Promise<Locked<VersionRef>> {
  const into = await lockRecord(tx, caller, 'version', versionId);
  await recordEvent(tx, eventOf(into, caller, 'version', versionId, 'carry', String((await nameOf(tx, into)).number)), {
    withImages: false,
  });
  await carryInto(tx, caller, into, asked, false);
  return into;
}

/** Takes back what a version carried, as one event. Errors as for `dropCarrying`. */
export async function uncarryVersion(tx: Tx, caller: Caller, versionId: number): Promise<Locked<VersionRef>> {
  const into = await lockRecord(tx, caller, 'version', versionId);
  refuseUnlessManager(caller, into);
  await recordEvent(tx, eventOf(into, caller, 'version', versionId, 'uncarry', String((await nameOf(tx, into)).number)), {
    withImages: false,
  });
  await dropCarrying(tx, into);
  return into;
}

/**
 * Whether a version carried in the same event that made it; `inForce` asks for a carrying that is not taken back, otherwise for one that
 * is.
 */
export async function carriedWithVersion(query: Query, { teamId, versionId }: VersionRef, inForce: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from carryings c where c.team_id = ${teamId} and c.version_id = ${versionId} and c.with_version and (c.withdrawn_at is null) = ${inForce}`.execute(
    query,
  );
  return rows.length > 0;
}

/** Repeats the carrying that was taken back last, with the decisions made then: the redo of a carrying. 403 and 409 as for `carryInto`. */
export async function carryAgain(tx: Tx, caller: Caller, project: Locked<ProjectRef>, versionId: number): Promise<void> {
  refuseUnlessManager(caller, project);
  const into = lockedWithin(project, { versionId });
  const last = await tx
    .selectFrom('carryings')
    .select(['id', 'act_id', 'from_version_id', 'by_hand'])
    .where('team_id', '=', into.teamId)
    .where('version_id', '=', versionId)
    .where('withdrawn_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) throw conflict(say.carryNotThere());
  const from = { ...project, versionId: last.from_version_id };
  const blocked = await blockedBy(tx, from, await nameOf(tx, from), into);
  if (blocked !== null) throw conflict(blocked);
  const byHand: ByHand = last.by_hand.map(([older, newer]) => ({ from: older, into: newer }));
  const worked = await workOut(await sideOf(tx, from), await sideOf(tx, into), byHand);
  await keepAgain(tx, { into, from, worked, id: last.id, actId: last.act_id });
}

/** Takes a carrying back without an event: the undo of a carrying. */
export async function takeCarryingBack(tx: Tx, caller: Caller, project: Locked<ProjectRef>, versionId: number): Promise<void> {
  refuseUnlessManager(caller, project);
  await dropCarrying(tx, lockedWithin(project, { versionId }));
}

/**
 * Sets whether a version is a contract of its own beside others in the project, as one event. 409 when it carries, or has acts and others
 * have too.
 */
export async function setSeparate(tx: Tx, caller: Caller, versionId: number, isSeparate: boolean): Promise<Locked<VersionRef>> {
  const version = await lockRecord(tx, caller, 'version', versionId);
  refuseUnlessManager(caller, version);
  const { teamId } = version;
  const stored = await tx
    .selectFrom('versions')
    .select(['is_separate', 'carried_from', 'number'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  if (stored.is_separate === isSeparate) return version;
  if (stored.carried_from !== null)
    throw conflict(say.separateIsCarried({ number: String((await nameOf(tx, { ...version, versionId: stored.carried_from })).number) }));
  if (version.isFrozen) throw conflict(say.separateHasActs());
  await recordEvent(tx, eventOf(version, caller, 'version', versionId, isSeparate ? 'separate' : 'not_separate', String(stored.number)));
  await tx.updateTable('versions').set({ is_separate: isSeparate }).where('team_id', '=', teamId).where('id', '=', versionId).execute();
  return version;
}

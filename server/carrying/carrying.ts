/** A version carries the work done under another: reviewing, carrying and taking back. */
import { sql } from 'kysely';
import type { CarryReview } from '../../domain/api/contractShapes.ts';
import type { Given } from '../../domain/api/routes.ts';
import * as say from '../../domain/sentences/contracts.ts';
import { findVersion, type Locked, lockedWithin, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import { refuseUnlessManager } from '../contracts/manager.ts';
import type { Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { namedVersion } from '../estimates/versions.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict } from '../http/errors.ts';
import { type ByHand, sideOf, workOut } from './carry.ts';
import { dropCarrying, keepAgain, keepCarrying } from './making.ts';
import { isSeen, reviewOf } from './review.ts';
import { blockedBy, sourceOf } from './sides.ts';

type Previewed = Given<'POST /versions/:id/carry/preview/'>['body'];
type Confirmed = Given<'POST /versions/:id/carry/'>['body'];

/** Shows the effect of carrying into a version; writes nothing. */
export async function previewCarry(query: Query, caller: Caller, versionId: number, asked: Previewed): Promise<CarryReview> {
  const into = await findVersion(query, caller, versionId);
  const from = await sourceOf(query, caller, into, versionId, asked.from_version_id);
  const fromName = await namedVersion(query, from);
  const worked = await workOut(await sideOf(query, from), await sideOf(query, into), asked.by_hand);
  return reviewOf(
    worked,
    { from: fromName, into: await namedVersion(query, into), blocked: await blockedBy(query, from, fromName, into) },
    asked,
  );
}

/**
 * Carries into an existing version, as part of an event. 409 with its reason while it cannot be done, and 409 `carry_moved` with
 * the present review when the figures are not those the person saw.
 */
export async function carryInto(
  tx: Tx,
  caller: Caller,
  into: Locked<VersionRef>,
  asked: Confirmed,
  within: { readonly eventId: number; readonly withVersion: boolean },
): Promise<VersionRef> {
  refuseUnlessManager(caller, into);
  const from = await sourceOf(tx, caller, into, into.versionId, asked.from_version_id);
  const fromName = await namedVersion(tx, from);
  const blocked = await blockedBy(tx, from, fromName, into);
  if (blocked !== null) throw conflict(blocked);
  const worked = await workOut(await sideOf(tx, from), await sideOf(tx, into), asked.by_hand);
  if (!isSeen(worked, asked)) {
    const review = reviewOf(
      worked,
      { from: fromName, into: await namedVersion(tx, into), blocked: null },
      { ...asked, kind: 'settled', sought: '', offset: 0, limit: 100 },
    );
    throw conflict(say.carryMoved(), { review });
  }
  await keepCarrying(tx, { into, from, worked, byHand: asked.by_hand, userId: caller.userId, ...within });
  return from;
}

/** Carries as one event. Errors as for `carryInto`. */
export async function carryVersion(tx: Tx, caller: Caller, versionId: number, asked: Confirmed): Promise<Locked<VersionRef>> {
  const into = await lockRecord(tx, caller, 'version', versionId);
  const eventId = await recordEvent(
    tx,
    eventOf(into, caller, 'version', versionId, 'carry', String((await namedVersion(tx, into)).number)),
    {
      withImages: false,
    },
  );
  await carryInto(tx, caller, into, asked, { eventId, withVersion: false });
  return into;
}

/** Takes back what a version carried, as one event. Errors as for `dropCarrying`. */
export async function uncarryVersion(tx: Tx, caller: Caller, versionId: number): Promise<Locked<VersionRef>> {
  const into = await lockRecord(tx, caller, 'version', versionId);
  refuseUnlessManager(caller, into);
  const eventId = await recordEvent(
    tx,
    eventOf(into, caller, 'version', versionId, 'uncarry', String((await namedVersion(tx, into)).number)),
    {
      withImages: false,
    },
  );
  await dropCarrying(tx, into, eventId);
  return into;
}

/** An event in which a version carried, or in which its carrying was undone. */
interface CarryingEvent {
  readonly id: number;
  readonly type: string;
}

/**
 * The carryings of a version that an event made or undid. Those that name the event come first; those of earlier releases name none, so they
 * may belong to any.
 */
const carryingsOf = (query: Query, { teamId, versionId }: VersionRef, { id, type }: CarryingEvent) => {
  const noted = sql.ref(type === 'uncarry' ? 'withdrawn_event' : 'made_event');
  return query
    .selectFrom('carryings')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .where(sql<boolean>`(${noted} = ${id}::bigint or (made_event is null and ${noted} is null))`)
    .orderBy(sql`${noted} nulls last`)
    .orderBy('id', 'desc');
};

/**
 * Whether a version carried in the event that made it, by a carrying that is still in force, or else by one that was undone.
 */
export async function carriedWithVersion(
  query: Query,
  version: VersionRef,
  event: CarryingEvent,
  { isInForce }: { readonly isInForce: boolean },
): Promise<boolean> {
  const found = await carryingsOf(query, version, event)
    .select('id')
    .where('with_version', '=', true)
    .where('withdrawn_at', isInForce ? 'is' : 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Repeats the carrying of an event, with the decisions made then: the redo of a carrying, and the undo of taking one back. 403 and 409 as
 * for `carryInto`.
 */
export async function carryAgain(
  tx: Tx,
  caller: Caller,
  project: Locked<ProjectRef>,
  { event, versionId }: { readonly event: CarryingEvent; readonly versionId: number },
): Promise<void> {
  refuseUnlessManager(caller, project);
  const into = lockedWithin(project, { versionId });
  const last = await carryingsOf(tx, into, event)
    .select(['id', 'act_id', 'from_version_id', 'by_hand'])
    .where('withdrawn_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) throw conflict(say.carryNotThere());
  const from = { ...project, versionId: last.from_version_id };
  const blocked = await blockedBy(tx, from, await namedVersion(tx, from), into);
  if (blocked !== null) throw conflict(blocked);
  const byHand: ByHand = last.by_hand.map(([older, newer]) => ({ from: older, into: newer }));
  const worked = await workOut(await sideOf(tx, from), await sideOf(tx, into), byHand);
  await keepAgain(tx, { into, from, worked, id: last.id, actId: last.act_id });
}

/** Takes a carrying back without an event: the undo of a carrying. */
export async function takeCarryingBack(tx: Tx, caller: Caller, project: Locked<ProjectRef>, versionId: number): Promise<void> {
  refuseUnlessManager(caller, project);
  await dropCarrying(tx, lockedWithin(project, { versionId }), null);
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
    throw conflict(
      say.separateIsCarried({ number: String((await namedVersion(tx, { ...version, versionId: stored.carried_from })).number) }),
    );
  if (version.isFrozen) throw conflict(say.separateHasActs());
  await recordEvent(tx, eventOf(version, caller, 'version', versionId, isSeparate ? 'separate' : 'not_separate', String(stored.number)));
  await tx.updateTable('versions').set({ is_separate: isSeparate }).where('team_id', '=', teamId).where('id', '=', versionId).execute();
  return version;
}

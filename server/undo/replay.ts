import { sql } from 'kysely';
import type { HistoryEvent } from '../../domain/api/graphql.ts';
import { answerNotUndone, withdrawalNotUndone } from '../../domain/sentences/answers.ts';
import * as say from '../../domain/sentences/estimates.ts';
import { certificateStands, paymentStands, takingBackStands } from '../../domain/sentences/payments.ts';
import { isFrozen, type Locked, lockedWithin, lockRecord, type ProjectRef } from '../access/refs.ts';
import { refuseCertified } from '../acts/certified.ts';
import { forgetDerived } from '../acts/derived.ts';
import { findAct } from '../acts/find.ts';
import { finalStatus, lockingAct, refuseAwaiting, refuseLocked } from '../acts/lock.ts';
import { refuseLastWithExtras } from '../acts/ofExtras.ts';
import { recountDone, refreshActPrices } from '../acts/summary.ts';
import { carriedWithVersion, carryAgain, takeCarryingBack } from '../carrying/carrying.ts';
import { reinstateTerms, withdrawTerms } from '../certificates/terms.ts';
import { refuseUnlessManager } from '../contracts/manager.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { refreshPrice } from '../estimates/summary.ts';
import { redoExtra, undoExtra } from '../extras/deciding.ts';
import { announceChange } from '../history/record.ts';
import { beyondLimit } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, forbidden, frozen } from '../http/errors.ts';
import { keepProjectStatus } from '../projects/status.ts';

type Way = 'backward' | 'forward';

const NOTHING = {
  backward: () => conflict(say.nothingToUndo()),
  forward: () => conflict(say.nothingToRedo()),
} as const satisfies Record<Way, () => Error>;

/** The next event in this direction: the latest one in force, or the oldest undone one; null when there is none. */
async function nextEvent(query: Query, { teamId, projectId }: ProjectRef, way: Way): Promise<HistoryEvent | null> {
  const event = await query
    .selectFrom('recent_events')
    .select([
      'id',
      'entity_type',
      'object_id',
      'type',
      'project_id',
      'processed',
      'created_at',
      'author_id',
      'author_name',
      'subject',
      'field',
      'is_thin',
    ])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('processed', '=', way === 'backward')
    .where('is_discarded', '=', false)
    .orderBy('created_at', way === 'backward' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  // An event older than the days for undo cannot be undone, and all before it are older still.
  if (event === undefined || event.is_thin) return null;
  const { is_thin: _, ...known } = event;
  return { ...known, created_at: known.created_at.toISOString() };
}

interface Touched {
  readonly versions: readonly number[];
  readonly lists: readonly number[];
  readonly acts: readonly number[];
  /** Whether the event changed the estimate itself, which an act freezes. */
  readonly estimate: boolean;
}

/** Lists, versions and acts that the row images of an event belong to. */
async function touchedBy(tx: Tx, { teamId }: ProjectRef, event: HistoryEvent): Promise<Touched> {
  const { rows } = await sql<{ relation: string; version_id: number | null; list_id: number | null; act_id: number | null }>`
    select relation,
           (case relation when 'versions' then id else (coalesce(after, before) ->> 'version_id')::bigint end) as version_id,
           (case relation when 'lists' then id when 'estimate_rows' then (coalesce(after, before) ->> 'list_id')::bigint end) as list_id,
           (case relation when 'acts' then id else (coalesce(after, before) ->> 'act_id')::bigint end) as act_id
      from event_changes where team_id = ${teamId} and event_id = ${event.id}
     group by 1, 2, 3, 4`.execute(tx);
  const ids = (of: 'version_id' | 'list_id' | 'act_id') => [...new Set(rows.map((row) => row[of]).filter((id) => id !== null))];
  const versions = new Set(ids('version_id'));
  if (event.entity_type === 'version' && event.object_id !== null) versions.add(event.object_id);
  return {
    versions: [...versions],
    lists: ids('list_id'),
    acts: ids('act_id'),
    estimate: rows.some(({ relation }) => ['lists', 'estimate_rows', 'percent_lines'].includes(relation)),
  };
}

/** A new version is one event without images: undo moves it to the bin and redo takes it out. */
const makesVersion = ({ entity_type, type }: HistoryEvent) => entity_type === 'version' && ['import', 'create', 'copy'].includes(type);

/** A carrying, or taking it back, is an event without images: its decisions are stored with the carrying. */
const isCarrying = ({ entity_type, type }: HistoryEvent) => entity_type === 'version' && (type === 'carry' || type === 'uncarry');

/** Whether the event made a version's acts a contract of their own, or ended this: like a carrying, a decision about the contract. */
const separates = ({ entity_type, type }: HistoryEvent) => entity_type === 'version' && (type === 'separate' || type === 'not_separate');

/** The carrying that the step removes or brings back; null when the event has none. */
async function carryingIn(tx: Tx, projectRef: ProjectRef, event: HistoryEvent, way: Way) {
  if (event.object_id === null || !(isCarrying(event) || makesVersion(event))) return null;
  const versionId = event.object_id;
  const isRemoved = (way === 'forward') === (event.type === 'uncarry');
  if (makesVersion(event) && !(await carriedWithVersion(tx, { ...projectRef, versionId }, event, { isInForce: isRemoved }))) return null;
  return { versionId, isRemoved };
}

/**
 * Undoes the latest event of the project, or redoes the oldest undone one, whole or not at all, in one transaction (docs/domain.md, History).
 * 409 `nothing_to_undo`, `nothing_to_redo`; `history_moved` with the event that is next when it is not `expected`; when it is refused,
 * `code_estimate_has_act`, `act_locked`, `act_certified`, `certificate_stands`, `taking_back_stands`, `payment_stands`, `terms_in_use` or `history_conflict`.
 */
export async function stepThroughHistory(database: Database, caller: Caller, projectId: number, way: Way, expected: number | undefined) {
  return database.query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', projectId);
    const event = await nextEvent(tx, projectRef, way);
    if (event === null) throw NOTHING[way]();
    if (expected !== undefined && expected !== event.id) throw conflict(say.historyMoved(), { event });
    refuseAnswer(event);
    if (separates(event)) refuseUnlessManager(caller, projectRef);
    const touched = await touchedBy(tx, projectRef, event);
    const carrying = await carryingIn(tx, projectRef, event, way);
    if (carrying?.isRemoved === true) await takeCarryingBack(tx, caller, projectRef, carrying.versionId);
    await refuseLockedRecords(tx, caller, projectRef, event, touched, way);
    if (isAboutAct(event) && !makesAct(event, way)) await forgetDerived(tx, projectRef, touched.acts);
    await applyEvent(tx, caller, projectRef, event, way);
    if (carrying?.isRemoved === false) await carryAgain(tx, caller, projectRef, { event, versionId: carrying.versionId });
    await keepDerived(tx, projectRef, touched);
    await keepProjectStatus(tx, projectRef);
    await tx
      .updateTable('recent_events')
      .set({ processed: way === 'forward', undone_at: way === 'forward' ? null : sql<Date>`clock_timestamp()` })
      .where('team_id', '=', projectRef.teamId)
      .where('id', '=', event.id)
      .execute();
    await announceChange(tx, projectRef, event.id, way === 'forward' ? 'redone' : 'undone', caller.userId);
    const { versions, lists, acts } = touched;
    return { event: { ...event, processed: way === 'forward' }, versions: [...versions], lists: [...lists], acts: [...acts] };
  });
}

/** Undoes or redoes the event's own change. A carrying is not changed here: it is taken back before, or carried again afterwards. */
async function applyEvent(tx: Tx, caller: Caller, projectRef: Locked<ProjectRef>, event: HistoryEvent, way: Way): Promise<void> {
  if (makesVersion(event)) return binVersion(tx, projectRef, event.object_id, way);
  if (event.entity_type === 'terms') {
    const apply = way === 'backward' ? withdrawTerms : reinstateTerms;
    return apply(tx, caller, projectRef, event.object_id);
  }
  if (event.entity_type === 'extra') {
    const apply = way === 'backward' ? undoExtra : redoExtra;
    return apply(tx, caller, projectRef, event);
  }
  if (!isCarrying(event)) await replay(tx, projectRef, event.id, way);
}

/** An event that makes or deletes an act. */
const isAboutAct = ({ entity_type, type }: HistoryEvent) => entity_type === 'act' && (type === 'create' || type === 'delete');
const makesAct = (event: HistoryEvent, way: Way) => isAboutAct(event) && (event.type === 'create') === (way === 'forward');

/**
 * Refuses the answer of a client, which is not undone as a step: it is withdrawn in its act, and until then no earlier event can be undone.
 */
function refuseAnswer({ entity_type, type, subject }: HistoryEvent): void {
  if (entity_type !== 'act') return;
  if (type === 'answer') throw conflict(answerNotUndone({ number: subject }));
  if (type === 'answer_withdrawn') throw conflict(withdrawalNotUndone({ number: subject }));
}

/** Refuses events of certificates, which undo does not reverse: each refusal says where to do it. */
function refuseCertificate({ entity_type, type, subject }: HistoryEvent): void {
  if (entity_type !== 'certificate') return;
  if (type === 'take_back') throw conflict(takingBackStands({ number: subject }));
  throw conflict(type === 'pay' ? paymentStands({ number: subject }) : certificateStands());
}

/** Refuses a step that changes a frozen estimate or a locked act, and for a regular member one that changes a final act's status. */
async function refuseLockedRecords(
  tx: Tx,
  caller: Caller,
  projectRef: Locked<ProjectRef>,
  event: HistoryEvent,
  { versions, acts, estimate }: Touched,
  way: Way,
): Promise<void> {
  await refuseBeyondLimit(tx, caller, projectRef, event);
  refuseCertificate(event);
  for (const versionId of versions) {
    const isOfActs = event.entity_type === 'act' || event.entity_type === 'act_row';
    const changesEstimate = !isOfActs && (estimate || event.entity_type === 'version');
    if (changesEstimate && (await isFrozen(tx, { ...projectRef, versionId }))) throw frozen();
  }
  for (const actId of acts) {
    if (makesAct(event, way)) continue;
    const act = await findAct(tx, caller, actId);
    if (isAboutAct(event)) await refuseLastWithExtras(tx, act);
    if (event.entity_type === 'act' && event.type === 'update') {
      await refuseCertified(tx, act);
      if ((await lockingAct(tx, act)) !== null && projectRef.role === 'regular') throw forbidden();
    } else {
      await refuseLocked(tx, act);
      if (event.entity_type === 'act_row') await refuseAwaiting(tx, act);
    }
  }
}

/** 403 for a limited member, unless the event is about acts and settles none. */
async function refuseBeyondLimit(tx: Tx, { access }: Caller, { teamId }: ProjectRef, { id, entity_type }: HistoryEvent): Promise<void> {
  const limit = access?.limit ?? null;
  if (limit === null) return;
  if (entity_type !== 'act' && entity_type !== 'act_row') throw beyondLimit(limit);
  const settled = String((await finalStatus(tx)).id);
  const { rows } = await sql`
    select 1 from event_changes where team_id = ${teamId} and event_id = ${id} and relation = 'acts'
       and (before ->> 'status_id' = ${settled} or after ->> 'status_id' = ${settled}) limit 1`.execute(tx);
  if (rows.length > 0) throw beyondLimit(limit);
}

async function replay(tx: Tx, { teamId }: Locked<ProjectRef>, eventId: number, way: Way): Promise<void> {
  try {
    await sql`select replay_event(${teamId}::bigint, ${eventId}::bigint, ${way === 'forward'})`.execute(tx);
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    // A change made outside the log, a unique key that is taken, or a record that others refer to.
    if (code === 'AC409' || code === '23505' || code === '23503') throw conflict(say.historyConflict());
    throw error;
  }
}

/** Moves a version into the bin or takes it out. */
async function binVersion(tx: Tx, { teamId }: Locked<ProjectRef>, versionId: number | null, way: Way): Promise<void> {
  await sql`
    update versions set deleted_at = case when ${way === 'backward'} then clock_timestamp() end where team_id = ${teamId} and id = ${versionId}`.execute(
    tx,
  );
}

/** Updates the kept prices after a step. */
async function keepDerived(tx: Tx, projectRef: Locked<ProjectRef>, { versions, acts }: Touched): Promise<void> {
  const alive = await tx
    .selectFrom('versions')
    .select('id')
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .where('deleted_at', 'is', null)
    .execute();
  const affected = new Set(versions);
  for (const actId of acts) {
    const act = await tx
      .selectFrom('acts')
      .select('version_id')
      .where('team_id', '=', projectRef.teamId)
      .where('id', '=', actId)
      .executeTakeFirst();
    if (act !== undefined) affected.add(act.version_id);
  }
  for (const { id } of alive) {
    if (!affected.has(id)) continue;
    const version = lockedWithin(projectRef, { versionId: id });
    await refreshPrice(tx, version);
    if (acts.length > 0) {
      await recountDone(tx, version);
      await refreshActPrices(tx, version, 1);
    }
  }
}

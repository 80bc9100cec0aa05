/** Asking for an extra, deciding it, and taking it back. Approving, and taking back what was approved, are events of the history. */
import { sql } from 'kysely';
import type { HistoryEvent } from '../../domain/api/graphql.ts';
import { exact, SCALE, shortest } from '../../domain/decimal.ts';
import { extraProblem, withdrawalProblem } from '../../domain/extra.ts';
import { entered } from '../../domain/formula.ts';
import * as say from '../../domain/sentences/contracts.ts';
import { historyConflict } from '../../domain/sentences/estimates.ts';
import { type Locked, lockedWithin, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import { refuseCarriedOn } from '../contracts/carriedOn.ts';
import { manages, refuseUnlessManager } from '../contracts/manager.ts';
import { nextRevision } from '../db/ids.ts';
import type { Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { rowOf } from '../estimates/rowSections.ts';
import { notifyProject, recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, fieldError, HttpError, notFound } from '../http/errors.ts';
import { tellAsker, tellDeciders } from './mails.ts';
import { keepWidened, rowWithExtras } from './widening.ts';

interface KeptExtra {
  readonly id: number;
  readonly row_id: number;
  readonly quantity: bigint;
  readonly status: string;
  readonly asked_by: number;
  /** The person who decided it, or took it back. */
  readonly settler: string;
}

async function keptExtra(tx: Tx, { teamId, versionId }: VersionRef, id: number): Promise<KeptExtra> {
  const { rows } = await sql<Omit<KeptExtra, 'quantity'> & { quantity: string }>`
    select x.id, x.row_id, x.quantity, x.status, x.asked_by, coalesce(u.name, '') as settler
      from extras x left join users u on u.id = case x.status when 'withdrawn' then x.withdrawn_by else x.decided_by end
     where x.team_id = ${teamId} and x.version_id = ${versionId} and x.id = ${id}::bigint`.execute(tx);
  const [extra] = rows;
  if (extra === undefined) throw notFound();
  return { ...extra, quantity: exact(extra.quantity, SCALE.quantity) };
}

interface Asked {
  readonly quantity: string;
  readonly reason: string;
  readonly act_id: number | null;
  /** The revision of the row as the person saw it; null where they do not send it. */
  readonly revision: number | null;
}

/**
 * Asks for an extra on a row, to be decided by an owner or admin, who get a mail. 409 `extra_no_acts`, `carried_on`; 400 at a quantity that
 * could not be approved now.
 */
export async function askForExtra(
  tx: Tx,
  caller: Caller,
  rowId: number,
  { revision, ...asked }: Asked,
): Promise<{ id: number; version: Locked<VersionRef> }> {
  const version = await lockRecord(tx, caller, 'row', rowId);
  await refuseStale(tx, version, 'estimate_rows', revision, () => rowOf(tx, version.teamId, rowId));
  if (!version.isFrozen) throw conflict(say.extraNoActs());
  await refuseCarriedOn(tx, version);
  const row = await rowWithExtras(tx, version, rowId);
  if (row.kind === 'section') throw conflict(say.extraOnHeading());
  const quantity = exact(entered(asked.quantity, SCALE.quantity).value, SCALE.quantity);
  const problem = extraProblem(quantity, row);
  if (problem !== null) throw fieldError('quantity', problem);
  if (asked.act_id !== null) await refuseActElsewhere(tx, version, asked.act_id);
  const { id } = await tx
    .insertInto('extras')
    .values({
      team_id: version.teamId,
      project_id: version.projectId,
      version_id: version.versionId,
      list_id: row.listId,
      row_id: rowId,
      act_id: asked.act_id,
      quantity: shortest(quantity, SCALE.quantity),
      reason: asked.reason,
      asked_by: caller.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tellDeciders(tx, version, id, caller.userId);
  await notifyProject(tx, version);
  return { id, version };
}

/** 404 for an act that does not belong to the version. */
async function refuseActElsewhere(tx: Tx, { teamId, versionId }: VersionRef, actId: number): Promise<void> {
  const { rows } = await sql`
    select from numbered_acts a where a.team_id = ${teamId} and a.version_id = ${versionId} and a.id = ${actId}::bigint`.execute(tx);
  if (rows.length === 0) throw notFound();
}

interface Decision {
  readonly approves: boolean;
  readonly text: string;
}

/**
 * Approves or refuses an extra that waits. 409 `extra_decided` with the person who decided it already; the errors of `extraProblem`;
 * `carried_on`.
 */
export async function decideExtra(tx: Tx, caller: Caller, id: number, { approves, text }: Decision): Promise<Locked<VersionRef>> {
  const version = await lockRecord(tx, caller, 'extra', id);
  refuseUnlessManager(caller, version);
  const extra = await keptExtra(tx, version, id);
  if (extra.status !== 'asked') throw conflict(say.extraDecided({ name: extra.settler }));
  if (!approves && text === '') throw fieldError('text', say.extraRefusalText());
  if (approves) await refuseUnapprovable(tx, version, extra);
  if (approves) {
    const { name } = await rowWithExtras(tx, version, extra.row_id);
    await recordEvent(tx, eventOf(version, caller, 'extra', id, 'approve', name));
  }
  await sql`
    update extras set status = ${approves ? 'approved' : 'refused'}, decided_by = ${caller.userId}, decided_at = clock_timestamp(), decision = ${text},
           revision = ${nextRevision} where team_id = ${version.teamId} and id = ${id}`.execute(tx);
  if (approves) await keepWidened(tx, version, extra.row_id);
  await tellAsker(tx, version, id, caller.userId);
  await notifyProject(tx, version);
  return version;
}

async function refuseUnapprovable(tx: Tx, version: Locked<VersionRef>, { row_id, quantity }: KeptExtra): Promise<void> {
  await refuseCarriedOn(tx, version);
  const problem = extraProblem(quantity, await rowWithExtras(tx, version, row_id));
  if (problem !== null) throw conflict(problem);
}
async function refuseInUse(tx: Tx, version: Locked<VersionRef>, { row_id, quantity }: KeptExtra): Promise<void> {
  await refuseCarriedOn(tx, version);
  const problem = withdrawalProblem(quantity, await rowWithExtras(tx, version, row_id));
  if (problem !== null) throw conflict(problem);
}

/**
 * Withdraws an extra, while no act uses it: an undecided one by the person who asked for it or by those who decide, an approved one by
 * those who decide. 403 `extra_not_own`; 409 `extra_decided`, `extra_used`, `carried_on`.
 */
export async function withdrawExtra(tx: Tx, caller: Caller, id: number): Promise<Locked<VersionRef>> {
  const version = await lockRecord(tx, caller, 'extra', id);
  const extra = await keptExtra(tx, version, id);
  const isApproved = extra.status === 'approved';
  if (!isApproved && extra.status !== 'asked') throw conflict(say.extraDecided({ name: extra.settler }));
  if (!manages(version)) {
    if (extra.asked_by !== caller.userId) throw HttpError.of(403, say.extraNotOwn());
    if (isApproved) throw conflict(say.extraDecided({ name: extra.settler }));
  }
  if (isApproved) {
    refuseUnlessManager(caller, version);
    await refuseInUse(tx, version, extra);
    const { name } = await rowWithExtras(tx, version, extra.row_id);
    await recordEvent(tx, eventOf(version, caller, 'extra', id, 'withdraw', name));
  }
  await sql`
    update extras set status = 'withdrawn', withdrawn_by = ${caller.userId}, withdrawn_at = clock_timestamp(), revision = ${nextRevision}
     where team_id = ${version.teamId} and id = ${id}`.execute(tx);
  if (isApproved) await keepWidened(tx, version, extra.row_id);
  await notifyProject(tx, version);
  return version;
}

/** The status before and after each event of an extra. */
const STATUSES = { approve: { before: 'asked', after: 'approved' }, withdraw: { before: 'approved', after: 'withdrawn' } } as const;
type ExtraStatus = (typeof STATUSES)[keyof typeof STATUSES]['before' | 'after'];

type EventOfExtra = Pick<HistoryEvent, 'object_id' | 'type'>;
const statusesOf = ({ type }: EventOfExtra) => (type === 'withdraw' ? STATUSES.withdraw : STATUSES.approve);

/** Undoes the approval of an extra, or the withdrawal of an approved one. Refused as `changeStatus` says. */
export async function undoExtra(tx: Tx, caller: Caller, project: Locked<ProjectRef>, event: EventOfExtra): Promise<void> {
  const { before, after } = statusesOf(event);
  await changeStatus(tx, caller, project, { id: event.object_id, from: after, to: before });
}
/** Redoes the approval of an extra, or the withdrawal of an approved one. Refused as `changeStatus` says. */
export async function redoExtra(tx: Tx, caller: Caller, project: Locked<ProjectRef>, event: EventOfExtra): Promise<void> {
  const { before, after } = statusesOf(event);
  await changeStatus(tx, caller, project, { id: event.object_id, from: before, to: after });
}

interface StatusChange {
  readonly id: number | null;
  readonly from: ExtraStatus;
  readonly to: ExtraStatus;
}
/**
 * Changes the status of an extra with the same checks as deciding it. 403 for a role that may not decide; 409 `extra_used`, `carried_on`, and
 * `history_conflict` when the status has changed in another way in the meantime.
 */
async function changeStatus(tx: Tx, caller: Caller, project: Locked<ProjectRef>, { id, from, to }: StatusChange): Promise<void> {
  const { rows } = await sql<{ version_id: number }>`
    select x.version_id from extras x join open_versions v on v.team_id = x.team_id and v.id = x.version_id
     where x.team_id = ${project.teamId} and x.project_id = ${project.projectId} and x.id = ${id}::bigint`.execute(tx);
  const [found] = rows;
  if (found === undefined || id === null) throw conflict(historyConflict());
  const version = lockedWithin(project, { versionId: found.version_id });
  refuseUnlessManager(caller, version);
  const extra = await keptExtra(tx, version, id);
  if (extra.status !== from) throw conflict(historyConflict());
  if (to === 'approved') await refuseUnapprovable(tx, version, extra);
  else await refuseInUse(tx, version, extra);
  await sql`
    update extras set status = ${to}, revision = ${nextRevision} where team_id = ${version.teamId} and id = ${id}`.execute(tx);
  await keepWidened(tx, version, extra.row_id);
}

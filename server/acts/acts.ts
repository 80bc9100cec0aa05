import { sql } from 'kysely';
import { allows } from '../../domain/access.ts';
import { ACTS_PER_VERSION, nextPlace } from '../../domain/act.ts';
import type { Act } from '../../domain/api/shapes.ts';
import * as say from '../../domain/sentences/acts.ts';
import { answerStands } from '../../domain/sentences/answers.ts';
import { tokenScope } from '../../domain/sentences/tokens.ts';
import { type Locked, lockedWithin, lockRecord, type VersionRef } from '../access/refs.ts';
import { refuseCarriedOn } from '../contracts/carriedOn.ts';
import { carriedTo } from '../contracts/carryings.ts';
import { nextId, nextRevision } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import { beyondLimit } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, fieldError, forbidden, HttpError, notFound } from '../http/errors.ts';
import { linkOf, shareOf } from '../sharing/links.ts';
import { answeredNumber, answerOf } from './answered.ts';
import { refuseCertified } from './certified.ts';
import { refuseDeductionsLeftOut } from './check.ts';
import { certifiedElsewhere, claimedElsewhere } from './elsewhere.ts';
import type { ActRef } from './find.ts';
import { finalStatus, lockingAct, refuseLocked } from './lock.ts';
import { refreshActPrices } from './summary.ts';

/**
 * An act with its project. Only members see the links, and their limit once it has been looked up. A program sees no links, because it
 * could answer an act with one and would keep it after its token is withdrawn; a person who may not accept an act sees no link that answers.
 */
export async function actOf(
  query: Query,
  actRef: ActRef,
  publicUrl: string | null,
  { access, token }: Pick<Caller, 'access' | 'token'> = {},
): Promise<Act> {
  const found = await query
    .selectFrom('acts')
    .innerJoin('versions', (join) => join.onRef('versions.team_id', '=', 'acts.team_id').onRef('versions.id', '=', 'acts.version_id'))
    .innerJoin('projects', (join) =>
      join.onRef('projects.team_id', '=', 'versions.team_id').onRef('projects.id', '=', 'versions.project_id'),
    )
    .leftJoin('act_totals', (join) => join.onRef('act_totals.team_id', '=', 'acts.team_id').onRef('act_totals.act_id', '=', 'acts.id'))
    .select([
      'acts.id',
      'acts.number',
      'acts.place',
      'acts.finish_date',
      'act_totals.price',
      'acts.status_id',
      'acts.version_id',
      'versions.number as version_number',
      'projects.id as project_id',
      'projects.name as project_name',
      'projects.team_id',
      'projects.currency',
      'acts.created_at',
      'acts.revision',
    ])
    .where('acts.team_id', '=', actRef.teamId)
    .where('acts.id', '=', actRef.actId)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  const shown = async (kind: 'looks' | 'answers') => {
    const isHidden = publicUrl === null || token !== undefined || (kind === 'answers' && !allows(access?.limit ?? null, 'edits'));
    const link = isHidden ? null : await linkOf(query, actRef, kind);
    return link === null || publicUrl === null ? null : shareOf(link, kind, publicUrl);
  };
  const answer = await answerOf(query, actRef);
  return {
    ...found,
    team_id: publicUrl === null ? null : Number(found.team_id),
    price: found.price ?? '0.00',
    created_at: found.created_at.toISOString(),
    share: await shown('looks'),
    answer_link: await shown('answers'),
    answer: answer && { ...answer, ...(publicUrl === null && { email: '' }) },
    claimed_elsewhere: publicUrl === null ? null : (await claimedElsewhere(query, actRef)).claimed,
    carried: await carriedTo(query, actRef),
    limit: access?.limit ?? null,
  };
}

interface ActAsked {
  readonly finish_date?: string | null | undefined;
}

/** The numbers of the acts of a contract: of all versions that carry on one another. */
async function numbersTaken(tx: Tx, { teamId, projectId, versionId }: VersionRef): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select a.number from versions own
      join versions v on v.team_id = own.team_id and v.project_id = own.project_id and coalesce(v.contract_id, v.id) = coalesce(own.contract_id, own.id)
      join numbered_acts a on a.team_id = v.team_id and a.version_id = v.id
     where own.team_id = ${teamId} and own.id = ${versionId} and v.project_id = ${projectId} and v.deleted_at is null`.execute(tx);
  return new Set(rows.map(({ number }) => number));
}

/**
 * Makes the next act of a version, numbered on in its contract; the version is frozen from then on. 409 `claimed_elsewhere` with the acts
 * of other versions and their sum, or `certified_elsewhere` with certificates, while the version neither carries them nor is separate; 409
 * `carried_on` when a newer version carries it on; 409 `no_place_left` after as many acts as a version may have.
 */
export async function makeAct(
  tx: Tx,
  caller: Caller,
  versionId: number,
  { finish_date: finishDate = null }: ActAsked,
): Promise<Locked<ActRef>> {
  const version = await lockRecord(tx, caller, 'version', versionId);
  const { teamId } = version;
  await refuseCarriedOn(tx, version);
  await refuseUndecided(tx, version);
  const acts = await tx
    .selectFrom('acts')
    .select(['id', 'place', 'number'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('place')
    .execute();
  const last = acts.at(-1);
  const place = nextPlace(await lastPlaceTaken(tx, version));
  if (place === null) throw conflict(say.noPlaceLeft({ most: String(ACTS_PER_VERSION - 1) }));
  const id = await nextId(tx, 'acts');
  const taken = await numbersTaken(tx, version);
  let number = taken.size + 1;
  while (taken.has(String(number))) number += 1;
  await recordEvent(tx, eventOf(version, caller, 'act', id, 'create', String(number)));
  await tx
    .insertInto('acts')
    .values({ team_id: teamId, id, version_id: versionId, place, number: String(number), finish_date: finishDate })
    .execute();
  if (last !== undefined) {
    await sql`
        insert into act_list_totals (team_id, act_id, list_id, labour, materials, tools)
        select team_id, ${id}::bigint, list_id, labour, materials, tools from act_list_totals where team_id = ${teamId} and act_id = ${last.id}`.execute(
      tx,
    );
    await sql`
        insert into act_section_totals (team_id, act_id, section_id, labour, materials, tools)
        select team_id, ${id}::bigint, section_id, labour, materials, tools from act_section_totals where team_id = ${teamId} and act_id = ${last.id}`.execute(
      tx,
    );
  }
  const made = lockedWithin(version, { actId: id, place });
  await refreshActPrices(tx, made, place);
  return made;
}

/** The last place that an act of the version has had, deleted ones included; 0 where there was none. */
async function lastPlaceTaken(tx: Tx, { teamId, versionId }: Locked<VersionRef>): Promise<number> {
  const taken = await tx
    .selectFrom('places_taken')
    .select('last')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .executeTakeFirst();
  return taken?.last ?? 0;
}

/**
 * 409 for a version without acts while nobody has decided whether it carries on another contract or is a separate one: `claimed_elsewhere`
 * when the other contract has acts, `certified_elsewhere` when it has only certificates, because later acts recover a paid advance.
 */
export async function refuseUndecided(tx: Query, version: VersionRef): Promise<void> {
  const certificates = await certifiedElsewhere(tx, version);
  if (certificates === null) return;
  const elsewhere = await claimedElsewhere(tx, version);
  const also = certificates.length === 0 ? elsewhere : { ...elsewhere, certificates };
  if (elsewhere.acts.length > 0) throw conflict(say.claimedElsewhere(), { ...also });
  if (certificates.length > 0) throw conflict(say.certifiedElsewhere(), { ...also });
}

interface ActFields {
  readonly number?: string | undefined;
  readonly finish_date?: string | null | undefined;
  readonly status_id?: number | undefined;
  /** The person was shown that deductions are left out of a claim above the contract. */
  readonly deductions_seen?: boolean | undefined;
}

/**
 * Changes an act's number, finish date or status. A locked act may only be accepted, or, when it is the latest, opened again by an owner or
 * admin: otherwise 409 `act_locked` or 403. 409 `deductions_left_out` with the check when it is submitted or accepted with deductions left
 * out and the person has not been shown this.
 */
export async function editAct(tx: Tx, caller: Caller, act: Locked<ActRef>, fields: ActFields): Promise<void> {
  const { actId } = act;
  await refuseSettlingBeyondLimit(tx, caller, fields);
  await refuseSettlingBeyondScope(tx, caller, act, fields);
  await refuseUnlessOpen(tx, act, fields);
  if (fields.status_id !== undefined) await refuseCertified(tx, act);
  if (fields.number !== undefined || fields.status_id !== undefined) await refuseCarriedOn(tx, act);
  await refuseAnsweredStatus(tx, act, fields);
  const before = await tx
    .selectFrom('acts')
    .select(['number', 'finish_date', 'status_id'])
    .where('team_id', '=', act.teamId)
    .where('id', '=', actId)
    .executeTakeFirstOrThrow();
  const after = {
    number: fields.number ?? before.number,
    finish_date: fields.finish_date === undefined ? before.finish_date : fields.finish_date,
    status_id: fields.status_id ?? before.status_id,
  };
  if (after.number !== before.number) await refuseTakenNumber(tx, act, after.number);
  if (after.status_id !== before.status_id) {
    const { code } = await statusOf(tx, after.status_id);
    if (code !== 'draft' && fields.deductions_seen !== true) await refuseDeductionsLeftOut(tx, caller, act);
  }
  if (after.number !== before.number || after.finish_date !== before.finish_date || after.status_id !== before.status_id) {
    await recordEvent(tx, eventOf(act, caller, 'act', actId, 'update', before.number));
    await tx
      .updateTable('acts')
      .set({ ...after, revision: nextRevision })
      .where('team_id', '=', act.teamId)
      .where('id', '=', actId)
      .execute();
  }
}

/** 403 for a limited member who accepts an act, because they may only enter and submit acts. */
async function refuseSettlingBeyondLimit(tx: Tx, { access }: Caller, { status_id }: ActFields): Promise<void> {
  const limit = access?.limit ?? null;
  if (limit !== null && status_id !== undefined && status_id === (await finalStatus(tx)).id) throw beyondLimit(limit);
}

/** 403 `token_scope` for a program that only enters and submits acts, where an act would be settled or opened again. */
async function refuseSettlingBeyondScope(tx: Tx, { token }: Caller, act: ActRef, { status_id }: ActFields): Promise<void> {
  if (token?.scope !== 'acts' || status_id === undefined) return;
  if (status_id === (await finalStatus(tx)).id || (await lockingAct(tx, act)) !== null) throw HttpError.of(403, tokenScope());
}

async function refuseUnlessOpen(tx: Tx, act: Locked<ActRef>, fields: ActFields): Promise<void> {
  if ((await lockingAct(tx, act)) === null) return;
  const later = await tx
    .selectFrom('acts')
    .select('id')
    .where('team_id', '=', act.teamId)
    .where('version_id', '=', act.versionId)
    .where('place', '>', act.place)
    .limit(1)
    .executeTakeFirst();
  const onlyStatus = fields.number === undefined && fields.finish_date === undefined;
  // A final later act locks this one as well, and an act that could not be accepted then would never be certified.
  if (onlyStatus && fields.status_id === (await finalStatus(tx)).id) return;
  if (!onlyStatus || later !== undefined) return refuseLocked(tx, act);
  if (act.role === 'regular') throw forbidden();
}

/** An answered act stays accepted until its answer is withdrawn: 409 `answer_stands`. */
async function refuseAnsweredStatus(tx: Tx, act: ActRef, { status_id }: ActFields): Promise<void> {
  if (status_id === undefined || status_id === (await finalStatus(tx)).id) return;
  const answered = await answeredNumber(tx, act);
  if (answered !== null) throw conflict(answerStands({ number: answered }));
}

async function refuseTakenNumber(tx: Tx, act: ActRef, number: string): Promise<void> {
  if ((await numbersTaken(tx, act)).has(number)) throw fieldError('number', say.actExists({ number }));
}

/** 400 where there is no such status. */
async function statusOf(tx: Tx, id: number): Promise<{ code: string }> {
  const status = await tx.selectFrom('act_status').select('code').where('id', '=', id).executeTakeFirst();
  if (status === undefined) throw fieldError('status_id', say.noSuchStatus());
  return status;
}

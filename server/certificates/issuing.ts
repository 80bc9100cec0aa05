/** Issuing certificates, taking the latest back, and noting that they were paid. */
import { isDeepStrictEqual } from 'node:util';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import type { Given } from '../../domain/api/routes.ts';
import { cents, fromCents } from '../../domain/decimal.ts';
import * as say from '../../domain/sentences/payments.ts';
import { type ActRef, type Locked, lockedWithin, lockRecord, type VersionRef } from '../access/refs.ts';
import { refuseUndecided } from '../acts/acts.ts';
import { refuseUnlessManager } from '../contracts/manager.ts';
import { versionsOfContract } from '../contracts/versions.ts';
import { nextId } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import type { KeptSheet } from '../db/paymentTables.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, fieldError, notFound } from '../http/errors.ts';
import { type Contract, contractOf } from './contract.ts';
import { findCertificate, issuedSheet, lastIssued, numbersOf } from './issued.ts';
import { blockedBy, dayOfNext, figuresOf, keptSheet, nextNumber, numberedPending, today, unissuedSheet } from './sheets.ts';

const MOST_DAYS_AHEAD = 31;
const DAY = 24 * 3_600_000;

interface Asked {
  readonly number?: string | undefined;
  readonly date?: string | undefined;
}
interface Numbered {
  readonly number: string;
  readonly date: string;
}

/** The number and the day of a certificate that is being issued. 400 on the field whose value is not allowed. */
async function numbered(query: Query, version: VersionRef, { chain }: Contract, asked: Asked): Promise<Numbered> {
  const taken = await numbersOf(query, version);
  const number = asked.number ?? nextNumber(taken);
  if (taken.includes(number)) throw fieldError('number', say.certificateNumberTaken({ number }));
  const earliest = chain.issuedFor ?? '';
  const date = asked.date ?? dayOfNext(chain);
  if (date < earliest) throw fieldError('date', say.certificateBefore({ day: earliest }));
  if (date > new Date(Date.now() + MOST_DAYS_AHEAD * DAY).toISOString().slice(0, 10)) throw fieldError('date', say.certificateTooLate());
  return { number, date };
}

/** Freezes a sheet. 409 `certificate_moved` with the present sheet when the amount due is not the one the person saw. */
async function freeze(tx: Tx, caller: Caller, version: Locked<VersionRef>, contract: Contract, sheet: KeptSheet, due: string) {
  if (cents(sheet.due) !== cents(due)) throw conflict(say.certificateMoved(), { sheet: unissuedSheet(sheet, null, 0) });
  const { teamId, projectId } = version;
  const id = await nextId(tx, 'certificates');
  await recordEvent(tx, eventOf(version, caller, 'certificate', id, 'issue', sheet.number));
  await tx
    .insertInto('certificates')
    .values({
      team_id: teamId,
      id,
      project_id: projectId,
      version_id: sheet.version.id,
      place: contract.chain.place + 1,
      kind: sheet.kind,
      act_id: sheet.act?.id ?? null,
      number: sheet.number,
      issued_for: sheet.date ?? today(),
      amount: sheet.amount,
      terms_id: sheet.terms_id,
      work_now: sheet.gross.now,
      kept: sheet.kept,
      recovered: sheet.recovered,
      due: sheet.due,
      sheet: JSON.stringify(sheet),
      issued_by: caller.userId,
    })
    .execute();
  return issuedSheet(tx, { teamId, certificateId: id });
}

async function certificateOfAct(query: Query, { teamId, actId }: Pick<ActRef, 'teamId' | 'actId'>) {
  return query
    .selectFrom('certificates')
    .select(['id', 'number'])
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .executeTakeFirst();
}

/** The certificate of an act: as it was issued, or as it would be. */
export async function actSheet(query: Query, act: ActRef): Promise<CertificateSheet> {
  const issued = await certificateOfAct(query, act);
  if (issued !== undefined) return issuedSheet(query, { teamId: act.teamId, certificateId: issued.id });
  const contract = await contractOf(query, act);
  const pending = numberedPending(contract, await numbersOf(query, act));
  const own = pending.find((each) => each.act.id === act.actId);
  if (own === undefined) throw notFound();
  const { id, number } = own.act;
  const head = { kind: 'act', number: own.number, date: null, act: { id, number }, amount: null } as const;
  const after = pending.length - pending.indexOf(own) - 1;
  return unissuedSheet(keptSheet(contract, head, own.figures), blockedBy(contract, own.act), after);
}

/**
 * Issues the certificate of an act, as one event. 409 while it cannot be issued, or when its figures have changed since the person saw
 * them.
 */
export async function issueForAct(
  tx: Tx,
  caller: Caller,
  act: Locked<ActRef>,
  { due, ...asked }: Given<'POST /acts/:id/certificate/'>['body'],
): Promise<CertificateSheet> {
  const issued = await certificateOfAct(tx, act);
  if (issued !== undefined) throw conflict(say.certificateIssued({ number: issued.number }));
  const contract = await contractOf(tx, act);
  const own = contract.acts.find(({ id }) => id === act.actId);
  if (own === undefined) throw notFound();
  const blocked = blockedBy(contract, own);
  if (blocked !== null) throw conflict(blocked);
  const day = await numbered(tx, act, contract, asked);
  const { worked, certifiedPlace, terms, chain } = contract;
  const from = certifiedPlace(own.versionAt);
  const { figures } = figuresOf(worked(own.versionAt), terms.terms, from, own.place, chain.issuedSoFar, { certifies: true, day: day.date });
  const head = { kind: 'act', ...day, act: { id: own.id, number: own.number }, amount: null } as const;
  return freeze(tx, caller, act, contract, keptSheet(contract, head, figures), due);
}

type Between = Given<'POST /versions/:id/certificates/preview/'>['body'];

/**
 * The sheet of a release or an advance. 400 `release_too_large` on the amount; 409 where no advance is to be paid, and `claimed_elsewhere` or
 * `certified_elsewhere` for a version without acts that neither carries those of another contract nor is separate.
 */
async function sheetBetween(
  query: Query,
  version: VersionRef,
  contract: Contract,
  { kind, amount, ...asked }: Between,
): Promise<KeptSheet> {
  await refuseUndecided(query, version);
  const { chain, terms, currentAt, worked, certifiedPlace } = contract;
  const day = await numbered(query, version, contract, asked);
  const place = certifiedPlace(currentAt);
  const figures = (does: { releases?: bigint; paysAdvance?: boolean }) =>
    figuresOf(worked(currentAt), terms.terms, place, place, chain.issuedSoFar, { ...does, certifies: false, day: day.date }).figures;
  if (kind === 'advance') {
    const { advance } = terms.terms;
    if (chain.issuedSoFar.hasPaidAdvance) throw conflict(say.advancePaid());
    if (advance === null || advance.paid_on !== null || cents(advance.amount) === 0n) throw conflict(say.noAdvanceAgreed());
    return keptSheet(contract, { kind, ...day, act: null, amount: advance.amount }, figures({ paysAdvance: true }));
  }
  if (amount === undefined) throw fieldError('amount', say.releaseMissing());
  const releases = cents(amount);
  if (releases === 0n) throw fieldError('amount', say.nothingReleased());
  const { kept } = figures({});
  if (releases > cents(kept)) throw fieldError('amount', say.releaseTooLarge({ most: kept }));
  return keptSheet(contract, { kind, ...day, act: null, amount: fromCents(releases) }, figures({ releases }));
}

export async function previewBetween(query: Query, version: VersionRef, asked: Between): Promise<CertificateSheet> {
  const contract = await contractOf(query, version);
  return unissuedSheet(await sheetBetween(query, version, contract, asked), null, contract.open.length);
}

/** Issues a release or an advance between acts, as one event. */
export async function issueBetween(
  tx: Tx,
  caller: Caller,
  versionId: number,
  { due, ...asked }: Given<'POST /versions/:id/certificates/'>['body'],
): Promise<CertificateSheet> {
  const version = await lockRecord(tx, caller, 'version', versionId);
  const contract = await contractOf(tx, version);
  return freeze(tx, caller, version, contract, await sheetBetween(tx, version, contract, asked), due);
}

async function lockCertificate(tx: Tx, caller: Caller, id: number) {
  const { versionId } = await findCertificate(tx, caller, id);
  const version = await lockRecord(tx, caller, 'version', versionId);
  // The version may have been taken back while the lock of the project was waited for.
  return lockedWithin(version, { certificateId: (await findCertificate(tx, caller, id)).certificateId });
}

/** Takes the latest certificate of its contract back, as one event. 403 for a role that may not; 409 `certificate_not_latest`. */
export async function takeBack(tx: Tx, caller: Caller, id: number): Promise<void> {
  const certificate = await lockCertificate(tx, caller, id);
  refuseUnlessManager(caller, certificate);
  const { teamId } = certificate;
  const versions = await versionsOfContract(tx, certificate);
  const last = await lastIssued(
    tx,
    teamId,
    versions.map((version) => version.id),
  );
  if (last === undefined) throw notFound();
  if (last.id !== id) throw conflict(say.certificateNotLatest({ number: last.number }));
  await recordEvent(tx, eventOf(certificate, caller, 'certificate', id, 'take_back', last.number));
  await tx.deleteFrom('certificates').where('team_id', '=', teamId).where('id', '=', id).execute();
}

const noteOf = (paid: CertificateSheet['paid']) => paid && { on: paid.on, amount: fromCents(cents(paid.amount)) };

/** Records that a certificate was paid, or removes that record, as one event. 409 `stale_payment` when something else than `expected` is recorded. */
export async function notePaid(
  tx: Tx,
  caller: Caller,
  id: number,
  { paid, expected }: Given<'PUT /certificates/:id/paid/'>['body'],
): Promise<CertificateSheet> {
  const certificate = await lockCertificate(tx, caller, id);
  const before = await issuedSheet(tx, certificate);
  const noted = noteOf(paid);
  if (!isDeepStrictEqual(before.paid, noted)) {
    if (expected !== undefined && !isDeepStrictEqual(before.paid, noteOf(expected))) throw conflict(say.stalePayment(), { sheet: before });
    await recordEvent(tx, eventOf(certificate, caller, 'certificate', id, 'pay', before.number));
    await tx
      .updateTable('certificates')
      .set({ paid_on: noted?.on ?? null, paid_amount: noted?.amount ?? null })
      .where('team_id', '=', certificate.teamId)
      .where('id', '=', id)
      .execute();
  }
  return issuedSheet(tx, certificate);
}

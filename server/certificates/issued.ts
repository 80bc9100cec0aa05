/** Certificates as they were issued. */
import { sql } from 'kysely';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import { type IssuedSoFar, NOTHING_ISSUED } from '../../domain/certificateSheet.ts';
import { certifiedWork } from '../../domain/contractWork.ts';
import { cents } from '../../domain/decimal.ts';
import { findVersion, type ProjectRef, type VersionRef } from '../access/refs.ts';
import { versionsOfContract } from '../contracts/versions.ts';
import type { Query } from '../db/open.ts';
import type { KeptSheet } from '../db/paymentTables.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';

interface CertificateRef extends VersionRef {
  readonly certificateId: number;
}

/** The caller's certificate with this id. 404 when the caller has no such certificate. */
export async function findCertificate(query: Query, caller: Caller, id: number): Promise<CertificateRef> {
  const { rows } = await sql<{ version_id: number }>`
    select version_id from certificates where id = ${id}::bigint and team_id = any(${caller.teams}::bigint[])`.execute(query);
  const [found] = rows;
  if (found === undefined) throw notFound();
  return { ...(await findVersion(query, caller, found.version_id)), certificateId: id };
}

/** The numbers of all certificates of a project. */
export async function numbersOf(query: Query, { teamId, projectId }: ProjectRef): Promise<string[]> {
  const found = await query
    .selectFrom('certificates')
    .select('number')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .execute();
  return found.map(({ number }) => number);
}

interface Stored {
  readonly id: number;
  readonly version_id: number;
  readonly place: number;
  readonly sheet: KeptSheet;
  readonly issued_at: Date;
  readonly by: string;
  readonly paid_on: string | null;
  readonly paid_amount: string | null;
}

/** The sheet of a certificate as it was frozen, with its state since then: paid, latest, acts after it. */
export async function issuedSheet(
  query: Query,
  { teamId, certificateId }: Pick<CertificateRef, 'teamId' | 'certificateId'>,
): Promise<CertificateSheet> {
  const { rows } = await sql<Stored>`
    select c.id, c.version_id, c.place, c.sheet, c.issued_at, u.name as by, c.paid_on, c.paid_amount
      from certificates c join users u on u.id = c.issued_by where c.team_id = ${teamId} and c.id = ${certificateId}`.execute(query);
  const [found] = rows;
  if (found === undefined) throw notFound();
  const { id, sheet, issued_at, by } = found;
  return {
    id,
    ...sheet,
    paid: paidOf(found),
    blocked: null,
    issued: { at: issued_at.toISOString(), by },
    ...(await after(query, teamId, found)),
  };
}

/** Whether a certificate is the latest of its contract, and how many acts come after the work it certifies. */
async function after(query: Query, teamId: number, { version_id, place }: Pick<Stored, 'version_id' | 'place'>) {
  const versions = (await versionsOfContract(query, { teamId, versionId: version_id })).map(({ id }) => id);
  const { rows } = await sql<{ is_latest: boolean; acts_after: number }>`
    with own as (select * from certificates where team_id = ${teamId} and version_id = any(${versions}::bigint[])),
         certified as (
           select coalesce(array_position(${versions}::bigint[], a.version_id), 0) as version_at, a.place
             from own c join acts a on a.team_id = c.team_id and a.id = c.act_id where c.place <= ${place} order by 1 desc, 2 desc limit 1)
    select not exists (select from own c where c.place > ${place}) as is_latest,
           (select count(*)::int from numbered_acts a
             where a.team_id = ${teamId} and a.version_id = any(${versions}::bigint[])
               and (array_position(${versions}::bigint[], a.version_id), a.place)
                   > (coalesce((select version_at from certified), 0), coalesce((select place from certified), 0))) as acts_after`.execute(
    query,
  );
  const [found] = rows;
  if (found === undefined) throw notFound();
  return found;
}

export const paidOf = ({ paid_on, paid_amount }: Pick<Stored, 'paid_on' | 'paid_amount'>) =>
  paid_on === null || paid_amount === null ? null : { on: paid_on, amount: paid_amount };

/** The sums of the certificates of a contract, and the last of them. */
export interface Chain {
  readonly issuedSoFar: IssuedSoFar;
  /** The place of the last one issued; 0 for none. */
  readonly place: number;
  /** The advance that certificates have paid, in cents. */
  readonly advance: bigint;
  readonly issuedFor: string | null;
  /** The last act that has a certificate. */
  readonly actId: number | null;
}

/** The certificates of a contract whose versions are these. */
export async function chainOf(
  query: Query,
  { teamId }: Pick<VersionRef, 'teamId'>,
  versions: readonly { readonly id: number }[],
): Promise<Chain> {
  const ids = versions.map(({ id }) => id);
  const { rows } = await sql<{ due: string; released: string; paid: boolean; act_id: number | null }>`
    select coalesce(sum(c.due), 0)::text as due, coalesce(sum(c.amount) filter (where c.kind = 'release'), 0)::text as released,
           coalesce(bool_or(c.kind = 'advance'), false) as paid, (array_agg(c.act_id order by c.place desc) filter (where c.act_id is not null))[1] as act_id
      from certificates c where c.team_id = ${teamId} and c.version_id = any(${ids}::bigint[])`.execute(query);
  const last = await lastIssued(query, teamId, ids);
  const [sums] = rows;
  if (sums === undefined || last === undefined) return { issuedSoFar: NOTHING_ISSUED, place: 0, advance: 0n, issuedFor: null, actId: null };
  return {
    issuedSoFar: { due: cents(sums.due), released: cents(sums.released), hasPaidAdvance: sums.paid, work: certifiedWork(last.sheet) },
    place: last.place,
    advance: cents(last.sheet.advance),
    issuedFor: last.issued_for,
    actId: sums.act_id,
  };
}

/** The latest certificate of these versions of a contract. */
export const lastIssued = (query: Query, teamId: number, versions: readonly number[]) =>
  query
    .selectFrom('certificates')
    .select(['id', 'number', 'place', 'issued_for', 'sheet'])
    .where('team_id', '=', teamId)
    .where('version_id', 'in', versions)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();

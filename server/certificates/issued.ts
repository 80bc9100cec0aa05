/** Certificates as they were issued. */
import { sql } from 'kysely';
import { NOTHING_ISSUED, type Standing } from '../../domain/certificateSheet.ts';
import type { CertificateSheet } from '../../domain/contract/certificateShapes.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import { findVersion, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { KeptSheet } from '../db/paymentTables.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';

interface CertificateRef extends VersionRef {
  readonly certificateId: number;
}

/** The caller's certificate with this id. 404 when it is none of theirs. */
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
  readonly sheet: KeptSheet;
  readonly issued_at: Date;
  readonly by: string;
  readonly paid_on: string | null;
  readonly paid_amount: string | null;
  readonly is_latest: boolean;
  readonly acts_after: number;
}

/** The sheet of a certificate as it was frozen, with what has become of it since. */
export async function issuedSheet(
  query: Query,
  { teamId, certificateId }: Pick<CertificateRef, 'teamId' | 'certificateId'>,
): Promise<CertificateSheet> {
  const { rows } = await sql<Stored>`
    select c.id, c.sheet, c.issued_at, u.name as by, c.paid_on, c.paid_amount,
           not exists (select from certificates o where o.team_id = c.team_id and o.version_id = c.version_id and o.place > c.place) as is_latest,
           (select count(*)::int from acts a where a.team_id = c.team_id and a.version_id = c.version_id
               and a.place > coalesce((select max(b.place) from acts b join certificates d on d.team_id = b.team_id and d.act_id = b.id
                                        where b.team_id = c.team_id and d.version_id = c.version_id and d.place <= c.place), 0)) as acts_after
      from certificates c join users u on u.id = c.issued_by where c.team_id = ${teamId} and c.id = ${certificateId}`.execute(query);
  const [found] = rows;
  if (found === undefined) throw notFound();
  const { id, sheet, issued_at, by, is_latest, acts_after } = found;
  return { id, ...sheet, paid: paidOf(found), blocked: null, issued: { at: issued_at.toISOString(), by }, is_latest, acts_after };
}

export const paidOf = ({ paid_on, paid_amount }: Pick<Stored, 'paid_on' | 'paid_amount'>) =>
  paid_on === null || paid_amount === null ? null : { on: paid_on, amount: paid_amount };

/** What the certificates of a contract come to, and the last of them. */
export interface Chain {
  readonly standing: Standing;
  /** Of the last one issued; 0 for none. */
  readonly place: number;
  /** What certificates have paid in advance, in cents. */
  readonly advance: bigint;
  readonly issuedFor: string | null;
  /** The place of the last act that has a certificate; 0 for none. */
  readonly actPlace: number;
}

export async function chainOf(query: Query, { teamId, versionId }: VersionRef): Promise<Chain> {
  const { rows } = await sql<{ due: string; released: string; paid: boolean; act_place: number }>`
    select coalesce(sum(c.due), 0)::text as due, coalesce(sum(c.amount) filter (where c.kind = 'release'), 0)::text as released,
           coalesce(bool_or(c.kind = 'advance'), false) as paid, coalesce(max(a.place), 0)::int as act_place
      from certificates c left join acts a on a.team_id = c.team_id and a.id = c.act_id
     where c.team_id = ${teamId} and c.version_id = ${versionId}`.execute(query);
  const last = await query
    .selectFrom('certificates')
    .select(['place', 'issued_for', 'sheet'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [sums] = rows;
  if (sums === undefined || last === undefined) return { standing: NOTHING_ISSUED, place: 0, advance: 0n, issuedFor: null, actPlace: 0 };
  const cents = (text: string) => exact(text, SCALE.money);
  return {
    standing: {
      due: cents(sums.due),
      released: cents(sums.released),
      hasPaidAdvance: sums.paid,
      taxes: last.sheet.taxes.map(({ payable }) => cents(payable)),
    },
    place: last.place,
    advance: cents(last.sheet.advance),
    issuedFor: last.issued_for,
    actPlace: sums.act_place,
  };
}

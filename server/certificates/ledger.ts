/** The payments of a contract, and the amounts that a change of terms would move in them. */
import { sql } from 'kysely';
import type { CertificateBrief, Ledger, TermsFields, TermsMove } from '../../domain/api/certificateShapes.ts';
import { keptTerms } from '../../domain/certificateSheet.ts';
import { cents, fromCents } from '../../domain/decimal.ts';
import type { ProjectRef, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { type Contract, contractOf } from './contract.ts';
import { numbersOf, paidOf } from './issued.ts';
import { blockedBy, dayOfNext, numberedPending, pendingOf, today } from './sheets.ts';

const NOTHING = { net: 0n, gross: 0n };
const shown = ({ net, gross }: typeof NOTHING) => ({ net: fromCents(net), gross: fromCents(gross) });

/** The certificates issued, without their sheets. */
async function issuedBriefs(query: Query, { teamId }: VersionRef, { versions }: Contract): Promise<CertificateBrief[]> {
  const found = await query
    .selectFrom('certificates as c')
    .leftJoin('acts', (join) => join.onRef('acts.team_id', '=', 'c.team_id').onRef('acts.id', '=', 'c.act_id'))
    .select([
      'c.id',
      'c.version_id',
      'c.kind',
      'c.number',
      'c.issued_for as date',
      'c.act_id',
      'acts.number as act_number',
      'c.amount',
      'c.kept',
      'c.recovered',
      'c.due',
      'c.work_now',
      'c.paid_on',
      'c.paid_amount',
    ])
    .where('c.team_id', '=', teamId)
    .where(
      'c.version_id',
      'in',
      versions.map(({ id }) => id),
    )
    .orderBy('c.place')
    .execute();
  return found.map(({ version_id, act_id, act_number, paid_on, paid_amount, ...brief }) => ({
    ...brief,
    version: required(versions.find(({ id }) => id === version_id)),
    act: act_id === null ? null : { id: act_id, number: act_number ?? '' },
    paid: paidOf({ paid_on, paid_amount }),
    blocked: null,
  }));
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('A certificate is of a version outside its contract');
  return found;
}

function pendingBriefs(contract: Contract, numbers: readonly string[]): CertificateBrief[] {
  return numberedPending(contract, numbers).map(({ act, figures, number }) => ({
    id: null,
    version: required(contract.versions[act.versionAt]),
    kind: 'act',
    number,
    date: null,
    act: { id: act.id, number: act.number },
    amount: null,
    kept: figures.kept,
    recovered: figures.recovered,
    due: figures.due,
    work_now: figures.gross.now,
    paid: null,
    blocked: blockedBy(contract, act),
  }));
}

/** The figures of the contract by its latest version, including the extras and the settled work. */
function wholeOf({ worked, versions }: Contract): Pick<Ledger, 'contract' | 'extras' | 'settled'> {
  const { contract, extras, settled } = worked(versions.length - 1).of;
  const [net, gross] = [contract.total.total, contract.totalWithTaxes.total];
  const fixedMoney = (settled ?? []).reduce((sum, each) => ({ net: sum.net + each.net, gross: sum.gross + each.gross }), NOTHING);
  const { original } = extras ?? { original: contract };
  return {
    contract: shown({ net: net + fixedMoney.net, gross: gross + fixedMoney.gross }),
    extras: shown({ net: net - original.total.total, gross: gross - original.totalWithTaxes.total }),
    settled: shown(fixedMoney),
  };
}

/** The payments of a contract, by any of its versions. It reads kept totals and the certificates without their sheets. */
export async function ledgerOf(query: Query, version: VersionRef): Promise<Ledger> {
  const contract = await contractOf(query, version);
  const { chain, terms, versions } = contract;
  const latest = required(versions.at(-1));
  const issued = await issuedBriefs(query, version, contract);
  const last = issued.at(-1);
  const sum = (parts: readonly (string | undefined)[]) =>
    fromCents(parts.reduce((total, part) => total + (part === undefined ? 0n : cents(part)), 0n));
  const recovered = cents(last?.recovered ?? '0');
  const isApart = terms.terms.advance?.paid_on != null && terms.terms.advance.paid_on <= today();
  // An advance that a certificate has paid stays paid, whatever the terms say now, until the next certificate settles it.
  const paid = isApart && !chain.issuedSoFar.hasPaidAdvance ? cents(terms.terms.advance?.amount ?? '0') : chain.advance;
  return {
    version_id: latest.id,
    version_number: latest.number,
    versions: [...versions],
    project_id: contract.project.id,
    currency: contract.currency,
    terms,
    ...wholeOf(contract),
    certified: shown(chain.issuedSoFar.work ?? NOTHING),
    kept: last?.kept ?? '0.00',
    released: fromCents(chain.issuedSoFar.released),
    advance: { paid: fromCents(paid), recovered: fromCents(recovered), left: fromCents(paid - recovered) },
    due: fromCents(chain.issuedSoFar.due),
    paid: sum(issued.map((certificate) => certificate.paid?.amount)),
    certificates: [...issued, ...pendingBriefs(contract, await numbersOf(query, version))],
  };
}

/** One version of each contract of a project that has acts, the oldest contract first. */
async function contractsOf(query: Query, { teamId, projectId }: ProjectRef): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select min(v.id) as id from versions v join numbered_acts a on a.team_id = v.team_id and a.version_id = v.id
     where v.team_id = ${teamId} and v.project_id = ${projectId} and v.deleted_at is null
     group by coalesce(v.contract_id, v.id) order by min(v.number)`.execute(query);
  return rows.map(({ id }) => id);
}

/** The amounts that these terms would change in the certificates that are not issued, in all contracts of the project. */
export async function movesOf(query: Query, { teamId, projectId }: ProjectRef, given: TermsFields): Promise<{ moves: TermsMove[] }> {
  const moves: TermsMove[] = [];
  for (const versionId of await contractsOf(query, { teamId, projectId })) {
    const contract = await contractOf(query, { teamId, projectId, versionId });
    const day = dayOfNext(contract.chain);
    const [old, becomes] = [pendingOf(contract, contract.terms.terms, day), pendingOf(contract, keptTerms(given), day)];
    for (const [at, { act, figures }] of old.entries()) {
      const moved = becomes[at]?.figures ?? figures;
      if (figures.kept === moved.kept && figures.recovered === moved.recovered && figures.due === moved.due) continue;
      moves.push({
        act_id: act.id,
        number: act.number,
        version_number: required(contract.versions[act.versionAt]).number,
        kept: { old: figures.kept, new: moved.kept },
        recovered: { old: figures.recovered, new: moved.recovered },
        due: { old: figures.due, new: moved.due },
      });
    }
  }
  return { moves };
}

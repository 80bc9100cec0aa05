/** The payments of a contract, and what a change of terms would move in them. */

import { keptTerms } from '../../domain/certificateSheet.ts';
import type { CertificateBrief, Ledger, TermsFields, TermsMove } from '../../domain/contract/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import type { ProjectRef, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { type Contract, contractOf } from './contract.ts';
import { numbersOf, paidOf } from './issued.ts';
import { blockedBy, dayOfNext, nextNumbers, pendingOf, today } from './sheets.ts';

const cents = (text: string) => exact(text, SCALE.money);
const money = (value: bigint) => fixed(value, SCALE.money);

/** The certificates issued, without their sheets. */
async function issuedBriefs(query: Query, { teamId, versionId }: VersionRef): Promise<CertificateBrief[]> {
  const found = await query
    .selectFrom('certificates as c')
    .leftJoin('acts', (join) => join.onRef('acts.team_id', '=', 'c.team_id').onRef('acts.id', '=', 'c.act_id'))
    .select([
      'c.id',
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
    .where('c.version_id', '=', versionId)
    .orderBy('c.place')
    .execute();
  return found.map(({ act_id, act_number, paid_on, paid_amount, ...brief }) => ({
    ...brief,
    act: act_id === null ? null : { id: act_id, number: act_number ?? '' },
    paid: paidOf({ paid_on, paid_amount }),
    blocked: null,
  }));
}

function pendingBriefs(contract: Contract, numbers: readonly string[]): CertificateBrief[] {
  const pending = pendingOf(contract, contract.terms.terms, dayOfNext(contract.chain));
  const proposed = nextNumbers(numbers, pending.length);
  return pending.map(({ act, figures }, at) => ({
    id: null,
    kind: 'act',
    number: proposed[at] ?? '',
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

/** The payments of a version that has acts. It reads kept totals and the certificates without their sheets. */
export async function ledgerOf(query: Query, version: VersionRef): Promise<Ledger> {
  const contract = await contractOf(query, version);
  const { chain, terms, whole, done } = contract;
  const issued = await issuedBriefs(query, version);
  const last = issued.at(-1);
  const certified = done(chain.actPlace);
  const sum = (parts: readonly (string | undefined)[]) =>
    money(parts.reduce((total, part) => total + (part === undefined ? 0n : cents(part)), 0n));
  const recovered = cents(last?.recovered ?? '0');
  const isApart = terms.terms.advance?.paid_on != null && terms.terms.advance.paid_on <= today();
  // What a certificate paid stays paid, whatever the terms say now, until the next certificate settles it.
  const paid = isApart && !chain.standing.hasPaidAdvance ? cents(terms.terms.advance?.amount ?? '0') : chain.advance;
  return {
    version_id: contract.version.id,
    version_number: contract.version.number,
    project_id: contract.project.id,
    currency: contract.currency,
    terms,
    contract: { net: money(whole.total.total), gross: money(whole.totalWithTaxes.total) },
    certified: { net: money(certified.total.total), gross: money(certified.totalWithTaxes.total) },
    kept: last?.kept ?? '0.00',
    released: money(chain.standing.released),
    advance: { paid: money(paid), recovered: money(recovered), left: money(paid - recovered) },
    due: money(chain.standing.due),
    paid: sum(issued.map((certificate) => certificate.paid?.amount)),
    certificates: [...issued, ...pendingBriefs(contract, await numbersOf(query, version))],
  };
}

/** What these terms would move in the certificates that are not issued, in all contracts of the project. */
export async function movesOf(query: Query, { teamId, projectId }: ProjectRef, given: TermsFields): Promise<{ moves: TermsMove[] }> {
  const versions = await query
    .selectFrom('versions')
    .select('id')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where((of) =>
      of.exists(
        of
          .selectFrom('acts')
          .select('acts.id')
          .whereRef('acts.team_id', '=', 'versions.team_id')
          .whereRef('acts.version_id', '=', 'versions.id'),
      ),
    )
    .orderBy('number')
    .execute();
  const moves: TermsMove[] = [];
  for (const { id } of versions) {
    const contract = await contractOf(query, { teamId, projectId, versionId: id });
    const day = dayOfNext(contract.chain);
    const [old, becomes] = [pendingOf(contract, contract.terms.terms, day), pendingOf(contract, keptTerms(given), day)];
    for (const [at, { act, figures }] of old.entries()) {
      const moved = becomes[at]?.figures ?? figures;
      if (figures.kept === moved.kept && figures.recovered === moved.recovered && figures.due === moved.due) continue;
      moves.push({
        act_id: act.id,
        number: act.number,
        version_number: contract.version.number,
        kept: { old: figures.kept, new: moved.kept },
        recovered: { old: figures.recovered, new: moved.recovered },
        due: { old: figures.due, new: moved.due },
      });
    }
  }
  return { moves };
}

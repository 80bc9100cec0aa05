/** The sheets that certificates would have if they were issued now. */
import type { CertificateSheet, TermsFields } from '../../domain/api/certificateShapes.ts';
import { type IssuedSoFar, type SheetFigures, sheetFigures, termsOf } from '../../domain/certificateSheet.ts';
import { greatest } from '../../domain/decimal.ts';
import * as say from '../../domain/sentences/payments.ts';
import type { KeptSheet } from '../db/paymentTables.ts';
import type { CatalogueSentence } from '../http/errors.ts';
import type { Contract, ContractAct, WorkedVersion } from './contract.ts';
import type { Chain } from './issued.ts';

/** Today, in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);

interface Made {
  readonly figures: SheetFigures;
  readonly issuedSoFar: IssuedSoFar;
}
interface Does {
  /** True for an act; a release and an advance certify no work. */
  readonly certifies: boolean;
  readonly releases?: bigint;
  readonly paysAdvance?: boolean;
  /** The day it is for. */
  readonly day: string;
}

/** The figures of a version for the work from one place to another, after what was issued so far. */
export function figuresOf(
  { of, done }: WorkedVersion,
  terms: TermsFields,
  from: number,
  to: number,
  issuedSoFar: IssuedSoFar,
  does: Does,
): Made {
  const paidOn = terms.advance?.paid_on ?? null;
  return sheetFigures({
    of,
    terms: termsOf(terms),
    before: done(from),
    toDate: done(to),
    certifies: does.certifies,
    issuedSoFar,
    releases: does.releases ?? 0n,
    paysAdvance: does.paysAdvance ?? false,
    isAdvancePaidApart: paidOn !== null && paidOn <= does.day,
  });
}

/** The acts that have no certificate, with the figures theirs would have under these terms if they were issued in their order. */
export function pendingOf(contract: Contract, terms: TermsFields, day: string): (Made & { readonly act: ContractAct })[] {
  const { chain, open, worked, certifiedPlace } = contract;
  let issuedSoFar = chain.issuedSoFar;
  const from = new Map<number, number>();
  return open.map((act) => {
    const at = act.versionAt;
    const made = figuresOf(worked(at), terms, from.get(at) ?? certifiedPlace(at), act.place, issuedSoFar, { certifies: true, day });
    issuedSoFar = made.issuedSoFar;
    from.set(at, act.place);
    return { ...made, act };
  });
}

/** Why the certificate of an act cannot be issued now. */
export function blockedBy({ open }: Contract, act: ContractAct): CatalogueSentence | null {
  if (!act.isAccepted) return say.actNotAccepted({ number: act.number });
  const [earlier] = open;
  return earlier === undefined || earlier.id === act.id ? null : say.earlierNotIssued({ number: earlier.number });
}

/** The day of a certificate that is issued without one: today, or that of the certificate before where it is later. */
export const dayOfNext = ({ issuedFor }: Chain): string => (issuedFor !== null && issuedFor > today() ? issuedFor : today());

/** Longer numbers count as texts, because the next number must still fit into the number of a certificate. */
const MOST_DIGITS = 18;

/** The numbers proposed for the next certificates of a project: from one more than the highest whole number among those taken. */
function nextNumbers(taken: readonly string[], count: number): string[] {
  const numbers = taken.flatMap((number) => (/^\d+$/.test(number) && number.length <= MOST_DIGITS ? [BigInt(number)] : []));
  const first = greatest(0n, ...numbers) + 1n;
  return Array.from({ length: taken.length + count }, (_, at) => String(first + BigInt(at)))
    .filter((number) => !taken.includes(number))
    .slice(0, count);
}
export const nextNumber = (taken: readonly string[]): string => nextNumbers(taken, 1)[0] ?? '1';

/** The acts that have no certificate, as `pendingOf` has them now, with the numbers theirs would have if they were issued in their order. */
export function numberedPending(contract: Contract, taken: readonly string[]) {
  const pending = pendingOf(contract, contract.terms.terms, dayOfNext(contract.chain));
  const numbers = nextNumbers(taken, pending.length);
  return pending.map((each, at) => ({ ...each, number: numbers[at] ?? '' }));
}

type Head = Pick<KeptSheet, 'kind' | 'number' | 'date' | 'act' | 'amount'>;

export const keptSheet = (contract: Contract, head: Head, figures: SheetFigures): KeptSheet => ({
  ...head,
  project: contract.project,
  currency: contract.currency,
  terms_id: contract.terms.id,
  terms: contract.terms.terms,
  ...figures,
});

/** A sheet that nobody has issued. */
export const unissuedSheet = (sheet: KeptSheet, blocked: CatalogueSentence | null, actsAfter: number): CertificateSheet => ({
  id: null,
  ...sheet,
  paid: null,
  blocked,
  issued: null,
  is_latest: false,
  acts_after: actsAfter,
});

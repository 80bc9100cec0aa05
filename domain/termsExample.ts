/**
 * The payments that terms lead to as the work of a contract goes on, computed as certificates compute them (docs/domain.md, Certificates).
 */
import type { TermsFields } from './api/certificateShapes.ts';
import { type Certificate, certificateOf, figureOf, retentionLimit, type Worth } from './certificate.ts';
import { type CertificateLine, certificateLines } from './certificateLines.ts';
import { termsOf } from './certificateSheet.ts';
import { cents, divideRounded, fromCents } from './decimal.ts';
import type { Terms } from './terms.ts';

/** Progress of the work at each certificate, in percent. */
const STEPS = [30, 60, 100] as const;
/** The step whose lines are explained: enough is done for limits and thresholds to matter. */
const EXPLAINED = 60;

interface ExampleStep {
  /** The percent of the work that is done, or the kind of a payment that is not for work. */
  readonly at: number | 'advance' | 'release';
  readonly work: string;
  readonly kept: string;
  readonly recovered: string;
  readonly due: string;
}
export interface TermsExample {
  readonly steps: readonly ExampleStep[];
  /** The total due over all certificates. */
  readonly due: string;
  /** The computation of retention, advance recovered and taxes at 60 % of the work. */
  readonly said: readonly CertificateLine[];
}

/** The contract's figures with all taxes as one. */
function worthAt({ net, gross }: { readonly net: bigint; readonly gross: bigint }, percent: number): Worth {
  const share = (amount: bigint) => divideRounded(amount * BigInt(percent), 100n);
  const [part, tax] = [share(net), share(gross - net)];
  return { net: part, taxes: [tax], gross: part + tax };
}

/** A certificate of the example, and all it was computed from. */
interface ExampleCertificate {
  readonly fields: TermsFields;
  readonly terms: Terms;
  /** The whole contract. */
  readonly contract: Worth;
  readonly work: Worth;
  /** The work of the certificate before, without taxes. */
  readonly workBefore: bigint;
  readonly dueBefore: bigint;
  readonly certificate: Certificate;
}

/** The lines of a certificate that its terms decide: retention, advance recovered, and taxes where they are charged on the payment. */
function explainedLines(
  { fields, terms, contract, work, workBefore, dueBefore, certificate }: ExampleCertificate,
  taxName: string,
): readonly CertificateLine[] {
  const figures = (whole: bigint, toDate: bigint) => ({
    contract: fromCents(whole),
    before: fromCents(workBefore),
    to_date: fromCents(toDate),
    now: fromCents(toDate - workBefore),
  });
  const limit = retentionLimit(terms, contract);
  const lines = certificateLines({
    terms: fields,
    net: figures(contract.net, work.net),
    gross: figures(contract.gross, work.gross),
    taxes: work.taxes.map((tax, at) => ({
      name: taxName,
      percent_total: null,
      ...figures(contract.taxes[at] ?? 0n, tax),
      payable: fromCents(certificate.taxes[at] ?? 0n),
      payable_before: fromCents(0n),
    })),
    work: fromCents(figureOf(terms, work)),
    limit: limit === null ? null : fromCents(limit),
    retained: fromCents(certificate.retained),
    released: fromCents(0n),
    kept: fromCents(certificate.kept),
    recovered: fromCents(certificate.recovered),
    advance: fromCents(certificate.advance),
    payable: fromCents(certificate.payable),
    due_before: fromCents(dueBefore),
    due: fromCents(certificate.due),
  });
  return lines.filter(({ key }) => key === 'kept' || key === 'recovered' || (terms.taxes === 'on payment' && key.startsWith('tax')));
}

/** Computes the example for a contract whose advance, where there is one, is paid first, and whose retention is released at the end. */
export function termsExample(
  fields: TermsFields,
  contract: { readonly net: string; readonly gross: string },
  taxName: string,
): TermsExample {
  const terms = termsOf(fields);
  const whole = { net: cents(contract.net), gross: cents(contract.gross) };
  const full = worthAt(whole, 100);
  const advancePaid = fields.advance === null ? 'not yet' : fields.advance.paid_on === null ? 'by certificate' : 'apart';
  const steps: ExampleStep[] = [];
  let said: readonly CertificateLine[] = [];
  let [dueBefore, workBefore, kept] = [0n, 0n, 0n];
  const certify = (at: ExampleStep['at'], percent: number, released: bigint) => {
    const work = worthAt(whole, percent);
    const certificate = certificateOf({ terms, work, contract: full, released, advancePaid, dueBefore });
    if (at === EXPLAINED) said = explainedLines({ fields, terms, contract: full, work, workBefore, dueBefore, certificate }, taxName);
    dueBefore += certificate.due;
    workBefore = work.net;
    kept = certificate.kept;
    const { recovered, due } = certificate;
    steps.push({ at, work: fromCents(work.net), kept: fromCents(kept), recovered: fromCents(recovered), due: fromCents(due) });
  };
  if (advancePaid === 'by certificate') certify('advance', 0, 0n);
  for (const percent of STEPS) certify(percent, percent, 0n);
  if (kept > 0n) certify('release', 100, kept);
  return { steps, due: fromCents(dueBefore), said };
}

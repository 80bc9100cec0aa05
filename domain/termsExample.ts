/**
 * The payments that terms lead to as the work of a contract goes on, computed as certificates compute them (docs/domain.md, Certificates).
 */
import { certificateOf, figureOf, retentionLimit, type Worth } from './certificate.ts';
import { type CertificateLine, certificateLines } from './certificateLines.ts';
import { termsOf } from './certificateSheet.ts';
import type { TermsFields } from './contract/certificateShapes.ts';
import { divideRounded, exact, fixed, SCALE } from './decimal.ts';

/** Progress of the work at each certificate, in percent. */
const STEPS = [30n, 60n, 100n] as const;
/** The step whose lines are explained: enough is done for limits and thresholds to matter. */
const SAID = 60n;

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

const money = (cents: bigint): string => fixed(cents, SCALE.money);
const cents = (text: string): bigint => exact(text, SCALE.money);

/** The contract's figures with all taxes as one. */
function worthAt({ net, gross }: { readonly net: bigint; readonly gross: bigint }, percent: bigint): Worth {
  const [part, tax] = [divideRounded(net * percent, 100n), divideRounded((gross - net) * percent, 100n)];
  return { net: part, taxes: [tax], gross: part + tax };
}

/** Computes the example for a contract whose advance, where there is one, is paid first, and whose retention is released at the end. */
export function termsExample(
  fields: TermsFields,
  contract: { readonly net: string; readonly gross: string },
  taxName: string,
): TermsExample {
  const terms = termsOf(fields);
  const whole = { net: cents(contract.net), gross: cents(contract.gross) };
  const full = worthAt(whole, 100n);
  const limit = retentionLimit(terms, full);
  const advancePaid = fields.advance === null ? 'not yet' : fields.advance.paid_on === null ? 'by certificate' : 'apart';
  const steps: ExampleStep[] = [];
  let said: readonly CertificateLine[] = [];
  let [due, before] = [0n, 0n];
  const certify = (at: ExampleStep['at'], percent: bigint, released: bigint) => {
    const work = worthAt(whole, percent);
    const certificate = certificateOf({ terms, work, contract: full, released, advancePaid, dueBefore: due });
    const four = (all: bigint, now: bigint) => ({
      contract: money(all),
      before: money(before),
      to_date: money(now),
      now: money(now - before),
    });
    if (percent === SAID) {
      const lines = certificateLines({
        terms: fields,
        net: four(full.net, work.net),
        gross: four(full.gross, work.gross),
        taxes: work.taxes.map((tax, index) => ({
          name: taxName,
          percent_total: null,
          ...four(full.taxes[index] ?? 0n, tax),
          payable: money(certificate.taxes[index] ?? 0n),
          payable_before: money(0n),
        })),
        work: money(figureOf(terms, work)),
        limit: limit === null ? null : money(limit),
        retained: money(certificate.retained),
        released: money(released),
        kept: money(certificate.kept),
        recovered: money(certificate.recovered),
        advance: money(certificate.advance),
        payable: money(certificate.payable),
        due_before: money(due),
        due: money(certificate.due),
      });
      said = lines.filter(({ key }) => key === 'kept' || key === 'recovered' || (terms.taxes === 'on payment' && key.startsWith('tax')));
    }
    due += certificate.due;
    before = work.net;
    const { kept, recovered, due: dueNow } = certificate;
    steps.push({ at, work: money(work.net), kept: money(kept), recovered: money(recovered), due: money(dueNow) });
    return certificate;
  };
  if (advancePaid === 'by certificate') certify('advance', 0n, 0n);
  let kept = 0n;
  for (const percent of STEPS) ({ kept } = certify(Number(percent), percent, 0n));
  if (kept > 0n) certify('release', 100n, kept);
  return { steps, due: money(due), said };
}

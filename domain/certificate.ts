/**
 * The payment sheet of an act: work to date, less what is kept back and recovered, less what was due before (docs/domain.md, Certificates). Every figure
 * is cumulative and what is due is a difference of two of them, so rounding cannot drift. All money is in cents.
 */
import { divideRounded, greatest, least, percentOf, sumOf, WHOLE_PERCENT } from './decimal.ts';
import type { summarise } from './summary.ts';
import type { Terms } from './terms.ts';

/** The value of work: S(X) of docs/domain.md without its components, and the amounts settled by earlier versions of the contract. */
export interface Worth {
  readonly net: bigint;
  /** By tax, in the order of the estimate. */
  readonly taxes: readonly bigint[];
  readonly gross: bigint;
}

export const worthOf = ({ total, taxes, totalWithTaxes }: ReturnType<typeof summarise>): Worth => ({
  net: total.total,
  taxes: taxes.map((tax) => tax.total),
  gross: totalWithTaxes.total,
});

interface Certified {
  readonly terms: Terms;
  /** All work certified up to and with this act. */
  readonly work: Worth;
  /** The estimate with its approved extras, and the sums that earlier versions settled. */
  readonly contract: Worth;
  /** Retention paid out up to the certificate's date. */
  readonly released: bigint;
  /**
   * The percent (scale 4) of each tax that is a plain percent of the total; null for any other tax, which is charged on a payment in
   * proportion. 0 for a tax that only earlier versions have.
   */
  readonly taxRates?: readonly (bigint | null)[];
  /** Whether the advance has been paid by the certificate's date, and whether a certificate paid it. */
  readonly advancePaid: 'not yet' | 'apart' | 'by certificate';
  /** The sum of the amounts due by earlier certificates. */
  readonly dueBefore: bigint;
}

export interface Certificate {
  /** W: the work to date, in the figure that the terms are based on. */
  readonly workToDate: bigint;
  /** H: kept back to date, whether it has been released since or not. */
  readonly retained: bigint;
  /** K: kept back now. */
  readonly kept: bigint;
  /** V: the advance recovered to date. */
  readonly recovered: bigint;
  /** The advance, where a certificate pays it. */
  readonly advance: bigint;
  /** Each tax to date, on the work or on the payment as the terms say. */
  readonly taxes: readonly bigint[];
  /** N: payable to date, before what earlier certificates said was due. */
  readonly payable: bigint;
  /** Due now; negative when the contractor owes it. */
  readonly due: bigint;
}

/** The figure that the terms are based on. */
export const figureOf = ({ base }: Terms, worth: Worth): bigint => worth[base];

/** The most retention that the terms allow; null where they set no limit. */
export function retentionLimit(terms: Terms, contract: Worth): bigint | null {
  const limit = terms.retention?.limit ?? null;
  if (limit === null) return null;
  return greatest(0n, limit.form === 'amount' ? limit.value : percentOf(figureOf(terms, contract), limit.value));
}

/** H = min(R2(r · W / 100), limit), at least what has been released, and never below 0. */
function retainedOf({ terms, work, contract, released }: Certified): bigint {
  const byRate = terms.retention === null ? 0n : percentOf(figureOf(terms, work), terms.retention.rate);
  const limit = retentionLimit(terms, contract);
  return greatest(0n, released, limit === null ? byRate : least(byRate, limit));
}

/** V = min(A, R2(p · max(0, W − threshold) / 100)); nothing before the advance has been paid. */
function recoveredOf({ terms, work, contract, advancePaid }: Certified): bigint {
  const { advance } = terms;
  if (advance === null || advancePaid === 'not yet') return 0n;
  // Times WHOLE_PERCENT, so that only the amount itself is rounded.
  const beyond = greatest(0n, figureOf(terms, work) * WHOLE_PERCENT - figureOf(terms, contract) * advance.threshold);
  return least(advance.amount, divideRounded(beyond * advance.rate, WHOLE_PERCENT * WHOLE_PERCENT));
}

/**
 * The taxes of a payment. A tax that is a plain percent takes its percent of the payment, and adds the part of the tax on the work beyond
 * that percent, which earlier versions settled under other taxes or rounded separately. Any other tax is in the proportion it has to the
 * certified work or, while the net of that is 0, to the whole contract. Where that is 0 too, it is due while nothing is withheld.
 */
function taxesOnPayment(payment: bigint, { work, contract, taxRates = [] }: Certified): bigint[] {
  const { net, taxes } = work.net === 0n ? contract : work;
  return work.taxes.map((tax, at) => {
    const rate = taxRates[at] ?? null;
    if (rate !== null) return tax + percentOf(payment, rate) - percentOf(work.net, rate);
    if (net === 0n) return payment === 0n ? tax : 0n;
    return divideRounded((taxes[at] ?? 0n) * payment, net);
  });
}

/** The certificate of an act, or of a release or an advance between acts. */
export function certificateOf(given: Certified): Certificate {
  const { terms, work, released, advancePaid, dueBefore } = given;
  const retained = retainedOf(given);
  const [kept, recovered] = [retained - released, recoveredOf(given)];
  const advance = advancePaid === 'by certificate' ? (terms.advance?.amount ?? 0n) : 0n;
  const added = advance - kept - recovered;
  const taxes = terms.taxes === 'on work' ? work.taxes : taxesOnPayment(work.net + added, given);
  const payable = work.net + added + sumOf(taxes);
  return { workToDate: figureOf(terms, work), retained, kept, recovered, advance, taxes, payable, due: payable - dueBefore };
}

/** The payment sheet of a certificate with all its figures as they travel (docs/domain.md, Certificates). Made once, for the server that freezes it. */
import type { Sums } from './amounts.ts';
import { certificateOf, figureOf, retentionLimit, worthOf } from './certificate.ts';
import type { CertificateSheet, TermsFields } from './contract/certificateShapes.ts';
import { exact, fixed, SCALE, shortest } from './decimal.ts';
import type { summarise } from './summary.ts';
import type { Terms } from './terms.ts';

/** S(X) of a version by list and in total. */
export type Summarised = ReturnType<typeof summarise> & { readonly lists: readonly Sums[] };

/** What the certificates issued so far come to. */
export interface Standing {
  /** Cents, as all of them. */
  readonly due: bigint;
  readonly released: bigint;
  /** Whether one of them has paid the advance. */
  readonly hasPaidAdvance: boolean;
  /** Each tax on what the terms tax, to date. */
  readonly taxes: readonly bigint[];
}
export const NOTHING_ISSUED: Standing = { due: 0n, released: 0n, hasPaidAdvance: false, taxes: [] };

type NamedLine = Pick<CertificateSheet['taxes'][number], 'name' | 'percent_total'>;

/** What a certificate is made from. */
interface CertificateBasis {
  readonly terms: Terms;
  readonly lists: readonly { readonly id: number; readonly title: string }[];
  readonly additional: readonly NamedLine[];
  readonly taxes: readonly NamedLine[];
  readonly contract: Summarised;
  /** Work certified up to the certificate before, and up to this one. */
  readonly before: Summarised;
  readonly toDate: Summarised;
  readonly standing: Standing;
  /** What this certificate does beside certifying work. */
  readonly releases: bigint;
  readonly paysAdvance: boolean;
  /** Whether the advance was paid apart by the certificate's day. */
  readonly isAdvancePaidApart: boolean;
}

/** The figures of a sheet. Who, when and for what are added by whoever keeps it. */
export type SheetFigures = Pick<
  CertificateSheet,
  | 'lists'
  | 'additional'
  | 'net'
  | 'taxes'
  | 'gross'
  | 'work'
  | 'limit'
  | 'retained'
  | 'released'
  | 'kept'
  | 'recovered'
  | 'advance'
  | 'payable'
  | 'due_before'
  | 'due'
>;

const money = (cents: bigint): string => fixed(cents, SCALE.money);

export function sheetFigures(basis: CertificateBasis): { readonly figures: SheetFigures; readonly standing: Standing } {
  const { terms, contract, before, toDate, standing, releases, paysAdvance, isAdvancePaidApart } = basis;
  const [work, whole] = [worthOf(toDate), worthOf(contract)];
  const hasPaidAdvance = standing.hasPaidAdvance || paysAdvance;
  const released = standing.released + releases;
  const certificate = certificateOf({
    terms,
    work,
    contract: whole,
    released,
    advancePaid: hasPaidAdvance ? 'by certificate' : isAdvancePaidApart ? 'apart' : 'not yet',
    dueBefore: standing.due,
    taxRates: basis.taxes.map(({ percent_total: rate }) => (rate === null ? null : exact(rate, SCALE.percent))),
  });
  const limit = retentionLimit(terms, whole);
  const four = (pick: (summary: Summarised) => bigint) => {
    const [all, then, now] = [pick(contract), pick(before), pick(toDate)];
    return { contract: money(all), before: money(then), to_date: money(now), now: money(now - then) };
  };
  const at = (parts: readonly Sums[], index: number) => parts[index]?.total ?? 0n;
  const figures: SheetFigures = {
    lists: basis.lists.map(({ id, title }, index) => ({ id, title, ...four(({ lists }) => at(lists, index)) })),
    additional: basis.additional.map(({ name, percent_total }, index) => ({
      name,
      percent_total,
      ...four(({ additional }) => at(additional, index)),
    })),
    net: four(({ total }) => total.total),
    taxes: basis.taxes.map(({ name, percent_total }, index) => ({
      name,
      percent_total,
      ...four(({ taxes }) => at(taxes, index)),
      payable: money(certificate.taxes[index] ?? 0n),
      payable_before: money(standing.taxes[index] ?? 0n),
    })),
    gross: four(({ totalWithTaxes }) => totalWithTaxes.total),
    work: money(figureOf(terms, work)),
    limit: limit === null ? null : money(limit),
    retained: money(certificate.retained),
    released: money(released),
    kept: money(certificate.kept),
    recovered: money(certificate.recovered),
    advance: money(certificate.advance),
    payable: money(certificate.payable),
    due_before: money(standing.due),
    due: money(certificate.due),
  };
  return { figures, standing: { due: certificate.payable, released, hasPaidAdvance, taxes: certificate.taxes } };
}

/** Terms as they travel, read. */
export function termsOf({ base, retention, advance, taxes }: TermsFields): Terms {
  const percent = (text: string) => exact(text, SCALE.percent);
  return {
    base,
    retention: retention && {
      rate: percent(retention.rate),
      limit: retention.limit && {
        form: retention.limit.form,
        value: retention.limit.form === 'amount' ? exact(retention.limit.value, SCALE.money) : percent(retention.limit.value),
      },
    },
    advance: advance && { amount: exact(advance.amount, SCALE.money), rate: percent(advance.rate), threshold: percent(advance.threshold) },
    taxes,
  };
}
/** Terms in the one form in which they are kept: money with 2 decimals, percents as short as they are. */
export function keptTerms(given: TermsFields): TermsFields {
  const { retention, advance, ...terms } = termsOf(given);
  const percent = (value: bigint) => shortest(value, SCALE.percent);
  return {
    ...terms,
    retention: retention && {
      rate: percent(retention.rate),
      limit: retention.limit && {
        form: retention.limit.form,
        value: retention.limit.form === 'amount' ? money(retention.limit.value) : percent(retention.limit.value),
      },
    },
    advance: advance && {
      amount: money(advance.amount),
      rate: percent(advance.rate),
      threshold: percent(advance.threshold),
      paid_on: given.advance?.paid_on ?? null,
    },
  };
}
export const NO_TERMS_SAID: TermsFields = { base: 'net', retention: null, advance: null, taxes: 'on work' };

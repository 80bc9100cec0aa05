/**
 * The payment sheet of a certificate with all its figures as they are sent (docs/domain.md, Certificates). Made once, for the server that
 * freezes it.
 */
import type { Sums } from './amounts.ts';
import type { CertificateSheet, TermsFields } from './api/certificateShapes.ts';
import { certificateOf, figureOf, retentionLimit, type Worth, worthOf } from './certificate.ts';
import {
  type CertifiedWork,
  type ContractTax,
  certifiedWork,
  contractTaxes,
  type NamedLine,
  type OfVersion,
  type SettledWork,
} from './contractWork.ts';
import { cents, exact, fromCents, SCALE, shortest, sumOf } from './decimal.ts';
import type { summarise } from './summary.ts';
import type { Terms } from './terms.ts';

/** S(X) of a version by list and in total. */
export type Summarised = ReturnType<typeof summarise> & { readonly lists: readonly Sums[] };

/** The totals of the certificates issued so far. */
export interface IssuedSoFar {
  /** In cents, like every amount here. */
  readonly due: bigint;
  readonly released: bigint;
  /** Whether one of them has paid the advance. */
  readonly hasPaidAdvance: boolean;
  /** The certified work; null before the first certificate. */
  readonly work: CertifiedWork | null;
}
export const NOTHING_ISSUED: IssuedSoFar = { due: 0n, released: 0n, hasPaidAdvance: false, work: null };

/** A version of a contract as certificates need it. */
export interface CertifiedVersion {
  readonly version: OfVersion;
  readonly lists: readonly { readonly id: number; readonly title: string }[];
  readonly additional: readonly NamedLine[];
  readonly taxes: readonly NamedLine[];
  /** S(q + Σe). */
  readonly contract: Summarised;
  /** S(q), and the rows with approved extras; null where there are none. */
  readonly extras: { readonly original: Summarised; readonly rows: number } | null;
  /** The work settled by each earlier version, oldest first; null where this version carried nothing. */
  readonly settled: readonly SettledWork[] | null;
}
/** The input that a certificate is computed from. */
interface CertificateBasis {
  readonly of: CertifiedVersion;
  readonly terms: Terms;
  /** S(X) at the version's prices up to the certificate before, and up to this one. */
  readonly before: Summarised;
  readonly toDate: Summarised;
  /** Whether it certifies work: a release and an advance leave the certified work unchanged. */
  readonly certifies: boolean;
  readonly issuedSoFar: IssuedSoFar;
  /** The retention that this certificate releases, and whether it pays the advance. */
  readonly releases: bigint;
  readonly paysAdvance: boolean;
  /** Whether the advance was paid apart by the certificate's day. */
  readonly isAdvancePaidApart: boolean;
}

/** The figures of a sheet. Who issued it, when and for what is added where it is stored. */
export type SheetFigures = Pick<
  CertificateSheet,
  | 'version'
  | 'lists'
  | 'additional'
  | 'carried'
  | 'revaluation'
  | 'original'
  | 'extras'
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

const fourOf = (contract: bigint, before: bigint, toDate: bigint) => ({
  contract: fromCents(contract),
  before: fromCents(before),
  to_date: fromCents(toDate),
  now: fromCents(toDate - before),
});

/**
 * Work over all versions of the contract: the whole contract, the certified work, that work at this version's prices, and the work to date.
 */
interface Works {
  readonly contract: Worth;
  readonly before: Worth;
  readonly carried: Worth;
  readonly toDate: Worth;
}

function worksOf({ of, before, toDate, certifies, issuedSoFar }: CertificateBasis, taxes: readonly ContractTax[]): Works {
  const settled = of.settled ?? [];
  const whole = (summary: Summarised): Worth => {
    const own = worthOf(summary);
    return {
      net: own.net + sumOf(settled.map(({ net }) => net)),
      taxes: taxes.map(({ at, settled: part }) => (at === null ? 0n : (own.taxes[at] ?? 0n)) + part),
      gross: own.gross + sumOf(settled.map(({ gross }) => gross)),
    };
  };
  const carried = whole(before);
  const { work } = issuedSoFar;
  const certified = work === null ? carried : { net: work.net, gross: work.gross, taxes: taxes.map((tax) => tax.certified?.work ?? 0n) };
  return { contract: whole(of.contract), before: certified, carried, toDate: certifies ? whole(toDate) : certified };
}

/** The rate of each tax on the payment, taken from the version whose work is certified. */
function ratesOf({ certifies, issuedSoFar }: CertificateBasis, taxes: readonly ContractTax[]): (bigint | null)[] {
  return taxes.map(({ at, percent_total, certified }) => {
    if (!certifies && issuedSoFar.work !== null) return certified === null ? 0n : certified.rate;
    if (at === null) return 0n;
    return percent_total === null ? null : exact(percent_total, SCALE.percent);
  });
}

/** The change of value by carrying since the last certificate; undefined where nothing changed or no certificate exists. */
function revaluationOf({ issuedSoFar, certifies }: CertificateBasis, { before, carried }: Works): CertificateSheet['revaluation'] {
  const moved = [carried.net - before.net, carried.gross - before.gross, ...carried.taxes.map((tax, at) => tax - (before.taxes[at] ?? 0n))];
  if (issuedSoFar.work === null || moved.every((amount) => amount === 0n)) return undefined;
  const [net = 0n, gross = 0n] = moved;
  const { id, number } = issuedSoFar.work.version;
  const part = (amount: bigint) => fourOf(0n, -amount, certifies ? 0n : -amount);
  return { from: { id, number }, ...part(net), gross: part(gross) };
}

function extrasOf({ of: { contract, extras } }: CertificateBasis): Pick<SheetFigures, 'original' | 'extras'> {
  if (extras === null) return {};
  const { original, rows } = extras;
  const [net, gross] = [original.total.total, original.totalWithTaxes.total];
  return {
    original: { net: fromCents(net), gross: fromCents(gross) },
    extras: { rows, net: fromCents(contract.total.total - net), gross: fromCents(contract.totalWithTaxes.total - gross) },
  };
}

/** The lines of the version itself, and the sums that earlier versions settled. */
function ownLines({ of, before, toDate }: CertificateBasis): Pick<SheetFigures, 'lists' | 'additional' | 'carried'> {
  const four = (pick: (summary: Summarised) => Sums | undefined) => {
    const at = (summary: Summarised) => pick(summary)?.total ?? 0n;
    return fourOf(at(of.contract), at(before), at(toDate));
  };
  return {
    lists: of.lists.map(({ id, title }, at) => ({ id, title, ...four(({ lists }) => lists[at]) })),
    additional: of.additional.map(({ name, percent_total }, at) => ({ name, percent_total, ...four(({ additional }) => additional[at]) })),
    ...(of.settled !== null && {
      carried: of.settled.map(({ from, net, gross, taxes }) => ({
        from,
        ...fourOf(net, net, net),
        gross: fromCents(gross),
        taxes: taxes.map(({ amount, ...tax }) => ({ ...tax, amount: fromCents(amount) })),
      })),
    }),
  };
}

type SheetTax = SheetFigures['taxes'][number];
const isNothing = ({ contract, before, to_date, payable, payable_before }: SheetTax) =>
  [contract, before, to_date, payable, payable_before].every((amount) => cents(amount) === 0n);

function taxFigures(
  taxes: readonly ContractTax[],
  { contract, before, carried, toDate }: Works,
  rates: readonly (bigint | null)[],
  payable: readonly bigint[],
): SheetTax[] {
  return taxes.flatMap(({ name, percent_total, at: own, settled, certified }, at) => {
    const part = (worth: Worth) => worth.taxes[at] ?? 0n;
    const moved = part(carried) - part(before);
    const rate = rates[at] ?? null;
    const isUsual = rate === (percent_total === null ? null : exact(percent_total, SCALE.percent));
    const tax: SheetTax = {
      name,
      percent_total,
      ...fourOf(part(contract), part(before), part(toDate)),
      payable: fromCents(payable[at] ?? 0n),
      payable_before: fromCents(certified?.payable ?? 0n),
      ...(settled !== 0n && { settled: fromCents(settled) }),
      ...(moved !== 0n && { revaluation: fromCents(moved) }),
      ...(!isUsual && { rate: shortest(rate ?? 0n, SCALE.percent) }),
    };
    return own === null && isNothing(tax) ? [] : [tax];
  });
}

export function sheetFigures(basis: CertificateBasis): { readonly figures: SheetFigures; readonly issuedSoFar: IssuedSoFar } {
  const { of, terms, issuedSoFar, releases, paysAdvance, isAdvancePaidApart } = basis;
  const taxes = contractTaxes(of.taxes, of.settled ?? [], issuedSoFar.work);
  const works = worksOf(basis, taxes);
  const rates = ratesOf(basis, taxes);
  const hasPaidAdvance = issuedSoFar.hasPaidAdvance || paysAdvance;
  const released = issuedSoFar.released + releases;
  const certificate = certificateOf({
    terms,
    work: works.toDate,
    contract: works.contract,
    released,
    advancePaid: hasPaidAdvance ? 'by certificate' : isAdvancePaidApart ? 'apart' : 'not yet',
    dueBefore: issuedSoFar.due,
    taxRates: rates,
  });
  const limit = retentionLimit(terms, works.contract);
  const revaluation = revaluationOf(basis, works);
  const figures: SheetFigures = {
    version: of.version,
    ...ownLines(basis),
    ...(revaluation !== undefined && { revaluation }),
    ...extrasOf(basis),
    net: fourOf(works.contract.net, works.before.net, works.toDate.net),
    taxes: taxFigures(taxes, works, rates, certificate.taxes),
    gross: fourOf(works.contract.gross, works.before.gross, works.toDate.gross),
    work: fromCents(figureOf(terms, works.toDate)),
    limit: limit === null ? null : fromCents(limit),
    retained: fromCents(certificate.retained),
    released: fromCents(released),
    kept: fromCents(certificate.kept),
    recovered: fromCents(certificate.recovered),
    advance: fromCents(certificate.advance),
    payable: fromCents(certificate.payable),
    due_before: fromCents(issuedSoFar.due),
    due: fromCents(certificate.due),
  };
  return { figures, issuedSoFar: { due: certificate.payable, released, hasPaidAdvance, work: certifiedWork(figures) } };
}

/** Parses terms from the form in which they are sent. */
export function termsOf({ base, retention, advance, taxes }: TermsFields): Terms {
  const percent = (text: string) => exact(text, SCALE.percent);
  return {
    base,
    retention: retention && {
      rate: percent(retention.rate),
      limit: retention.limit && {
        form: retention.limit.form,
        value: retention.limit.form === 'amount' ? cents(retention.limit.value) : percent(retention.limit.value),
      },
    },
    advance: advance && { amount: cents(advance.amount), rate: percent(advance.rate), threshold: percent(advance.threshold) },
    taxes,
  };
}
/** Terms in the one form in which they are stored: money with 2 decimals, percents without trailing zeros. */
export function keptTerms(given: TermsFields): TermsFields {
  const { retention, advance, ...terms } = termsOf(given);
  const percent = (value: bigint) => shortest(value, SCALE.percent);
  return {
    ...terms,
    retention: retention && {
      rate: percent(retention.rate),
      limit: retention.limit && {
        form: retention.limit.form,
        value: retention.limit.form === 'amount' ? fromCents(retention.limit.value) : percent(retention.limit.value),
      },
    },
    advance: advance && {
      amount: fromCents(advance.amount),
      rate: percent(advance.rate),
      threshold: percent(advance.threshold),
      paid_on: given.advance?.paid_on ?? null,
    },
  };
}
/** The terms of a project in which none were agreed: all work done is due, with taxes. */
export const NO_TERMS_FIELDS: TermsFields = { base: 'net', retention: null, advance: null, taxes: 'on work' };

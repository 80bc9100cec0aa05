/**
 * Work of a contract across its versions, as certificates count it: the sums that earlier versions settled, and the certified work
 * (docs/domain.md, Carried).
 */
import type { CertificateSheet } from './api/certificateShapes.ts';
import type { CarriedFigures } from './carry.ts';
import { cents, exact, fromCents, SCALE } from './decimal.ts';

type Tax = CertificateSheet['taxes'][number];
/** The fields by which a percent line is recognised in another version. */
export type NamedLine = Pick<Tax, 'name' | 'percent_total'>;
export type OfVersion = CertificateSheet['version'];

const percentIn = (text: string | null): bigint | null => (text === null ? null : exact(text, SCALE.percent));

/** Keys that identify the lines of a version and match them in another one: by name and percent, the n-th of equal lines as the n-th. */
export function lineKeys(lines: readonly NamedLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ name, percent_total }) => {
    const key = `${percentIn(percent_total) ?? 'by component'} ${name}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return `${nth} ${key}`;
  });
}
const byKey = <T extends NamedLine>(lines: readonly T[]): Map<string, T> => {
  const keys = lineKeys(lines);
  return new Map(lines.map((line, at) => [keys[at] ?? '', line]));
};

/** The work a version settled when the next one carried the rest: fixed money, in cents. */
export interface SettledWork {
  readonly from: OfVersion;
  readonly net: bigint;
  readonly gross: bigint;
  readonly taxes: readonly (NamedLine & { readonly amount: bigint })[];
}
export const settledWork = (from: OfVersion, { settled, lines }: Pick<CarriedFigures, 'settled' | 'lines'>): SettledWork => ({
  from: { id: from.id, number: from.number },
  net: cents(settled.net.total),
  gross: cents(settled.gross.total),
  taxes: lines.taxes.map(({ name, percent_total, total }) => ({ name, percent_total, amount: cents(total) })),
});

interface CertifiedTax extends NamedLine {
  /** The percent it takes of a payment, scale 4; null for a tax by component. */
  readonly rate: bigint | null;
  readonly work: bigint;
  readonly payable: bigint;
}
/** The certified work, in cents, as of the last certificate. */
export interface CertifiedWork {
  /** The version whose prices it is at. */
  readonly version: OfVersion;
  readonly net: bigint;
  readonly gross: bigint;
  readonly taxes: readonly CertifiedTax[];
}

/** The percent that a tax of a sheet takes of a payment, scale 4; null for one by component. */
export const rateOf = ({ rate, percent_total }: Pick<Tax, 'rate' | 'percent_total'>): bigint | null => percentIn(rate ?? percent_total);

/** The certified work after a sheet. */
export const certifiedWork = ({
  version,
  revaluation,
  net,
  gross,
  taxes,
}: Pick<CertificateSheet, 'version' | 'revaluation' | 'net' | 'gross' | 'taxes'>): CertifiedWork => ({
  // A release before the first act after carrying leaves the value where it was.
  version: revaluation !== undefined && isPending(revaluation) ? revaluation.from : version,
  net: cents(net.to_date),
  gross: cents(gross.to_date),
  taxes: taxes.map((tax) => ({
    name: tax.name,
    percent_total: tax.percent_total,
    rate: rateOf(tax),
    work: cents(tax.to_date),
    payable: cents(tax.payable),
  })),
});

/** Whether the change of value is not certified yet: the next certificate of an act includes it. */
export const isPending = ({ to_date, gross }: NonNullable<CertificateSheet['revaluation']>): boolean =>
  cents(to_date) !== 0n || cents(gross.to_date) !== 0n;

interface TaxPart {
  readonly of: 'settled' | 'revaluation';
  readonly figures: CertificateSheet['net'];
}
/** The parts of a tax that are not its percent of the version's own work, in every column. */
export function taxParts({ settled, revaluation }: Tax, moved: CertificateSheet['revaluation']): TaxPart[] {
  const parts: TaxPart[] = [];
  if (settled !== undefined) parts.push({ of: 'settled', figures: { contract: settled, before: settled, to_date: settled, now: '0.00' } });
  if (revaluation !== undefined) {
    const before = negated(revaluation);
    const isLater = moved !== undefined && isPending(moved);
    const figures = isLater ? { before, to_date: before, now: '0.00' } : { before, to_date: '0.00', now: revaluation };
    parts.push({ of: 'revaluation', figures: { contract: '0.00', ...figures } });
  }
  return parts;
}
const negated = (amount: string): string => fromCents(-cents(amount));

/** A tax of the contract: of the version, or only of earlier ones. */
export interface ContractTax extends NamedLine {
  /** Its index among the version's taxes; null for one that only earlier versions have. */
  readonly at: number | null;
  readonly settled: bigint;
  readonly certified: CertifiedTax | null;
}

/** The taxes of a version in their order, then the taxes that only settled or previously certified work has. */
export function contractTaxes(own: readonly NamedLine[], settled: readonly SettledWork[], certified: CertifiedWork | null): ContractTax[] {
  const before = byKey(certified?.taxes ?? []);
  const fixedMoney = settled.map(({ taxes }) => byKey(taxes));
  const named = byKey(own);
  const keys = new Set([...named.keys(), ...fixedMoney.flatMap((taxes) => [...taxes.keys()]), ...before.keys()]);
  return [...keys].flatMap((key): ContractTax[] => {
    const line = named.get(key) ?? fixedMoney.find((taxes) => taxes.has(key))?.get(key) ?? before.get(key);
    if (line === undefined) return [];
    const at = [...named.keys()].indexOf(key);
    return [
      {
        name: line.name,
        percent_total: line.percent_total,
        at: at < 0 ? null : at,
        settled: fixedMoney.reduce((sum, taxes) => sum + (taxes.get(key)?.amount ?? 0n), 0n),
        certified: before.get(key) ?? null,
      },
    ];
  });
}

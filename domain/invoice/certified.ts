/** The amounts, in cents, that a certificate adds to the one before it in its contract. The invoice is made from them. */

import type { CertificateSheet } from '../api/certificateShapes.ts';
import { isPending, lineKeys, rateOf } from '../contractWork.ts';
import { cents, exact, SCALE, sumOf } from '../decimal.ts';
import type { Terms } from '../terms.ts';

/** An amount of this certificate alone: to date less before. */
export interface Named {
  readonly name: string;
  readonly now: bigint;
}
/** A tax in force; `percent` is null for one that is no plain percent of the total. */
interface InForce {
  readonly name: string;
  readonly percent: bigint | null;
}
/** Retention kept, advance recovered and advance paid, each to date. */
interface Withheld {
  readonly kept: bigint;
  readonly recovered: bigint;
  readonly advance: bigint;
}
/** Work that was certified at the prices of one version and has other prices in another. */
interface Revalued {
  readonly from: number;
  readonly into: number;
  /** Its value as certified, and in the version, without taxes and without settled work. */
  readonly was: bigint;
  readonly is: bigint;
  /** The sums that versions in between settled, with their taxes; nothing was certified under those versions. */
  readonly between: readonly { readonly version: number; readonly amount: bigint; readonly taxes: readonly InForce[] }[];
}
export interface Certified {
  readonly kind: 'act' | 'release' | 'advance';
  readonly number: string;
  readonly date: string;
  readonly currency: string;
  readonly taxesDue: Terms['taxes'];
  readonly lists: readonly Named[];
  readonly additional: readonly Named[];
  readonly taxes: readonly InForce[];
  readonly toDate: Withheld;
  /** The figures of the certificate before. */
  readonly before: Withheld & { readonly taxes: readonly InForce[] };
  /** Null where no other version changed an amount. */
  readonly revalued: Revalued | null;
  /** The number of versions of the contract before this one: their taxes were rounded separately. */
  readonly versionsBefore: number;
  readonly due: bigint;
}

const nothing: Certified['before'] = { kept: 0n, recovered: 0n, advance: 0n, taxes: [] };

type Sheet = CertificateSheet;
/** A tax of another version counts only if it is charged on payments. */
const taxesInForce = ({ taxes }: Pick<Sheet, 'taxes'>): InForce[] =>
  taxes.flatMap((tax) => (tax.rate !== undefined && rateOf(tax) === 0n ? [] : [{ name: tax.name, percent: rateOf(tax) }]));
const withheldOf = ({ kept, recovered, advance }: Pick<Sheet, 'kept' | 'recovered' | 'advance'>): Withheld => ({
  kept: cents(kept),
  recovered: cents(recovered),
  advance: cents(advance),
});

/** The parts of a sheet that the next certificate's invoice needs. */
export type SheetBefore = Pick<Sheet, 'kept' | 'recovered' | 'advance' | 'taxes'>;

function revaluedOf({ revaluation, version, carried = [], lists, additional, net }: Sheet, isTaxedOtherwise: boolean): Revalued | null {
  const from = revaluation?.from.number ?? carried.at(-1)?.from.number;
  if (from === undefined || (revaluation === undefined ? !isTaxedOtherwise : isPending(revaluation))) return null;
  const first = carried.findIndex((line) => line.from.number === from) + 1;
  const settled = sumOf(carried.slice(0, first).map((line) => cents(line.before)));
  const is = sumOf([...lists, ...additional].map((line) => cents(line.before)));
  const between = carried.slice(first).map((line) => ({
    version: line.from.number,
    amount: cents(line.before),
    taxes: line.taxes.map(({ name, percent_total }) => ({
      name,
      percent: percent_total === null ? null : exact(percent_total, SCALE.percent),
    })),
  }));
  return { from, into: version.number, was: cents(net.before) - settled, is, between };
}

/** `before` is the sheet of the previous certificate in its contract, null for the first one. */
export function certifiedOf(sheet: Sheet, before: SheetBefore | null, currency: string): Certified {
  const now = (named: { readonly name: string; readonly now: string }) => ({ name: named.name, now: cents(named.now) });
  const taxes = taxesInForce(sheet);
  const earlier = before === null ? nothing : { ...withheldOf(before), taxes: taxesInForce(before) };
  return {
    kind: sheet.kind,
    number: sheet.number,
    date: sheet.date ?? '',
    currency,
    taxesDue: sheet.terms.taxes,
    lists: sheet.lists.map(({ title, now: amount }) => ({ name: title, now: cents(amount) })),
    additional: sheet.additional.map(now),
    taxes,
    toDate: withheldOf(sheet),
    before: earlier,
    revalued: revaluedOf(sheet, before !== null && keyOf(taxes) !== keyOf(earlier.taxes)),
    versionsBefore: sheet.carried?.length ?? 0,
    due: cents(sheet.due),
  };
}
const keyOf = (taxes: readonly InForce[]): string =>
  lineKeys(taxes.map(({ name, percent }) => ({ name, percent_total: percent === null ? null : String(percent) }))).join();

/** Contracts of one to three versions with acts, extras, releases and an advance, generated, and their certificates. */
import fc from 'fast-check';
import { type Amounts, addUp, rowSums, toAmounts } from '../../domain/amounts.ts';
import type { CertificateSheet, TermsFields } from '../../domain/api/certificateShapes.ts';
import { type CarriedRow, carriedValue, carry, type DoneRow, toValuedAmounts } from '../../domain/carry.ts';
import {
  type CertifiedVersion,
  type IssuedSoFar,
  NOTHING_ISSUED,
  type Summarised,
  sheetFigures,
  termsOf,
} from '../../domain/certificateSheet.ts';
import { type SettledWork, settledWork } from '../../domain/contractWork.ts';
import { exact, fixed, SCALE, shortest } from '../../domain/decimal.ts';
import { type Percents, summarise } from '../../domain/summary.ts';

const percent = (text: string) => exact(text, SCALE.percent);
export const cents = (text: string) => exact(text, SCALE.money);
const rate = fc.bigInt({ min: 0n, max: percent('40') });
const rateText = rate.map((value) => shortest(value, SCALE.percent));
const moneyText = fc.bigInt({ min: 0n, max: 10n ** 8n }).map((value) => fixed(value, SCALE.money));
type NamedPercents = Percents & { readonly name: string };

const uniform = (name: string): fc.Arbitrary<NamedPercents> => rate.map((total) => ({ name, form: 'uniform', total }));
const byComponent = (name: string): fc.Arbitrary<NamedPercents> =>
  fc.record({ name: fc.constant(name), form: fc.constant('by component' as const), labour: rate, materials: rate, tools: rate });
const line = (name: string) => fc.oneof({ weight: 3, arbitrary: uniform(name) }, { weight: 1, arbitrary: byComponent(name) });
const terms: fc.Arbitrary<TermsFields> = fc.record({
  base: fc.constantFrom('net', 'gross'),
  retention: fc.option(
    fc.record({
      rate: rateText,
      limit: fc.option(
        fc.oneof(
          fc.record({ form: fc.constant('amount' as const), value: moneyText }),
          fc.record({ form: fc.constant('percent' as const), value: rateText }),
        ),
      ),
    }),
  ),
  advance: fc.option(
    fc.record({
      amount: fc.bigInt({ min: 0n, max: 10n ** 5n }).map((value) => fixed(value, SCALE.money)),
      rate: rateText,
      threshold: rateText,
      paid_on: fc.constant(null),
    }),
  ),
  taxes: fc.constantFrom('on work', 'on payment'),
});
const price = fc.bigInt({ min: 0n, max: 10n ** 8n });
const prices = fc.record({ labour: price, materials: price, tools: price });
const quantity = fc.bigInt({ min: -(10n ** 7n), max: 10n ** 8n });
const part = fc.integer({ min: 0, max: 1_000 });
/** The change of a row from one version to the next. */
const change = fc.record({
  what: fc.constantFrom('stays', 'stays', 'stays', 'repriced', 'resized', 'gone', 'renamed'),
  prices,
  quantity,
});
const versionWith = (taxes: fc.Arbitrary<'none' | 'another' | 'more'>, tax: fc.Arbitrary<NamedPercents>) =>
  fc.record({
    changes: fc.array(change, { minLength: 4, maxLength: 4 }),
    /** Whether the version equals the previous one. */
    isSame: fc.boolean(),
    added: fc.option(fc.record({ quantity, prices })),
    taxes: fc.option(taxes),
    tax,
    vat: rate,
    /** Thousandths by which extras widen rows; null for no extras. */
    extras: fc.option(fc.array(fc.integer({ min: -300, max: 500 }), { minLength: 4, maxLength: 4 })),
    /** None: a version that was carried on before any work was done in it, which cannot be the first or the last. */
    acts: fc.array(fc.array(part, { minLength: 4, maxLength: 4 }), { maxLength: 2 }),
    released: fc.array(fc.option(part), { minLength: 2, maxLength: 2 }),
    /** Whether a release is made after the next version has carried and before its first act. */
    releasesAfterCarrying: fc.boolean(),
  });
const rows = fc.array(fc.record({ quantity, prices }), { minLength: 1, maxLength: 2 });
/** A contract that can be invoiced has one VAT as a plain percent, or none. */
const contractOf = (taxes: fc.Arbitrary<readonly NamedPercents[]>, version: ReturnType<typeof versionWith>, mostTerms: number) =>
  fc.record({
    lists: fc.array(rows, { minLength: 1, maxLength: 2 }),
    additional: fc.tuple(fc.option(line('Profit')), fc.option(line('Levy'))).map((lines) => lines.filter((each) => each !== null)),
    taxes,
    terms: fc.array(terms, { minLength: 1, maxLength: mostTerms }),
    versions: fc.array(version, { minLength: 1, maxLength: 3 }),
  });
export const contracts = contractOf(
  fc.tuple(fc.option(line('VAT')), fc.option(line('Levy'))).map((taxes) => taxes.filter((each) => each !== null)),
  versionWith(fc.constantFrom('none', 'another', 'more'), line('New tax')),
  2,
);
export const invoicedContracts = contractOf(
  fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 4, arbitrary: fc.tuple(uniform('VAT')) }),
  versionWith(fc.constantFrom('none', 'another'), uniform('VAT')),
  // An e-invoice cannot express terms that change the way taxes are computed.
  1,
);
export type Contract = typeof contracts extends fc.Arbitrary<infer T> ? T : never;
type Version = Contract['versions'][number];

interface Row extends DoneRow {
  readonly list: number;
  /** Approved extras. */
  readonly extra: bigint;
}
type Line = NamedPercents;
const namedLine = (given: Line) => ({
  name: given.name,
  percent_total: given.form === 'uniform' ? shortest(given.total, SCALE.percent) : null,
});
const limitOf = ({ quantity: own, extra }: Row) => own + extra;

/** A certificate's sheet, and the facts it was made from. */
export interface Issued {
  readonly sheet: CertificateSheet;
  readonly of: CertifiedVersion;
  readonly issuedSoFar: IssuedSoFar;
  /** The sheet of an empty act made directly after this one. */
  readonly idle: () => CertificateSheet;
  /** For the first certificate of a version that carried: whether the version is a plain copy, and the amount of an act without new work. */
  readonly carrying: { readonly isSame: boolean; readonly idle: () => CertificateSheet } | null;
}

/** The way a certificate is made; the server's way is compared with this one. */
class Ledger {
  readonly issued: Issued[] = [];
  issuedSoFar: IssuedSoFar = NOTHING_ISSUED;

  make(
    of: CertifiedVersion,
    said: TermsFields,
    kind: CertificateSheet['kind'],
    work: { readonly before: Summarised; readonly toDate: Summarised },
    releases = 0n,
    issuedSoFar = this.issuedSoFar,
  ) {
    const { figures, issuedSoFar: then } = sheetFigures({
      ...{ of, terms: termsOf(said), ...work, certifies: kind === 'act', issuedSoFar, releases },
      ...{ paysAdvance: kind === 'advance', isAdvancePaidApart: false },
    });
    const number = String(this.issued.length + 1);
    const sheet: CertificateSheet = {
      ...{ id: this.issued.length + 1, kind, number, date: '2026-11-23', paid: null, blocked: null, issued: null },
      act: kind === 'act' ? { id: 1, number } : null,
      amount: kind === 'act' ? null : fixed(kind === 'release' ? releases : cents(said.advance?.amount ?? '0'), SCALE.money),
      ...{ project: { id: 1, name: 'Pine Yard' }, currency: '€', terms_id: 1, terms: said, is_latest: false, acts_after: 0 },
      ...figures,
    };
    return { sheet, issuedSoFar: then };
  }
  issue(
    of: CertifiedVersion,
    said: TermsFields,
    kind: CertificateSheet['kind'],
    work: { readonly before: Summarised; readonly toDate: Summarised },
    { releases = 0n, carrying = null }: { readonly releases?: bigint; readonly carrying?: Issued['carrying'] } = {},
  ): CertificateSheet {
    const { sheet, issuedSoFar } = this.make(of, said, kind, work, releases);
    this.issuedSoFar = issuedSoFar;
    const idle = () =>
      this.make(of, said, kind === 'act' ? 'act' : 'release', { before: work.toDate, toDate: work.toDate }, 0n, issuedSoFar).sheet;
    this.issued.push({ sheet, of, issuedSoFar, idle, carrying });
    return sheet;
  }
}

/** S of a version for a quantity of each of its rows. */
function valuer(version: readonly Row[], lists: number, additional: readonly Line[], taxes: readonly Line[]) {
  return (quantityOf: (row: Row) => bigint): Summarised => {
    const costs = Array.from({ length: lists }, (_, list) =>
      addUp(version.filter((row) => row.list === list).map((row) => rowSums(quantityOf(row), row.prices))),
    );
    return { ...summarise(costs, additional, taxes), lists: costs };
  };
}

function nextTaxes(taxes: readonly Line[], { isSame, taxes: become, tax, vat }: Version): readonly Line[] {
  if (isSame || become === null) return taxes;
  if (become === 'none') return [];
  if (become === 'another') return [{ name: 'VAT', form: 'uniform', total: vat }];
  return [tax, ...taxes];
}

function nextRows(version: readonly Row[], lists: number, { isSame, changes, added }: Version): CarriedRow[] {
  const kept = version.flatMap((row, at): CarriedRow[] => {
    const { id, list_title, code, name, unit, prices: own } = row;
    const { what, ...to } = changes[at % changes.length] ?? { what: 'stays' as const, prices: own, quantity: 0n };
    const copy = { id: id + 1_000, list_title, code, name, unit, quantity: limitOf(row), prices: own };
    if (isSame || what === 'stays') return [copy];
    if (what === 'gone') return [];
    if (what === 'repriced') return [{ ...copy, prices: to.prices }];
    return [what === 'resized' ? { ...copy, quantity: to.quantity } : { ...copy, name: `${name} new` }];
  });
  if (isSame || added === null) return kept;
  const more = { id: 900_000 + kept.length, list_title: `List ${lists - 1}`, code: '', name: 'More', unit: 'm2', ...added };
  return [...kept, more];
}

const listOf = ({ list_title }: { readonly list_title: string }) => Number(list_title.replace('List ', ''));
const namedSums = (lines: readonly Line[], sums: readonly Parameters<typeof toAmounts>[0][]) =>
  lines.map((each, at): Amounts & ReturnType<typeof namedLine> => ({
    ...namedLine(each),
    ...toAmounts(sums[at] ?? rowSums(0n, { labour: 0n, materials: 0n, tools: 0n })),
  }));

/** The certificates of one contract in their order, those of acts, releases and an advance, to the end: all done, released and recovered. */
export function issuedOf({ lists, additional, taxes: first, terms: agreed, versions }: Contract): Issued[] {
  const ledger = new Ledger();
  const said = (): TermsFields =>
    agreed[ledger.issued.length % agreed.length] ?? { base: 'net', retention: null, advance: null, taxes: 'on work' };
  let taxes: readonly Line[] = first;
  let own: Row[] = lists.flatMap((each, list) =>
    each.map((row, at) => ({
      ...{ ...row, id: list * 10 + at + 1, list, list_title: `List ${list}`, code: String(at), name: 'Row', unit: 'm2' },
      ...{ done: 0n, extra: 0n },
    })),
  );
  let settled: readonly SettledWork[] | null = null;
  const lastVersion = versions.at(-1);
  // Accumulated since the last certificate of an act.
  let isSame = true;
  for (const [at, version] of versions.entries()) {
    if (at > 0) {
      const older = { rows: own, additional, taxes };
      const newTaxes = nextTaxes(taxes, version);
      const newer = { rows: nextRows(own, lists.length, version), additional, taxes: newTaxes };
      const carried = carry(older, newer);
      const value = carriedValue(older, newer, carried);
      const figures = {
        settled: toValuedAmounts(value.settled),
        lines: { additional: namedSums(additional, value.settledLines.additional), taxes: namedSums(taxes, value.settledLines.taxes) },
      };
      settled = [...(settled ?? []), settledWork({ id: at, number: at }, figures)];
      const kept = new Map(carried.pairs.map(({ into, quantity: done }) => [into.id, done]));
      own = newer.rows.map((row) => ({ ...row, list: listOf(row), done: kept.get(row.id) ?? 0n, extra: 0n }));
      taxes = newTaxes;
      isSame = isSame && version.isSame;
    }
    const acts = version.acts.length > 0 || (at > 0 && version !== lastVersion) ? version.acts : [[500, 250, 125, 0, 1_000, 999]];
    // Extras never reach below what is done, nor past 0.
    const original = [...own];
    if (version.extras !== null)
      own = own.map((row, place) => {
        const wished = row.quantity + (row.quantity * BigInt(version.extras?.[place % 4] ?? 0)) / 1_000n;
        const limit = row.quantity < 0n ? (wished > row.done ? row.done : wished) : wished < row.done ? row.done : wished;
        return { ...row, extra: limit - row.quantity };
      });
    const value = valuer(own, lists.length, additional, taxes);
    const extras = own.filter(({ extra }) => extra !== 0n).length;
    const of: CertifiedVersion = {
      version: { id: at + 1, number: at + 1 },
      lists: lists.map((_, id) => ({ id, title: id === 1 ? '' : `List ${id}` })),
      ...{ additional: additional.map(namedLine), taxes: taxes.map(namedLine), contract: value(limitOf), settled },
      extras: extras === 0 ? null : { original: valuer(original, lists.length, additional, taxes)(({ quantity: q }) => q), rows: extras },
    };
    let before = value(({ done }) => done);
    const release = (share: number | null | undefined) => {
      const { kept } = ledger.issued.at(-1)?.sheet ?? { kept: '0' };
      const releases = (cents(kept) * BigInt(share ?? 0)) / 1_000n;
      // Less may be kept under the terms in force now.
      const most = cents(ledger.make(of, said(), 'release', { before, toDate: before }).sheet.kept);
      const amount = releases > most ? most : releases;
      if (amount > 0n) ledger.issue(of, said(), 'release', { before, toDate: before }, { releases: amount });
    };
    if (at === 0 && said().advance !== null) ledger.issue(of, said(), 'advance', { before, toDate: before });
    else if (at > 0 && versions[at - 1]?.releasesAfterCarrying) release(versions[at - 1]?.released[0]);
    for (const [place, parts] of acts.entries()) {
      own = own.map((row, which) => ({ ...row, done: (limitOf(row) * BigInt(parts[which % parts.length] ?? 0)) / 1_000n }));
      if (version === lastVersion && place === acts.length - 1) own = own.map((row) => ({ ...row, done: limitOf(row) }));
      const toDate = valuer(own, lists.length, additional, taxes)(({ done }) => done);
      // In its present state: later certificates change neither.
      const [terms, issuedSoFar, from] = [said(), ledger.issuedSoFar, before];
      const idle = () => ledger.make(of, terms, 'act', { before: from, toDate: from }, 0n, issuedSoFar).sheet;
      const carrying = at > 0 && place === 0 ? { isSame, idle } : null;
      ledger.issue(of, said(), 'act', { before, toDate }, { carrying });
      isSame = true;
      before = toDate;
      if (place > 0 || !version.releasesAfterCarrying) release(version.released[place]);
    }
    if (version === lastVersion) {
      const terms = said();
      const last = { ...terms, advance: terms.advance && { ...terms.advance, rate: '100', threshold: '0' } };
      const { sheet } = ledger.make(of, last, 'release', { before, toDate: before });
      ledger.issue(of, last, 'release', { before, toDate: before }, { releases: cents(sheet.kept) });
    }
  }
  return ledger.issued;
}

/** C1 to C4 and C7 over contracts of several versions: no money is lost or doubled, and nothing drifts, when a version carries on another's work. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import { certificateLines } from '../../domain/certificateLines.ts';
import { lineKeys, rateOf } from '../../domain/contractWork.ts';
import { fixed, SCALE } from '../../domain/decimal.ts';
import { cents, contracts, type Issued, issuedOf } from './contractChains.ts';

const COLUMNS = ['contract', 'before', 'to_date', 'now'] as const;
type Column = (typeof COLUMNS)[number];
const money = (amount: bigint) => fixed(amount, SCALE.money);
/** An expectation costs more than the arithmetic, and there are millions. */
function expectSame(given: string | bigint, due: string | bigint, about: unknown): void {
  if (given !== due) expect({ about, is: String(given) }).toEqual({ about, is: String(due) });
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

/** In every column lists, additional costs, settled work and the revaluation add up to the net, and taxes to the gross. */
function expectAddedUp({ lists, additional, carried = [], revaluation, net, taxes, gross, original, extras }: CertificateSheet): void {
  const zero = { contract: '0', before: '0', to_date: '0', now: '0', gross: undefined };
  const moved = revaluation ?? zero;
  for (const column of COLUMNS) {
    const lines = [...lists, ...additional, ...carried, moved].map((line) => cents(line[column]));
    expectSame(money(sum(lines)), net[column], column);
    expectSame(money(cents(net[column]) + sum(taxes.map((tax) => cents(tax[column])))), gross[column], column);
  }
  for (const figures of [...lists, ...additional, ...carried, moved, net, ...taxes, gross])
    expectSame(cents(figures.to_date) - cents(figures.before), cents(figures.now), figures);
  // Each tax has its part of the revaluation and of the settled work.
  if (revaluation !== undefined)
    expect(cents(revaluation.gross.before)).toBe(cents(revaluation.before) - sum(taxes.map((tax) => cents(tax.revaluation ?? '0'))));
  const settled = sum(carried.map((line) => cents(line.gross) - cents(line.to_date)));
  expectSame(sum(taxes.map((tax) => cents(tax.settled ?? '0'))), settled, 'settled');
  if (original !== undefined && extras !== undefined)
    for (const [of, whole] of [
      ['net', net],
      ['gross', gross],
    ] as const) {
      const fixedMoney = sum(carried.map((line) => cents(of === 'net' ? line.to_date : line.gross)));
      expectSame(cents(original[of]) + cents(extras[of]) + fixedMoney, cents(whole.contract), of);
    }
}

/** The figures "before" are those to date of the previous certificate: net, gross and each tax by its name and percent. */
function expectGoneOn(sheet: CertificateSheet, earlier: CertificateSheet | undefined): void {
  if (earlier === undefined) return;
  expectSame(sheet.net.before, earlier.net.to_date, 'net');
  expectSame(sheet.gross.before, earlier.gross.to_date, 'gross');
  const figures = ({ taxes }: CertificateSheet, work: Column, payable: 'payable' | 'payable_before') => {
    const keys = lineKeys(taxes);
    const all = taxes.map((tax, at) => [keys[at], tax[work], tax[payable]] as const);
    const counting = all.filter(([, done, paid]) => cents(done) !== 0n || cents(paid) !== 0n);
    return counting
      .map((of) => of.join(' '))
      .sort()
      .join();
  };
  expectSame(figures(sheet, 'before', 'payable_before'), figures(earlier, 'to_date', 'payable'), 'taxes');
}

/** The added lines give each sum, and in the end the amount due; their figures of the contract add up. */
function expectLined(sheet: CertificateSheet): void {
  const lines = certificateLines(sheet);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  let running = 0n;
  for (const { role, figure } of lines) {
    if (role === 'added') running += cents(figure);
    if (role === 'sum') expectSame(cents(figure), running, lines);
  }
  expect(money(running)).toBe(sheet.due);
  const at = lines.findIndex(({ key }) => key === 'contract');
  expect(sum(lines.slice(0, at).map(({ figure }) => cents(figure)))).toBe(cents(lines[at]?.figure ?? ''));
  // The arithmetic of an explanation "a + b = c" is right.
  for (const { explained } of lines)
    for (const [, first, operator, second, result] of explained.detail
      .replaceAll('\u00a0', '')
      .matchAll(/(?:^|; |before )(−?[\d.]+)[a-z ]*? ([+−]) (−?[\d.]+)[a-z ]*? = (−?[\d.]+)/g)) {
      const [a, b, c] = [first, second, result].map((text) => cents((text ?? '').replace('−', '-')));
      expectSame((a ?? 0n) + (operator === '+' ? 1n : -1n) * (b ?? 0n), c ?? 0n, explained.detail);
    }
}

const inForce = ({ taxes }: CertificateSheet) =>
  taxes.flatMap((tax) => (rateOf(tax) === 0n ? [] : [`${tax.name} ${tax.percent_total ?? 'by component'}`]));
/** Whether terms, taxes and the base of limits lead to the same amounts for unchanged work. */
function asksTheSame(one: CertificateSheet, { terms, net, gross, taxes }: CertificateSheet): boolean {
  const countsContract = terms.retention?.limit?.form === 'percent' || (terms.advance?.threshold ?? '0') !== '0';
  const isSameContract = one.net.contract === net.contract && one.gross.contract === gross.contract;
  const isTaxedAlike = inForce(one).join() === inForce({ taxes } as CertificateSheet).join();
  return one.terms === terms && isTaxedAlike && cents(net.to_date) !== 0n && (isSameContract || !countsContract);
}

const RUNS = 20_000;
const seen = {
  chains: 0,
  versions: 0,
  certificates: 0,
  carried: 0,
  revalued: 0,
  settled: 0,
  gone: 0,
  unmoved: 0,
  extras: 0,
  releases: 0,
  closed: 0,
};

/** Every tenth chain is checked thoroughly: its lines, and the certificate of an act without work after each certificate. */
function expectSound(issued: readonly Issued[], isThorough: boolean): void {
  let due = 0n;
  for (const [at, { sheet, idle, carrying }] of issued.entries()) {
    expectAddedUp(sheet);
    expectGoneOn(sheet, issued[at - 1]?.sheet);
    expectSame(sheet.due_before, money(due), 'due before');
    due += cents(sheet.due);
    expectSame(sheet.payable, money(due), 'payable');
    const [kept, recovered] = [cents(sheet.kept), cents(sheet.recovered)];
    const isWithin = kept >= 0n && recovered >= 0n && recovered <= cents(sheet.terms.advance?.amount ?? '0');
    if (!isWithin || (sheet.limit !== null && kept > cents(sheet.limit))) expect(sheet).toBeNull();
    // C1: right after it nothing is due, in every figure.
    if (isThorough) {
      const { due: more, net, gross, taxes, revaluation } = idle();
      const isNothing = [more, net.now, gross.now, ...taxes.map((tax) => tax.now)].every((amount) => cents(amount) === 0n);
      // The revaluation appears once: the next certificate has none.
      if (!isNothing || (sheet.kind === 'act' && revaluation !== undefined)) expect(idle()).toBeNull();
      expectLined(sheet);
    }
    if (sheet.kind !== 'act') expectSame(`${sheet.net.now} ${sheet.gross.now}`, '0.00 0.00', sheet);

    if (carrying !== null) {
      seen.carried += 1;
      if (sheet.revaluation !== undefined) seen.revalued += 1;
      if (carrying.isSame) expect(sheet.revaluation).toBeUndefined();
      // C1 across versions: settled rows and all, carrying alone is nothing due.
      const earlier = issued[at - 1]?.sheet;
      const next = carrying.idle();
      if (next.revaluation === undefined && earlier !== undefined && asksTheSame(earlier, next)) {
        expect(next.due).toBe('0.00');
        seen.unmoved += 1;
      }
    }
    if (sheet.carried?.some(({ to_date }) => cents(to_date) !== 0n)) seen.settled += 1;
    if (sheet.taxes.some((tax) => tax.rate !== undefined && rateOf(tax) === 0n)) seen.gone += 1;
    if (sheet.extras !== undefined) seen.extras += 1;
    if (sheet.kind === 'release') seen.releases += 1;
    seen.certificates += 1;
  }
}

// Some 13 s of work; others may share the processors.
const MOST_TIME = 240_000;
test(
  `C1 to C4 and C7: over ${RUNS} contracts of one to three versions every column adds up, what was certified stays certified, and all that was due is the contract`,
  () => {
    fc.assert(
      fc.property(contracts, (contract) => {
        const issued = issuedOf(contract);
        expectSound(issued, seen.chains % 10 === 0);
        // C2: all done, released, and the advance recovered.
        const last = issued.at(-1)?.sheet;
        if (last === undefined) throw new Error('Nothing was issued');
        expect([last.kept, last.net.to_date, last.gross.to_date]).toEqual(['0.00', last.net.contract, last.gross.contract]);
        if (cents(last.advance) === cents(last.recovered)) {
          expect(money(sum(issued.map(({ sheet }) => cents(sheet.due))))).toBe(last.gross.contract);
          seen.closed += 1;
        }
        seen.chains += 1;
        seen.versions += contract.versions.length;
      }),
      { numRuns: RUNS },
    );
    console.log('Chains of versions:', seen);
    expect(Math.min(seen.revalued, seen.settled, seen.gone, seen.unmoved, seen.extras, seen.releases)).toBeGreaterThan(RUNS / 20);
  },
  MOST_TIME,
);

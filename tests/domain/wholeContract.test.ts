import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUp, minus, rowSums, type Sums } from '../../domain/amounts.ts';
import { carriedValue, carry, type DoneRow } from '../../domain/carry.ts';
import { CAUSES, COLUMNS, CONTRACT_KINDS, type Figures, figuresOfThread, isOfKind } from '../../domain/contractFigures.ts';
import type { ContractLine, ContractRow, ContractVersion } from '../../domain/contractThreads.ts';
import { absolute, exact, fixed, SCALE } from '../../domain/decimal.ts';
import { recognisedBy } from '../../domain/sameRow.ts';
import { type Percents, summarise } from '../../domain/summary.ts';
import { wholeContract } from '../../domain/wholeContract.ts';

const quantity = (text: string) => exact(text, SCALE.quantity);
const price = (text: string) => exact(text, SCALE.unitPrice);
const shown = (figures: Figures) => Object.fromEntries(COLUMNS.map((column) => [column, fixed(figures[column], SCALE.money)]));

interface Given {
  readonly quantity: string;
  readonly price: string;
  readonly extra?: string;
  readonly carried?: string;
  readonly done?: string;
  readonly list?: string;
}
const row = (id: number, name: string, { list = 'Walls', ...given }: Given): ContractRow => ({
  id,
  list,
  key: recognisedBy({ list_title: list, code: '', name, unit: 'm2' }),
  quantity: quantity(given.quantity),
  extra: quantity(given.extra ?? '0'),
  prices: { labour: 0n, materials: price(given.price), tools: 0n },
  carried: quantity(given.carried ?? '0'),
  done: quantity(given.done ?? '0'),
});
const VAT: ContractLine = { name: 'VAT', percents: { form: 'uniform', total: exact('20', SCALE.percent) } };
const version = (rows: readonly ContractRow[], taxes = [VAT]): ContractVersion => ({
  lists: [...new Set(rows.map(({ list }) => list))],
  rows,
  additional: [],
  taxes,
});

test('a contract of one version has its original, its extras and what is done', () => {
  const { table } = wholeContract([version([row(1, 'Brick', { quantity: '100', price: '10', extra: '-20', done: '50' })])], []);
  expect(shown(table.totalWithTaxes)).toMatchObject({
    ...{ original: '1200.00', extras: '-240.00', now: '960.00', to_date: '600.00', left: '360.00', settled: '0.00' },
  });
  expect(table.counts).toMatchObject({ changed: 1, extras: 1, quantity: 0 });
});

test('each cause has its own amount: a change of quantity at the older price, a change of price at the newer quantity', () => {
  const { table, threads } = wholeContract(
    [
      version([row(1, 'Brick', { quantity: '100', price: '10', extra: '20', done: '50' }), row(2, 'Sand', { quantity: '10', price: '2' })]),
      version([
        row(3, 'brick ', { quantity: '150', price: '12', carried: '50', done: '60' }),
        row(4, 'Roof', { quantity: '1', price: '500' }),
      ]),
    ],
    [new Map()],
  );
  expect(threads.map((thread) => thread.map((each) => each?.id))).toEqual([
    [1, 3],
    [undefined, 4],
    [2, undefined],
  ]);
  expect(threads.map((thread) => shown(figuresOfThread(thread)))).toMatchObject([
    {
      original: '1000.00',
      extras: '200.00',
      quantity: '300.00',
      price: '300.00',
      now: '1800.00',
      to_date: '720.00',
      revaluation: '100.00',
    },
    { original: '0.00', added: '500.00', now: '500.00', left: '500.00' },
    { original: '20.00', gone: '-20.00', now: '0.00', left: '0.00' },
  ]);
  expect(shown(table.totalWithTaxes)).toMatchObject({ original: '1224.00', added: '600.00', gone: '-24.00', now: '2760.00' });
  expect(table.counts).toMatchObject({ changed: 3, quantity: 1, price: 1, added: 1, gone: 1, extras: 1, revalued: 1 });
});

test('a row paired by hand is shown in its latest list; removed lists come last', () => {
  const { threads, table } = wholeContract(
    [
      version([row(1, 'Brick', { quantity: '1', price: '1', list: 'Old' }), row(2, 'Sand', { quantity: '2', price: '1', list: 'Old' })]),
      version([row(3, 'Stone', { quantity: '1', price: '1', list: 'New' })]),
    ],
    [new Map([[1, 3]])],
  );
  expect(threads.map((thread) => thread.map((each) => each?.id))).toEqual([
    [1, 3],
    [2, undefined],
  ]);
  expect(table.lists.map(({ title, figures }) => [title, shown(figures).original, shown(figures).now])).toEqual([
    ['New', '1.00', '1.00'],
    ['Old', '2.00', '0.00'],
  ]);
});

test('a row counts as changed in quantity or in price only when that changed; an unchanged row counts as neither', () => {
  const versions = [
    ['1', '1'],
    ['2', '3'],
  ].map(([count = '', each = ''], at) =>
    version([
      row(10 * at + 1, 'Brick', { quantity: count, price: '10' }),
      row(10 * at + 2, 'Sand', { quantity: '10', price: each }),
      row(10 * at + 3, 'Roof', { quantity: '1', price: '500' }),
    ]),
  );
  const { kinds } = wholeContract(versions, [new Map()]);
  expect(Array.from(kinds, (of) => CONTRACT_KINDS.filter((kind) => isOfKind(of, kind)).toSorted())).toEqual([
    ['changed', 'quantity'],
    ['changed', 'price'],
    [],
  ]);
});

test('a changed tax rate counts as a change of price, an added or removed tax as new or gone; the total includes all of it', () => {
  const of = (name: string, percent: string): ContractLine => ({
    name,
    percents: { form: 'uniform', total: exact(percent, SCALE.percent) },
  });
  const rows = (id: number) => [row(id, 'Brick', { quantity: '100', price: '10' })];
  const { table } = wholeContract(
    [version(rows(1), [of('VAT', '20'), of('Levy', '1')]), version(rows(2), [of('Duty', '2'), of('VAT', '21')])],
    [new Map()],
  );
  expect(table.taxes.map(({ name, isGone, figures }) => [name, isGone, shown(figures)])).toMatchObject([
    ['Duty', false, { original: '0.00', added: '20.00', now: '20.00' }],
    ['VAT', false, { original: '200.00', price: '10.00', now: '210.00' }],
    ['Levy', true, { original: '10.00', gone: '-10.00', now: '0.00' }],
  ]);
  expect(shown(table.totalWithTaxes)).toMatchObject({
    original: '1210.00',
    price: '10.00',
    added: '20.00',
    gone: '-10.00',
    now: '1230.00',
  });
});

const RUNS = 12_000;
const someQuantity = fc.bigInt({ min: -(10n ** 8n), max: 10n ** 9n });
const component = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 9n }));
const prices = fc.record({ labour: component, materials: component, tools: component });
const rate = fc.bigInt({ min: -exact('10', SCALE.percent), max: exact('40', SCALE.percent) });
const percents: fc.Arbitrary<Percents> = fc.oneof(
  fc.record({ form: fc.constant('uniform' as const), total: rate }),
  fc.record({ form: fc.constant('by component' as const), labour: rate, materials: rate, tools: rate }),
);
const lines = fc.array(fc.record({ name: fc.constantFrom('Overheads', 'VAT', 'Levy'), percents }), { maxLength: 2 });
const change = fc.record({
  what: fc.constantFrom('stays', 'stays', 'renamed', 'moved', 'repriced', 'resized', 'both', 'gone', 'split'),
  prices,
  quantity: someQuantity,
  /** Of the row, in thousandths. */
  extra: fc.oneof(fc.constant(0), fc.integer({ min: -900, max: 900 })),
  done: fc.integer({ min: 0, max: 1_000 }),
  isPaired: fc.boolean(),
});
const newLines = fc.option(fc.record({ additional: lines, taxes: lines }), { freq: 3, nil: null });
const chains = fc.record({
  rows: fc.array(fc.record({ quantity: someQuantity, prices, name: fc.constantFrom('Brick', 'Sand', 'Roof') }), {
    minLength: 1,
    maxLength: 5,
  }),
  additional: lines,
  taxes: lines,
  versions: fc.array(fc.record({ changes: fc.array(change, { minLength: 4, maxLength: 4 }), lines: newLines, adds: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
});

type Row = ContractRow & { readonly name: string; readonly code: string };
const asCarried = ({ id, list, code, name, quantity: own, prices: at, done }: Row): DoneRow => ({
  ...{ id, list_title: list, code, name, unit: 'm2', quantity: own, prices: at, done },
});
const keyed = (given: Omit<Row, 'key'>): Row => ({
  ...given,
  key: recognisedBy({ list_title: given.list, code: given.code, name: given.name, unit: 'm2' }),
});
const nearer = (one: bigint, other: bigint) => (absolute(one) < absolute(other) ? one : other);
/** An extra and the quantity done, both drawn by a change. */
function worked(given: Row, { extra, done }: { readonly extra: number; readonly done: number }): Row {
  const widened = given.quantity + (given.quantity * BigInt(extra)) / 1_000n;
  // At least the quantity done.
  const limit = absolute(widened) < absolute(given.carried) ? given.carried : widened;
  const most = (limit * BigInt(done)) / 1_000n;
  return { ...given, extra: limit - given.quantity, done: nearer(most, given.carried) === most ? given.carried : most };
}

interface Chain {
  readonly versions: ContractVersion[];
  readonly byHand: Map<number, number>[];
  readonly settled: Sums[];
  readonly revaluation: Sums[];
}
/** A contract carried from version to version by domain/carry.ts, as a person would carry it. */
function grown({ rows, additional, taxes, versions: steps }: Parameters<Parameters<typeof chains.map>[0]>[0]): Chain {
  let lastId = 0;
  const newId = () => {
    lastId += 1;
    return lastId;
  };
  const nothing = { extra: 0n, carried: 0n, done: 0n };
  const made: Chain = { versions: [], byHand: [], settled: [], revaluation: [] };
  let own = rows.map((given, at) =>
    keyed({ ...given, ...nothing, id: newId(), list: at % 2 === 0 ? 'Walls' : 'Floors', code: String(at % 2) }),
  );
  let at = { additional, taxes };
  for (const { changes, lines: changed, adds } of steps) {
    const of = (index: number) => changes[index % changes.length] ?? changes[0];
    own = own.map((each, index) => worked(each, of(index) ?? { extra: 0, done: 0 }));
    made.versions.push({ lists: ['Walls', 'Floors'], rows: own, ...at });
    const byHand = new Map<number, number>();
    const next = own.flatMap((each, index): Row[] => {
      const to = of(index);
      if (to === undefined || to.what === 'gone') return [];
      // A copy takes the quantity with its extras.
      const copy = { ...each, ...nothing, id: newId(), quantity: each.quantity + each.extra };
      if (to.isPaired) byHand.set(each.id, copy.id);
      const now = keyed({
        ...copy,
        ...(to.what === 'renamed' && { name: `${copy.name} new` }),
        ...(to.what === 'moved' && { list: 'Roof' }),
        ...((to.what === 'repriced' || to.what === 'both') && { prices: to.prices }),
        ...((to.what === 'resized' || to.what === 'both') && { quantity: to.quantity }),
      });
      if (to.what !== 'split') return [now];
      const half = now.quantity / 2n;
      return [
        { ...now, quantity: half },
        { ...now, id: newId(), quantity: now.quantity - half },
      ];
    });
    const [first] = rows;
    if (adds && first) next.unshift(keyed({ ...first, ...nothing, id: newId(), name: 'New', list: 'Roof', code: '' }));
    const older = {
      rows: own.map(asCarried),
      additional: at.additional.map((line) => line.percents),
      taxes: at.taxes.map((line) => line.percents),
    };
    at = changed ?? at;
    const newer = {
      rows: next.map(asCarried),
      additional: at.additional.map((line) => line.percents),
      taxes: at.taxes.map((line) => line.percents),
    };
    const carrying = carry(older, newer, byHand);
    const { settled, revaluation } = carriedValue(older, newer, carrying);
    made.byHand.push(byHand);
    made.settled.push(settled.gross);
    made.revaluation.push(revaluation.gross);
    const kept = new Map(carrying.pairs.map(({ into, quantity: done }) => [into.id, done]));
    own = next.map((each) => ({ ...each, carried: kept.get(each.id) ?? 0n, done: kept.get(each.id) ?? 0n }));
  }
  own = own.map((each, index) => worked(each, steps[0]?.changes[index % 4] ?? { extra: 0, done: 0 }));
  made.versions.push({ lists: ['Walls', 'Floors'], rows: own, ...at });
  return made;
}

/** S of a version at these quantities, as docs/domain.md has it. */
function grossOf({ rows, additional, taxes }: ContractVersion, of: (row: ContractRow) => bigint): Sums {
  const costs = addUp(rows.map((each) => rowSums(of(each), each.prices)));
  return summarise(
    [costs],
    additional.map((line) => line.percents),
    taxes.map((line) => line.percents),
  ).totalWithTaxes;
}
const totalOf = (sums: readonly Sums[]) => addUp(sums).total;

/** Cheaper than `expect`, which would take most of the time. */
function same(one: bigint, other: bigint, what: string) {
  if (one !== other) throw new Error(`${what}: ${one} is not ${other}`);
}
const expectedNothing = Object.fromEntries(COLUMNS.map((column) => [column, 0n])) as Figures;
function expectClosed(figures: Figures) {
  same(
    CAUSES.reduce((sum, cause) => sum + figures[cause], figures.original + figures.extras),
    figures.now,
    'original + extras + causes = now',
  );
  same(figures.now + figures.settled, figures.to_date + figures.left, 'now + settled = to date + left');
}
const expectSum = (whole: Figures, parts: readonly Figures[]) => {
  for (const column of COLUMNS)
    same(
      whole[column],
      parts.reduce((sum, each) => sum + each[column], 0n),
      column,
    );
};

const seen = { chains: 0, versions: 0, rows: 0, byHand: 0, settled: 0, revalued: 0, extras: 0 };

test(`over ${RUNS} chains of versions every row, list, line and total adds up, and nothing is lost or doubled`, () => {
  fc.assert(
    fc.property(chains, (given) => {
      const { versions, byHand, settled, revaluation } = grown(given);
      const { threads, table, kinds } = wholeContract(versions, byHand);

      // Every row is in one place, and a thread has one row of a version at most.
      const placed = threads.flatMap((thread) => thread.flatMap((each, at) => (each === undefined ? [] : [`${at} ${each.id}`])));
      expect(placed.length).toBe(new Set(placed).size);
      expect(placed.length).toBe(versions.reduce((sum, each) => sum + each.rows.length, 0));

      const rows = threads.map(figuresOfThread);
      const all = [
        table.subtotal,
        table.total,
        table.totalWithTaxes,
        ...[...table.additional, ...table.taxes].map(({ figures }) => figures),
      ];
      for (const figures of [...rows, ...table.lists.map(({ figures: own }) => own), ...all]) expectClosed(figures);
      for (const { title, figures, rows: count, counts, ofKind } of table.lists) {
        const inList = (at: number) => threads[at]?.findLast((each) => each !== undefined)?.list === title;
        const own = rows.filter((_, at) => inList(at));
        expect(own.length).toBe(count);
        expectSum(figures, own);
        for (const kind of CONTRACT_KINDS) {
          const ofThis = rows.filter((_, at) => inList(at) && isOfKind(kinds[at] ?? 0, kind));
          expect(ofThis.length).toBe(counts[kind]);
          expectSum(ofKind.get(kind) ?? expectedNothing, ofThis);
        }
      }
      expectSum(
        table.subtotal,
        table.lists.map(({ figures }) => figures),
      );
      expectSum(table.total, [table.subtotal, ...table.additional.map(({ figures }) => figures)]);
      expectSum(table.totalWithTaxes, [table.total, ...table.taxes.map(({ figures }) => figures)]);

      // The figures equal those of the summaries and of carrying, which are computed separately.
      const [first, last] = [versions[0], versions.at(-1)];
      if (first === undefined || last === undefined) throw new Error('No versions');
      const { original, extras, now, to_date, settled: fixedMoney, left, revaluation: moved } = table.totalWithTaxes;
      const whole = (each: ContractRow) => each.quantity + each.extra;
      expect(original).toBe(grossOf(first, ({ quantity: own }) => own).total);
      expect(now).toBe(grossOf(last, whole).total);
      expect(extras).toBe(
        totalOf(
          versions.map((each) =>
            minus(
              grossOf(each, whole),
              grossOf(each, ({ quantity: own }) => own),
            ),
          ),
        ),
      );
      expect(fixedMoney).toBe(totalOf(settled));
      expect(moved).toBe(totalOf(revaluation));
      expect(to_date).toBe(grossOf(last, ({ done }) => done).total + totalOf(settled));
      expect(left).toBe(now - grossOf(last, ({ done }) => done).total);
      // The claims of all acts plus the revaluations are the work done to date.
      expect(table.versions.reduce((sum, { claimed }) => sum + claimed, 0n) + moved).toBe(to_date);
      expect(table.versions.reduce((sum, each) => sum + each.settled, 0n)).toBe(fixedMoney);

      seen.chains += 1;
      seen.versions += versions.length;
      seen.rows += threads.length;
      seen.byHand += byHand.reduce((sum, each) => sum + each.size, 0);
      seen.settled += table.counts.settled;
      seen.revalued += table.counts.revalued;
      seen.extras += table.counts.extras;
    }),
    { numRuns: RUNS },
  );
  console.log(`The whole contract: ${JSON.stringify(seen)}`);
  expect(Object.values(seen).every((count) => count >= RUNS / 4)).toBe(true);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUp, minus, plus, rowSums, ZERO } from '../../domain/amounts.ts';
import { type CarriedRow, type CarriedValue, carriedValue, carry, type DoneRow, type OlderVersion } from '../../domain/carry.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import type { Percents } from '../../domain/summary.ts';

const quantity = (text: string) => exact(text, SCALE.quantity);
const price = (text: string) => exact(text, SCALE.unitPrice);
const money = (text: string) => exact(text, SCALE.money);
const row = (id: number, name: string, given: { quantity: string; price: string; done?: string }): DoneRow => ({
  ...{ id, list_title: 'Walls', code: '', name, unit: 'm2', quantity: quantity(given.quantity) },
  ...{ prices: { labour: 0n, materials: price(given.price), tools: 0n }, done: quantity(given.done ?? '0') },
});
const VAT: Percents = { form: 'uniform', total: exact('21', SCALE.percent) };
const lines = { additional: [], taxes: [VAT] };
const older = (...rows: DoneRow[]): OlderVersion => ({ rows, ...lines });
const newer = (...rows: CarriedRow[]) => ({ rows, ...lines });

test('done work is carried to the same row; a new price changes its value, by row and in total', () => {
  const from = older(row(1, 'Brick', { quantity: '10', price: '5', done: '4' }));
  const into = newer(row(7, 'brick ', { quantity: '12', price: '6' }));
  const carrying = carry(from, into);
  expect(carrying).toMatchObject({ pairs: [{ from: { id: 1 }, into: { id: 7 }, quantity: quantity('4') }], settled: [], added: [] });
  expect(carrying.pairs[0]?.revaluation.total).toBe(money('4'));
  const { before, carried, settled, revaluation } = carriedValue(from, into, carrying);
  expect([before, carried, settled, revaluation].map(({ gross }) => gross.total)).toEqual(['24.20', '29.04', '0', '4.84'].map(money));
});

test('work whose row is gone, or beyond the row’s newer quantity, is settled at the older price, taxes included', () => {
  const from = older(row(1, 'Brick', { quantity: '10', price: '5', done: '4' }), row(2, 'Sand', { quantity: '8', price: '2', done: '8' }));
  const into = newer(row(8, 'Sand', { quantity: '5', price: '2' }), row(9, 'Roof', { quantity: '1', price: '1' }));
  const carrying = carry(from, into);
  expect(carrying.settled.map(({ from: { id }, quantity: rest, value }) => [id, rest, value.total])).toEqual([
    [1, quantity('4'), money('20')],
    [2, quantity('3'), money('6')],
  ]);
  expect(carrying.added.map(({ id }) => id)).toEqual([9]);
  const { settled, revaluation } = carriedValue(from, into, carrying);
  expect([settled.net.total, settled.gross.total, revaluation.gross.total]).toEqual([money('26'), money('31.46'), 0n]);
});

test('pairs made by hand take precedence over pairs by name, and no row is in two pairs', () => {
  const from = older(row(1, 'Brick', { quantity: '10', price: '5', done: '4' }), row(2, 'Sand', { quantity: '8', price: '2', done: '1' }));
  const into = newer(row(7, 'Brick', { quantity: '10', price: '5' }), row(8, 'Gravel', { quantity: '8', price: '2' }));
  const { pairs, settled } = carry(from, into, new Map([[2, 7]]));
  expect([pairs.map((pair) => [pair.from.id, pair.into.id]), settled.map(({ from: { id } }) => id)]).toEqual([[[2, 7]], [1]]);
  expect(() =>
    carry(
      from,
      into,
      new Map([
        [1, 7],
        [2, 7],
      ]),
    ),
  ).toThrow('Two rows were paired with one');
});

const RUNS = 20_000;
const someQuantity = fc.bigInt({ min: -(10n ** 8n), max: 10n ** 9n });
const prices = fc.record({
  labour: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  materials: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  tools: fc.bigInt({ min: 0n, max: 10n ** 9n }),
});
const rate = fc.bigInt({ min: 0n, max: exact('40', SCALE.percent) });
const percents: fc.Arbitrary<Percents> = fc.oneof(
  fc.record({ form: fc.constant('uniform' as const), total: rate }),
  fc.record({ form: fc.constant('by component' as const), labour: rate, materials: rate, tools: rate }),
);
/** The change of a row from one version to the next. */
const change = fc.record({
  what: fc.constantFrom('stays', 'stays', 'stays', 'renamed', 'moved', 'repriced', 'resized', 'gone', 'split'),
  prices,
  quantity: someQuantity,
  done: fc.integer({ min: 0, max: 1_000 }),
  isPaired: fc.boolean(),
});
const chains = fc.record({
  rows: fc.array(fc.record({ quantity: someQuantity, prices, name: fc.constantFrom('Brick', 'Sand', 'Roof') }), {
    minLength: 1,
    maxLength: 4,
  }),
  additional: fc.array(percents, { maxLength: 1 }),
  taxes: fc.array(percents, { maxLength: 2 }),
  versions: fc.array(fc.array(change, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
});
const seen = { chains: 0, versions: 0, carried: 0, settled: 0, byHand: 0 };

test(`C5 to C7: over ${RUNS} chains of versions nothing done is lost or counted twice, and before + revaluation is now in every sum`, () => {
  fc.assert(
    fc.property(chains, ({ rows, additional, taxes, versions }) => {
      let lastId = 100;
      const newId = () => {
        lastId += 1;
        return lastId;
      };
      let version = rows.map((given, id): DoneRow => ({ ...given, id, list_title: 'Walls', code: String(id % 2), unit: 'm2', done: 0n }));
      let settledSoFar: CarriedValue['settled'] = { costs: ZERO, net: ZERO, gross: ZERO };
      for (const changes of versions) {
        const from: OlderVersion = {
          rows: version.map((each, at) => {
            const most = (each.quantity * BigInt(changes[at % changes.length]?.done ?? 0)) / 1_000n;
            return { ...each, done: each.quantity < 0n ? (most < each.done ? most : each.done) : most > each.done ? most : each.done };
          }),
          ...{ additional, taxes },
        };
        const byHand = new Map<number, number>();
        const made = from.rows.flatMap((each, at): CarriedRow[] => {
          const { what, ...to } = changes[at % changes.length] ?? {
            what: 'stays' as const,
            prices: each.prices,
            quantity: each.quantity,
            isPaired: false,
          };
          if (what === 'gone') return [];
          const { done: _, ...copy } = { ...each, id: newId() };
          if (to.isPaired) byHand.set(each.id, copy.id);
          const now = {
            ...copy,
            ...(what === 'renamed' && { name: `${copy.name} new` }),
            ...(what === 'moved' && { list_title: 'Roof' }),
            ...(what === 'repriced' && { prices: to.prices }),
            ...(what === 'resized' && { quantity: to.quantity }),
          };
          return what === 'split'
            ? [
                { ...now, quantity: now.quantity / 2n },
                { ...now, id: newId(), quantity: now.quantity - now.quantity / 2n },
              ]
            : [now];
        });
        const into = { rows: made, additional, taxes };
        const carrying = carry(from, into, byHand);
        const { before, carried, settled, revaluation } = carriedValue(from, into, carrying, settledSoFar);

        // Each older row's done quantity is carried or settled, and no newer row takes more than it has.
        const [kept, rest] = [new Map<number, bigint>(), new Map<number, bigint>()];
        for (const {
          from: { id },
          into: { quantity: limit },
          quantity: own,
        } of carrying.pairs) {
          expect(kept.has(id)).toBe(false);
          kept.set(id, own);
          expect(limit < 0n ? own <= 0n && own >= limit : own >= 0n && own <= limit).toBe(true);
        }
        for (const {
          from: { id },
          quantity: own,
        } of carrying.settled)
          rest.set(id, own);
        for (const { id, done } of from.rows) expect((kept.get(id) ?? 0n) + (rest.get(id) ?? 0n)).toBe(done);
        expect(new Set(carrying.pairs.map(({ into: { id } }) => id)).size).toBe(carrying.pairs.length);
        expect(carrying.pairs.length + carrying.added.length).toBe(made.length);

        // By row: the value done is the value carried at the older price and the value settled.
        const wasWorth = addUp(from.rows.map(({ done, prices: at }) => rowSums(done, at)));
        const keptWorth = addUp(carrying.pairs.map(({ from: { prices: at }, quantity: own }) => rowSums(own, at)));
        expect(plus(keptWorth, addUp(carrying.settled.map(({ value }) => value)))).toEqual(wasWorth);
        expect(addUp(carrying.pairs.map(({ revaluation: moved }) => moved))).toEqual(revaluation.costs);
        // In every sum, additional costs and taxes too.
        for (const sum of ['costs', 'net', 'gross'] as const)
          expect(plus(before[sum], revaluation[sum])).toEqual(plus(carried[sum], settled[sum]));
        const isSame = carrying.pairs.every(({ from: one, into: other }) => one.prices === other.prices);
        if (isSame) expect(minus(revaluation.gross, ZERO)).toEqual(ZERO);

        settledSoFar = settled;
        version = made.map((each) => ({ ...each, done: carrying.pairs.find(({ into: { id } }) => id === each.id)?.quantity ?? 0n }));
        seen.versions += 1;
        seen.carried += carrying.pairs.length;
        seen.settled += carrying.settled.length;
        seen.byHand += byHand.size;
      }
      seen.chains += 1;
    }),
    { numRuns: RUNS },
  );
  console.log(
    `C5 to C7: ${seen.chains} chains, ${seen.versions} versions, ${seen.carried} rows carried, ${seen.settled} settled, ${seen.byHand} paired by hand`,
  );
});

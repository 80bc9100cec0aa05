import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actBefore,
  actRowId,
  allowedRange,
  donePercent,
  lockingAct,
  nextPlace,
  parseDonePercent,
  percentRange,
  percentRangeProblem,
  placeOfActRow,
  progress,
  quantityOfPercent,
  quantityToReach,
  rangeProblem,
  rowIdOfActRow,
} from '../../domain/act.ts';
import { minus, plus, rowSums, type Sums, ZERO } from '../../domain/amounts.ts';
import { greatest, least } from '../../domain/decimal.ts';
import { outOfRange, outOfUnitRange } from '../../domain/sentences/acts.ts';
import { type Percents, summarise } from '../../domain/summary.ts';

const RUNS = 1_000;
const estimated = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n });
const price = fc.bigInt({ min: 0n, max: 10n ** 11n });

/** Quantities of acts that keep every running total inside 0..q, each as a fraction of the quantity left. */
const acts = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 6 });
function claims(q: bigint, shares: readonly number[]): bigint[] {
  let done = 0n;
  return shares.map((share) => {
    const left = share >= 0 ? q - done : done;
    const claim = (left * BigInt(share)) / 1000n;
    done += claim;
    return claim;
  });
}
const running = (quantities: readonly bigint[]) => quantities.map((_, at) => quantities.slice(0, at + 1).reduce((sum, x) => sum + x, 0n));
const rangeOf = (q: bigint, quantities: readonly bigint[], n: number) => {
  const [first, ...rest] = running(quantities)
    .slice(n)
    .map((total) => total - (quantities[n] ?? 0n));
  return allowedRange(q, [first ?? 0n, ...rest]);
};
const inside = (q: bigint, quantities: readonly bigint[]) =>
  running(quantities).every((total) => total >= least(0n, q) && total <= greatest(0n, q));

test(`every value in the range keeps every running total inside, one step outside breaks it (${RUNS} rows)`, () => {
  fc.assert(
    fc.property(estimated, acts, fc.nat(5), fc.bigInt({ min: 0n, max: 1000n }), (q, shares, which, part) => {
      const quantities = claims(q, shares);
      const n = which % quantities.length;
      const { min, max } = rangeOf(q, quantities, n);
      const chosen = min + ((max - min) * part) / 1000n;
      expect(min <= max).toBe(true);
      for (const x of [min, chosen, max]) expect(inside(q, quantities.with(n, x))).toBe(true);
      for (const x of [min - 1n, max + 1n]) expect(inside(q, quantities.with(n, x))).toBe(false);
    }),
    { numRuns: RUNS },
  );
});

test(`acts close to the cent: before + now = balance, balance + left = estimated, all done leaves nothing (${RUNS} estimates)`, () => {
  const row = fc.record({
    q: estimated,
    labour: price,
    materials: price,
    tools: price,
    shares: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 3, maxLength: 3 }),
  });
  const overheads: Percents[] = [{ form: 'uniform', total: 7_1234n }];
  const taxes: Percents[] = [{ form: 'uniform', total: 21_0000n }];
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const done = rows.map(({ q, shares }) => [...running(claims(q, shares)), q]);
      const at = (act: number) => summarise([rows.map((r, i) => rowSums(done[i]?.[act] ?? 0n, r)).reduce(plus, ZERO)], overheads, taxes);
      const whole = summarise([rows.map((r) => rowSums(r.q, r)).reduce(plus, ZERO)], overheads, taxes);
      const cells = (summary: typeof whole): Sums[] => [
        summary.subtotal,
        ...summary.additional,
        summary.total,
        ...summary.taxes,
        summary.totalWithTaxes,
      ];
      for (let act = 0; act < 4; act += 1) {
        const before = act === 0 ? cells(summarise([ZERO], overheads, taxes)) : cells(at(act - 1));
        cells(at(act)).forEach((toDate, cell) => {
          const all = cells(whole)[cell] ?? ZERO;
          const line = progress(all, before[cell] ?? ZERO, toDate);
          expect(plus(line.completed_before, line.completed_now)).toEqual(line.balance);
          expect(plus(line.balance, line.left_to_do)).toEqual(line.estimated_cost);
          if (act === 3) expect(line.left_to_do).toEqual(minus(all, all));
        });
      }
    }),
    { numRuns: RUNS },
  );
});

test('a typed percent: 0 gives 0, a shown bound gives that bound, the shown value changes nothing', () => {
  const [q, third] = [3_000000n, 1_000000n];
  const range = { min: 0n, max: 2_000000n };
  expect(percentRange(range, q)).toEqual({ min: 0n, max: 6667n });
  expect(quantityOfPercent(6667n, 0n, q, range)).toBe(2_000000n);
  expect(quantityOfPercent(0n, third, q, range)).toBe(0n);
  // A quantity so small that its percent is shown as 0.
  expect(quantityOfPercent(0n, 1n, q, range)).toBe(0n);
  expect(quantityOfPercent(3333n, third, q, range)).toBe(third);
  expect(quantityOfPercent(3333n, 0n, q, range)).toBe(999900n);
  expect(quantityOfPercent(-3333n, 0n, q, { min: -1_000000n, max: 0n })).toBe(-1_000000n);
  expect(['12.34', '-5', '12.345', 'x'].map(parseDonePercent)).toEqual([1234n, -500n, null, null]);
});

test('completing to a percent adds what is missing, takes nothing back, and stops at the end of the range', () => {
  const range = { min: -10n, max: 90n };
  const reach = (percent: bigint, before: bigint, own: bigint) => quantityToReach(percent, { limit: 100n, before, own }, range);
  expect([reach(50_00n, 20n, 0n), reach(50_00n, 20n, 40n), reach(100_00n, 0n, 5n)]).toEqual([30n, 40n, 90n]);
  const deduction = (percent: bigint, before: bigint, own: bigint) =>
    quantityToReach(percent, { limit: -100n, before, own }, { min: -90n, max: 10n });
  expect([deduction(50_00n, -20n, 0n), deduction(50_00n, -20n, -40n), deduction(100_00n, 0n, -5n)]).toEqual([-30n, -40n, -90n]);
  expect(quantityToReach(50_00n, { limit: 0n, before: 0n, own: 0n }, { min: 0n, max: 0n })).toBe(0n);
});

test('the percents of a deduction begin with the smallest', () => {
  expect(allowedRange(-5_000000n, [-2_000000n])).toEqual({ min: -3_000000n, max: 2_000000n });
  expect(percentRange({ min: -3_000000n, max: 2_000000n }, -5_000000n)).toEqual({ min: -4000n, max: 6000n });
  expect(donePercent(1n, 0n)).toBe(0n);
});

test('outside the range the error names the range', () => {
  const range = { min: -128_880000n, max: 85_920000n };
  expect(rangeProblem(85_920001n, range, 'm³')).toEqual(outOfUnitRange({ min: '-128.88', max: '85.92', unit: 'm³' }));
  expect(rangeProblem(85_920001n, range, '')).toEqual(outOfRange({ min: '-128.88', max: '85.92' }));
  expect([85_920000n, -128_880000n].map((bound) => rangeProblem(bound, range, 'm³'))).toEqual([null, null]);
  expect(rangeProblem(-128_880001n, range, '')).not.toBeNull();
  const percents = { min: -6000n, max: 4000n };
  expect([-6001n, -6000n, 4000n, 4001n].map((percent) => percentRangeProblem(percent, percents) === null)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(percentRangeProblem(4001n, { min: -6000n, max: 4000n })?.detail).toBe('The range for this row is -60.00 to 40.00 %');
});

test('an act row is named by its row and the place of its act', () => {
  const id = actRowId(123_456_789, 37);
  // Saved addresses hold these ids.
  expect(actRowId(3, 5)).toBe(3 * 4096 + 5);
  expect([rowIdOfActRow(id), placeOfActRow(id), Number.isSafeInteger(actRowId(2 ** 40, 4095))]).toEqual([123_456_789, 37, true]);
});

test('the next act takes the place after the highest ever used, as long as an id has room for it; the act before it may be several places back', () => {
  expect([0, 7, 4094, 4095].map(nextPlace)).toEqual([1, 8, 4095, null]);
  const places = [0, 2, 5].map((place) => ({ place }));
  expect([0, 1, 2, 5, 9].map((place) => actBefore(places, place)?.place)).toEqual([undefined, 0, 0, 2, 5]);
});

test('an act is locked by the first final act at its place or later, never by an earlier one', () => {
  const acts = ['draft', 'accepted', 'draft', 'accepted', 'draft'].map((status, at) => ({ status, number: at + 1 }));
  const lockedBy = acts.map((_, at) => lockingAct(acts, at, ({ status }) => status === 'accepted'));
  expect(lockedBy).toEqual([acts[1], acts[1], acts[3], acts[3], null]);
});

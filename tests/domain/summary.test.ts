import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUp, areKeepable, COMPONENTS, fromAmounts, plus, rowSums, type Sums, sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { absolute, divideRounded, rescale } from '../../domain/decimal.ts';
import { isKeepable, lineSums, type Percents, summarise } from '../../domain/summary.ts';

const RUNS = 1_000;
const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const amounts: fc.Arbitrary<Sums> = fc.tuple(cents, cents, cents).map(([labour, materials, tools]) => sums(labour, materials, tools));
const percent = fc.bigInt({ min: -100_0000n, max: 1000_0000n });
const line: fc.Arbitrary<Percents> = fc.oneof(
  percent.map((total) => ({ form: 'uniform' as const, total })),
  fc.tuple(percent, percent, percent).map(([labour, materials, tools]) => ({ form: 'by component' as const, labour, materials, tools })),
);
const lines = fc.array(line, { maxLength: 4 });
const isSumOfParts = (value: Sums) => value.total === value.labour + value.materials + value.tools;

test(`every line is the sum of its parts, and each total the sum above it (${RUNS} estimates)`, () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 6 }), lines, lines, (costs, additional, taxes) => {
      const summary = summarise(costs, additional, taxes);
      expect(summary.subtotal).toEqual(addUp(costs));
      expect(summary.total).toEqual(plus(summary.subtotal, addUp(summary.additional)));
      expect(summary.totalWithTaxes).toEqual(plus(summary.total, addUp(summary.taxes)));
      expect([summary.subtotal, ...summary.additional, summary.total, ...summary.taxes, summary.totalWithTaxes].every(isSumOfParts)).toBe(
        true,
      );
    }),
    { numRuns: RUNS },
  );
});

test(`the order of additional costs and taxes changes no sum (${RUNS} estimates)`, () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 4 }), lines, lines, (costs, additional, taxes) => {
      const one = summarise(costs, additional, taxes);
      const other = summarise(costs, additional.toReversed(), taxes.toReversed());
      expect([other.subtotal, other.total, other.totalWithTaxes]).toEqual([one.subtotal, one.total, one.totalWithTaxes]);
    }),
    { numRuns: RUNS },
  );
});

test(`rows that move between lists, and lists that are split or joined, change nothing from the subtotal down (${RUNS} estimates)`, () => {
  const placed = fc.array(fc.tuple(amounts, fc.nat(3), fc.nat(3)), { maxLength: 12 });
  fc.assert(
    fc.property(placed, lines, lines, (rows, additional, taxes) => {
      const below = (listOf: (row: (typeof rows)[number]) => number) => {
        const lists = [0, 1, 2, 3].map((list) => addUp(rows.filter((row) => listOf(row) === list).map(([row]) => row)));
        const { lists: _, ...summary } = { lists, ...summarise(lists, additional, taxes) };
        return summary;
      };
      const before = below(([, list]) => list);
      expect(below(([, , list]) => list)).toEqual(before);
      expect(below(() => 0)).toEqual(before);
    }),
    { numRuns: RUNS },
  );
});

test(`a uniform line is exactly its percent of the total, and 0 where the base is 0 (${RUNS} lines)`, () => {
  fc.assert(
    fc.property(amounts, fc.subarray([...COMPONENTS]), percent, (full, emptied, total) => {
      const base = sums(...(COMPONENTS.map((part) => (emptied.includes(part) ? 0n : full[part])) as [bigint, bigint, bigint]));
      const result = lineSums(base, { form: 'uniform', total });
      expect(result.total).toBe(base.total === 0n ? 0n : divideRounded(base.total * total, 100_0000n));
      for (const part of COMPONENTS) if (base[part] === 0n) expect(result[part]).toBe(0n);
    }),
    { numRuns: RUNS },
  );
});

test('a row is within two cents of its quantity times its whole price', () => {
  const quantity = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
  const price = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(quantity, price, price, price, (q, labour, materials, tools) => {
      const row = rowSums(q, { labour, materials, tools });
      expect(absolute(row.total - rescale(q * (labour + materials + tools), 12, 2))).toBeLessThanOrEqual(2n);
    }),
    { numRuns: RUNS },
  );
});

test('a line of percents by component is each percent of its component', () => {
  const base = sums(1000n, 2000n, 3000n);
  expect(lineSums(base, { form: 'by component', labour: 10_0000n, materials: 1_5000n, tools: -50_0000n })).toEqual(sums(100n, 30n, -1500n));
});

test('a summary is kept when every figure is smaller than 10^28', () => {
  const most = sums(10n ** 30n - 1n, 0n, 0n);
  const over = sums(0n, 0n, -(10n ** 30n));
  const summary = { subtotal: ZERO, additional: [most], total: most, taxes: [ZERO], totalWithTaxes: most };
  expect(
    [summary, { ...summary, taxes: [over] }, { ...summary, additional: [ZERO, over] }, { ...summary, subtotal: over }].map(isKeepable),
  ).toEqual([true, false, false, false]);
  expect(
    [
      { ...summary, total: over },
      { ...summary, totalWithTaxes: over },
    ].map(isKeepable),
  ).toEqual([false, false]);
  expect([most, over, sums(10n ** 30n - 1n, 1n, 0n)].map(areKeepable)).toEqual([true, false, false]);
});

test('amounts are written with two digits and read back', () => {
  const written = { labour: '1.00', materials: '-0.05', tools: '12345678901234567890.12', total: '12345678901234567891.07' };
  expect(toAmounts(fromAmounts(written))).toEqual(written);
});

test('21 % of 0.05 is split over components of a cent or two', () => {
  expect(lineSums(sums(1n, 2n, 2n), { form: 'uniform', total: 21_0000n })).toEqual(sums(0n, 1n, 0n));
  expect(lineSums(sums(333n, 333n, 334n), { form: 'uniform', total: 10_0000n })).toEqual(sums(33n, 33n, 34n));
  // Shares of -0.2, -0.4 and -0.4 are rounded down; the first two of the larger remainders get their cent back.
  expect(lineSums(sums(-1n, -2n, -2n), { form: 'uniform', total: 21_0000n })).toEqual(sums(0n, 0n, -1n));
  expect(lineSums(sums(5n, 1n, 0n), { form: 'uniform', total: 50_0000n })).toEqual(sums(3n, 0n, 0n));
  expect(lineSums(sums(-100n, 0n, 0n), { form: 'uniform', total: 21_0000n })).toEqual(sums(-21n, 0n, 0n));
});

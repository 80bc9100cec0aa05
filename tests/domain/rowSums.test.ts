import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowSums } from '../../domain/amounts.ts';
import { fixed, rescale } from '../../domain/decimal.ts';

/** Numbers of every size, including small ones and those near the limit of exact doubles. */
const sized = (most: bigint) =>
  fc.oneof(
    fc.bigInt({ min: -most, max: most }),
    fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
    fc.bigInt({ min: -200_000n, max: 200_000n }),
    fc.bigInt({ min: -3n, max: 3n }).map((near) => BigInt(Number.MAX_SAFE_INTEGER) + near),
  );

test('a cost is the product rounded half away from zero, whether or not a double holds it', () => {
  const [quantity, price] = [sized(10n ** 15n), sized(10n ** 18n)];
  fc.assert(
    fc.property(quantity, price, price, price, (of, labour, materials, tools) => {
      const each = (unit: bigint) => rescale(of * unit, 12, 2);
      const [ofLabour, ofMaterials, ofTools] = [each(labour), each(materials), each(tools)];
      const total = ofLabour + ofMaterials + ofTools;
      expect(rowSums(of, { labour, materials, tools })).toEqual({ labour: ofLabour, materials: ofMaterials, tools: ofTools, total });
    }),
    { numRuns: 5_000 },
  );
});

test('half a cent is rounded away from zero at both ends of what a double holds', () => {
  const cents = (of: bigint, labour: bigint) => rowSums(of, { labour, materials: 0n, tools: 0n }).labour;
  expect([cents(1_000_000n, 5_000n), cents(1_000_000n, 4_999n), cents(-1_000_000n, 5_000n)]).toEqual([1n, 0n, -1n]);
  expect([cents(9_007_195n * 10n ** 8n, 10_000_000n), cents(1n, 0n), cents(10n ** 15n, 0n)]).toEqual([900_719_500_000n, 0n, 0n]);
});

test('all digits of a number are written, whether or not a double holds it', () => {
  fc.assert(
    fc.property(sized(10n ** 20n), fc.integer({ min: 0, max: 17 }), (units, scale) => {
      const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
      const point = digits.length - scale;
      const written = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
      expect(fixed(units, scale)).toBe(units < 0n ? `-${written}` : written);
    }),
    { numRuns: 5_000 },
  );
});

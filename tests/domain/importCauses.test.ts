import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowSums } from '../../domain/amounts.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { CAUSES, importCauses } from '../../domain/importChanges.ts';
import { finished } from '../../domain/stops.ts';

const number = (most: number) => fc.integer({ min: -most, max: most }).map((units) => fixed(BigInt(units), SCALE.quantity));
const row = fc.record({
  list_title: fc.constantFrom('Roof', 'Walls'),
  code: fc.constantFrom('1', '2'),
  name: fc.constantFrom('Pipe', 'Kerb', 'Trench'),
  unit: fc.constant('m'),
  quantity: number(9_999_999_999),
  unit_labour: number(9_999_999),
  unit_materials: number(9_999_999),
  unit_tools: fc.constantFrom('0', '0.000001', '12.5'),
});
const rows = fc.array(row, { maxLength: 12 });
type Rows = typeof rows extends fc.Arbitrary<infer R> ? R : never;

const sumOf = (all: Rows) =>
  all.reduce(
    (sum, { quantity, unit_labour, unit_materials, unit_tools }) =>
      sum +
      rowSums(exact(quantity, SCALE.quantity), {
        labour: exact(unit_labour, SCALE.unitPrice),
        materials: exact(unit_materials, SCALE.unitPrice),
        tools: exact(unit_tools, SCALE.unitPrice),
      }).total,
    0n,
  );

test('the causes together are the whole difference, to the cent', () => {
  let runs = 0;
  fc.assert(
    fc.property(rows, rows, (old, now) => {
      runs += 1;
      const causes = finished(importCauses(old, now));
      const together = CAUSES.reduce((sum, cause) => sum + exact(causes[cause].difference, SCALE.money), 0n);
      expect(together).toBe(sumOf(now) - sumOf(old));
    }),
    { numRuns: 2_000 },
  );
  console.log(`causes of a difference: ${runs} pairs of estimates, each explained to the cent`);
});

test('a row whose quantity and price both changed counts for both causes, the quantity at the old price', () => {
  const [old, now] = [
    { list_title: 'Roof', code: '1', name: 'Pipe', unit: 'm', quantity: '10', unit_labour: '2', unit_materials: '0', unit_tools: '0' },
    { list_title: 'Roof', code: '1', name: 'Pipe', unit: 'm', quantity: '12', unit_labour: '3', unit_materials: '0', unit_tools: '0' },
  ];
  expect(finished(importCauses([old], [now]))).toEqual({
    added: { rows: 0, difference: '0.00' },
    removed: { rows: 0, difference: '0.00' },
    requantified: { rows: 1, difference: '4.00' },
    repriced: { rows: 1, difference: '12.00' },
  });
});

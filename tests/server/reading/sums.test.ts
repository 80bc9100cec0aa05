/** Rows that state sums of others are found with work that grows as the rows do. */
import { expect, test } from 'vitest';
import { readyColumns, readyRow } from '../../../server/imports/reading/table/row/ready.ts';
import { withSumsFound } from '../../../server/imports/reading/table/row/sums.ts';

const COLUMNS = readyColumns({ name: 'Name', quantity: 'Quantity', total: 'Amount' });

/** How often rows are looked at whose amounts go up and down, of which every third has no quantity. */
function looksAt(count: number): number {
  const rows = Array.from({ length: count }, (_, at) => {
    const total = String((at % 2 === 0 ? 1 : -1) * (1_000 + at));
    const [kind, numbers] = at % 3 === 0 ? (['amountOnly', { total }] as const) : (['item', { quantity: '1', total }] as const);
    return readyRow({ index: at + 1, kind, texts: { code: '', name: `Work ${at}` }, numbers }, COLUMNS);
  });
  let looks = 0;
  const seen = new Proxy(rows, {
    get(target, key, receiver): unknown {
      looks += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  withSumsFound(seen);
  return looks;
}

test('four times as many rows are looked at about four times as often', () => {
  expect(looksAt(8_000) / looksAt(2_000)).toBeLessThan(6);
});

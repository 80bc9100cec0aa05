import { expect, test } from 'vitest';
import { importColumns } from '../../src/views/import/importColumns.tsx';

test('the amounts of an import are never cut: their column is as wide as the sum below it', () => {
  const widthFor = (sum: string) => {
    const shown = { columns: [], isFirst: true, isNarrow: false, errors: 0, currency: '€', sheet: '', onRemove: () => {} };
    return importColumns({ ...shown, money: sum.length }).find(({ id }) => id === 'amount')?.width ?? 0;
  };
  expect(widthFor('419 134 406.75')).toBeGreaterThan(widthFor('572.00'));
  expect(widthFor('99 999 999 999 999.99')).toBeGreaterThan(21 * 8);
});

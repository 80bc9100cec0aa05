import { expect, test } from 'vitest';
import { type DraftRow, judged } from '../../src/machines/answer/draft.ts';

const row: DraftRow['row'] = {
  row_id: 1,
  list_id: 1,
  name: 'Bricks',
  unit: 'pcs',
  estimated_quantity: '2000',
  quantity: '1500',
  quantity_before: '0',
  unit_prices: { labour: '0', materials: '1', tools: '0' },
};
const certified = (typed: string) => {
  const { certified: quantity, problem } = judged({ row, field: 'quantity', typed, reason: 'measured', text: '', place: 0 });
  return problem?.code ?? quantity;
};

test('a certified quantity is read like any typed number: a text with blanks that do not separate thousands is no number', () => {
  expect(['1240,5', '1 240.5', '1\u00a0240,5'].map(certified)).toEqual([1_240_500_000n, 1_240_500_000n, 1_240_500_000n]);
  expect(['12 5', '1 24'].map(certified)).toEqual(['not_number', 'not_number']);
});

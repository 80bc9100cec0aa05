import { expect, test } from 'vitest';
import { changedFields } from '../../domain/history.ts';

const ROW = { list_id: '12', code: '', name: 'Wall', unit: '', quantity: '2.500000', unit_labour: '0.000000' };

test('the history of a row lists its filled fields when it is made or removed, and the differing fields when it is changed', () => {
  const [name, quantity] = [
    { text: 'Wall', formula: null },
    { text: '2.5', formula: null },
  ];
  expect(changedFields('estimate_rows', null, ROW)).toEqual([
    { field: 'name', from: null, to: name },
    { field: 'quantity', from: null, to: quantity },
  ]);
  expect(changedFields('estimate_rows', ROW, null)).toEqual([
    { field: 'name', from: name, to: null },
    { field: 'quantity', from: quantity, to: null },
  ]);
  expect(changedFields('estimate_rows', ROW, { ...ROW, quantity: '2.5', name: '' })).toEqual([
    { field: 'name', from: name, to: { text: '', formula: null } },
  ]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedWith } from '../../src/machines/resource/shared.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const copied = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('the shared value equals the new one', () => {
  fc.assert(
    fc.property(json, json, (before, value) => {
      expect(sharedWith(before, value)).toEqual(value);
    }),
  );
});

test('an equal value is the earlier object', () => {
  fc.assert(
    fc.property(json, (before) => {
      expect(sharedWith(before, copied(before))).toBe(before);
    }),
  );
});

test('a removed or added part makes a new object; the other parts stay the same objects', () => {
  const before = {
    lists: [
      { id: 1, total: '10.00' },
      { id: 2, total: '5.00' },
    ],
    note: 'dry',
  };
  const fewer = sharedWith(before, { lists: [{ id: 1, total: '10.00' }], note: 'dry' });
  expect(fewer).toEqual({ lists: [{ id: 1, total: '10.00' }], note: 'dry' });
  expect(fewer.lists[0]).toBe(before.lists[0]);
  const unnamed = sharedWith<{ lists: unknown; note?: string }>(before, {
    lists: [
      { id: 1, total: '10.00' },
      { id: 2, total: '6.00' },
    ],
  });
  expect(unnamed).toEqual({
    lists: [
      { id: 1, total: '10.00' },
      { id: 2, total: '6.00' },
    ],
  });
  expect(sharedWith({ note: undefined }, { other: undefined })).toEqual({ other: undefined });
});

import { expect, test } from 'vitest';
import { CHUNK } from '../../src/machines/rowWindow/chunks.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';

const rows = (first: number, count: number, text = 'row') => Array.from({ length: count }, (_, step) => ({ id: first + step, text }));

test('a window sets the number of rows and stores its own', () => {
  const store = new RowStore();
  expect([store.size(), store.at(0)]).toEqual([null, undefined]);
  store.setWindow(CHUNK, rows(1_000, 10), CHUNK + 10);
  expect([store.size(), store.at(0), store.at(CHUNK + 3), store.indexOf(1_003)]).toEqual([
    CHUNK + 10,
    undefined,
    { id: 1_003, text: 'row' },
    CHUNK + 3,
  ]);
  expect(JSON.stringify(store)).toBe(`{"size":${CHUNK + 10},"read":10}`);
});

test('a changed row notifies only the listener of its index', () => {
  const store = new RowStore<{ id: number; text: string }>();
  store.setWindow(0, rows(1, 5), 5);
  const told: string[] = [];
  const stop = store.subscribe(2, () => told.push('third'));
  store.subscribe(3, () => told.push('fourth'));
  store.put({ id: 3, text: 'changed' });
  store.put({ id: 99, text: 'of another list' });
  expect([told, store.at(2), store.find(3)]).toEqual([['third'], { id: 3, text: 'changed' }, { id: 3, text: 'changed' }]);
  stop();
  store.put({ id: 3, text: 'again' });
  expect(told).toEqual(['third']);
});

test('a list that has shrunk keeps none of its other rows', () => {
  const store = new RowStore();
  store.setWindow(0, rows(1, CHUNK), CHUNK + 2);
  store.setWindow(CHUNK, rows(1_000, 2), CHUNK + 2);
  store.setWindow(0, rows(2, CHUNK), CHUNK + 1);
  expect([store.size(), store.indexOf(1), store.indexOf(2), store.at(CHUNK)]).toEqual([CHUNK + 1, undefined, 0, undefined]);
});

test('rows that moved within their window are found where they are', () => {
  const store = new RowStore<{ id: number; text: string }>();
  store.setWindow(0, rows(1, 3), 3);
  store.setWindow(0, rows(1, 3).toReversed(), 3);
  expect([store.indexOf(1), store.indexOf(3)]).toEqual([2, 0]);
});

test('a row changed in place is a change and no arrival; a window is both', () => {
  const store = new RowStore<{ id: number; text: string }>();
  const heard: string[] = [];
  store.subscribeArrivals(() => heard.push('arrival'));
  const stop = store.subscribeChanges(() => heard.push('change'));
  store.setWindow(0, rows(1, 5), 5);
  store.put({ id: 3, text: 'changed' });
  store.put({ id: 99, text: 'of another list' });
  stop();
  store.put({ id: 3, text: 'again' });
  expect(heard).toEqual(['arrival', 'change', 'change']);
});

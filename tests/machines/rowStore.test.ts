import { describe, expect, test } from 'vitest';
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

test('a window without rows counts as loaded, until the rows are to be loaded in another order', () => {
  const store = new RowStore();
  store.setEmptyRow(() => ({ id: -1 }));
  expect(store.isRead()).toBe(false);
  store.setWindow(0, [], 0);
  expect(store.isRead()).toBe(true);
  store.clear();
  expect(store.isRead()).toBe(false);
});

test('the store remembers which rows were shown while they are loaded again', () => {
  const store = new RowStore();
  store.setWindow(0, rows(1, CHUNK), CHUNK + 2);
  store.setWindow(CHUNK, rows(1_000, 2), CHUNK + 2);
  store.setWindow(0, rows(0, CHUNK), CHUNK + 3);
  expect([store.at(CHUNK), store.keyAt(CHUNK), store.seenAt(CHUNK)?.id, store.keySeenAt(CHUNK + 1)]).toEqual([
    undefined,
    undefined,
    1_000,
    1_001,
  ]);
  store.setWindow(CHUNK, [...rows(CHUNK, 1), ...rows(1_000, 2)], CHUNK + 3);
  expect([store.seenAt(CHUNK)?.id, store.indexOf(1_000), store.seenAt(CHUNK + 3)]).toEqual([CHUNK, CHUNK + 1, undefined]);
  // In another order no row is known to be at its former place.
  store.clear();
  expect(store.seenAt(CHUNK)).toBeUndefined();
});

test('a changed row notifies only the listener of its index', () => {
  const store = new RowStore<{ id: number; text: string }>();
  store.setWindow(0, rows(1, 5), 5);
  const calls: string[] = [];
  const stop = store.subscribe(2, () => calls.push('third'));
  store.subscribe(3, () => calls.push('fourth'));
  store.put({ id: 3, text: 'changed' });
  store.put({ id: 99, text: 'of another list' });
  expect([calls, store.at(2), store.find(3)]).toEqual([['third'], { id: 3, text: 'changed' }, { id: 3, text: 'changed' }]);
  stop();
  store.put({ id: 3, text: 'again' });
  expect(calls).toEqual(['third']);
});

test('a list that has shrunk drops the rows beyond its end', () => {
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

test('a row changed in place is a change but not an arrival; a window is both', () => {
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

describe('rows made here', () => {
  const made = (id: number, after: number | null | undefined) => ({ row: { id }, after });
  const shown = (store: RowStore<{ id: number }>) =>
    Array.from({ length: store.places() ?? 0 }, (_, place) => store.at(place)?.id ?? 'unread');
  const open = () => {
    const store = new RowStore<{ id: number }>();
    let next = -100;
    store.setWindow(
      0,
      [1, 2, 3].map((id) => ({ id })),
      3,
    );
    store.setEmptyRow(() => ({ id: next-- }));
    return store;
  };

  test('follow the row they were placed after, or go to the start or the end, before the empty row, which is not counted', () => {
    const store = open();
    store.setMade([made(-1, 1), made(-2, undefined), made(-3, null), made(-4, -1), made(-5, 99)]);
    expect([shown(store), store.size()]).toEqual([[-3, 1, -1, -4, 2, 3, -2, -5, -100], 8]);
    expect([-4, 3, -100, 99].map(store.indexOf)).toEqual([3, 5, 8, undefined]);
    store.setMade([made(-1, 1)]);
    expect(shown(store)).toEqual([1, -1, 2, 3, -100]);
  });
  test('the empty row becomes one of them, and another empty row follows', () => {
    const store = open();
    store.setMade([made(-100, undefined)]);
    expect([shown(store), store.size()]).toEqual([[1, 2, 3, -100, -101], 4]);
    store.setEmptyRow(null);
    expect(shown(store)).toEqual([1, 2, 3, -100]);
  });
  test('keep their key and are found by both ids once the server has made them, also in a window loaded before the answer', () => {
    const store = open();
    store.setMade([made(-1, 1), made(-2, -1)]);
    expect(store.settle(-1, { id: 70 })).toBe(true);
    store.setMade([made(-1, 1), made(-2, 70)]);
    expect([shown(store), store.keyAt(1), store.indexOf(-1), store.indexOf(70)]).toEqual([[1, 70, -2, 2, 3, -100], -1, 1, 1]);
    store.setWindow(
      0,
      [1, 70, 71, 2, 3].map((id) => ({ id })),
      5,
    );
    expect(store.settle(-2, { id: 71 })).toBe(true);
    expect([shown(store), store.keyAt(2)]).toEqual([[1, 70, 71, 2, 3, -100], -2]);
  });
  test('push the rows behind them from chunk to chunk; where a chunk in between is not loaded, the later ones must be loaded again', () => {
    const chunk = (first: number, count = CHUNK) => Array.from({ length: count }, (_, step) => ({ id: first + step }));
    const store = new RowStore<{ id: number }>();
    store.setWindow(0, chunk(1), 2 * CHUNK);
    store.setWindow(CHUNK, chunk(1_000), 2 * CHUNK);
    store.setMade([made(-1, 1)]);
    expect(store.settle(-1, { id: 70_000 })).toBe(true);
    expect([1, CHUNK, CHUNK + 1, 2 * CHUNK].map((place) => store.at(place)?.id)).toEqual([70_000, CHUNK, 1_000, 999 + CHUNK]);
    expect([store.indexOf(999 + CHUNK), store.size()]).toEqual([2 * CHUNK, 2 * CHUNK + 1]);

    const gap = new RowStore<{ id: number }>();
    gap.setWindow(0, chunk(1), 3 * CHUNK);
    gap.setWindow(2 * CHUNK, chunk(5_000), 3 * CHUNK);
    gap.setMade([made(-1, 1)]);
    expect([gap.settle(-1, { id: 70_000 }), gap.at(2 * CHUNK), gap.indexOf(5_000)]).toEqual([false, undefined, undefined]);
    const away = new RowStore<{ id: number }>();
    away.setWindow(CHUNK, chunk(1, 4), CHUNK + 4);
    away.setMade([made(-1, null)]);
    expect(away.settle(-1, { id: 70_000 })).toBe(false);
  });
});

test('an unchanged row that is loaded again stays the same object, and a changed row is a new one', () => {
  const store = new RowStore<{ id: number; text: string; formulas: { quantity?: string } }>();
  const read = (text: string) => [1, 2].map((id) => ({ id, text: id === 1 ? 'sand' : text, formulas: { quantity: '2+3' } }));
  store.setWindow(0, read('gravel'), 2);
  const [sand, gravel] = [store.at(0), store.at(1)];
  store.setWindow(0, read('brick'), 2);
  expect(store.at(0)).toBe(sand);
  expect(store.at(1)).toEqual({ id: 2, text: 'brick', formulas: { quantity: '2+3' } });
  expect(store.at(1)?.formulas).toBe(gravel?.formulas);
  store.put({ id: 1, text: 'sand', formulas: { quantity: '2+3' } });
  expect(store.at(0)).toBe(sand);
});

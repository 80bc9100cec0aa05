import { describe, expect, test } from 'vitest';
import type { Row } from '../../domain/api/shapes.ts';
import { asksBeforeDeleting, dropped, movedDown, movedUp, possibleActions } from '../../src/machines/rowEdit/asking.ts';
import { type ChosenRows, chosenRows, meantRows } from '../../src/machines/rowEdit/chosenRows.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';

const LIST = 12;
/** Six rows with the ids 10 to 15, of which the last two are not loaded. */
const rows = new RowStore<Row>();
rows.setWindow(
  0,
  [10, 11, 12, 13].map((id) => ({ id }) as Row),
  6,
);
const COUNT = 6;
const idAt = (place: number) => (place < 0 ? null : rows.at(place)?.id);
const shown = { idAt, isFoldedAt: () => false };
const cursor = { row: 1, col: 4 };
const block = (top: number, bottom: number) => ({ anchor: { row: bottom, col: 4 }, reach: { row: top, col: 5 } });
const chosen = (given: Partial<Parameters<typeof chosenRows>[0]>) =>
  chosenRows({ cursor, range: null, picked: [], ...given }, rows, COUNT, LIST);
const those = (given: Partial<Parameters<typeof chosenRows>[0]>) => chosen(given) as ChosenRows;
const idsOf = (known: readonly Row[]) => known.map(({ id }) => id);

describe('the rows that are chosen', () => {
  test('are those of the range, or else the row of the cursor', () => {
    expect(chosen({})).toMatchObject({ rows: { ids: [11] }, count: 1, top: 1, bottom: 1 });
    expect(chosen({ range: block(1, 3) })).toMatchObject({ rows: { ids: [11, 12, 13] }, count: 3, top: 1, bottom: 3 });
  });
  test('are those selected one by one, in their order, with the rows of the range once', () => {
    const both = those({ range: block(1, 2), picked: [13, 10, 12] });
    expect(both).toMatchObject({ rows: { ids: [11, 12, 13, 10] }, count: 4, top: 0, bottom: 3 });
    expect(idsOf(both.known)).toEqual([10, 11, 12, 13]);
    expect(chosen({ picked: [13, 10] })).toMatchObject({ rows: { ids: [13, 10] }, count: 2, top: 0, bottom: 3 });
  });
  test('are named by their places where not all are loaded', () => {
    const seen = [
      { index: 2, id: 12 },
      { index: 3, id: 13 },
    ];
    const unread = those({ range: block(2, 40), picked: [10] });
    expect(unread).toMatchObject({ rows: { ids: [10], between: { listId: LIST, from: 2, to: 5, seen } }, count: 5, top: 0, bottom: 5 });
    expect(idsOf(unread.known)).toEqual([10, 12, 13]);
  });
  test('are empty once all rows selected one by one are gone: the row of the cursor was not selected', () => {
    expect(chosen({ picked: [99] })).toBeNull();
  });
  test('are counted as selected, and named as far as they still exist', () => {
    const meant = meantRows({ ids: [11, 99], between: { listId: LIST, from: 2, to: 5, seen: [] } }, rows);
    expect([meant.count, idsOf(meant.known)]).toEqual([6, [11]]);
  });
});

test('up to three rows are deleted without a question', () => {
  expect([block(0, 2), block(0, 3)].map((range) => asksBeforeDeleting(those({ range })))).toEqual([false, true]);
});

describe('chosen rows', () => {
  const edit = (ids: readonly number[], afterId: number | null) => ({ kind: 'move', rows: { ids }, listId: LIST, afterId });
  test('move up and down by one, not beyond an end, and not past a row that is not loaded', () => {
    expect(movedUp(those({ range: block(2, 3) }), LIST, shown)).toEqual(edit([12, 13], 10));
    expect(movedUp(those({ range: block(1, 1) }), LIST, shown)).toEqual(edit([11], null));
    expect(movedUp(those({ range: block(0, 1) }), LIST, shown)).toBeNull();
    expect(movedDown(those({ range: block(0, 1) }), LIST, COUNT, shown)).toEqual(edit([10, 11], 12));
    expect(movedDown(those({ range: block(2, 3) }), LIST, COUNT, shown)).toBeNull();
    expect(movedDown(those({ range: block(2, 5) }), LIST, COUNT, { ...shown, idAt: (place) => 10 + place })).toBeNull();
  });
  test('are dropped after the row above the gap, and do not move when they are already there', () => {
    const two = those({ range: block(1, 2) });
    expect([0, 4].map((gap) => dropped(two, gap, LIST, shown))).toEqual([edit([11, 12], null), edit([11, 12], 13)]);
    expect([1, 2, 3].map((gap) => dropped(two, gap, LIST, shown))).toEqual([null, null, null]);
    expect(dropped(two, 6, LIST, shown)).toBeNull();
  });
  test('selected one by one are gathered where they are dropped, after the nearest row that is not moved', () => {
    const apart = those({ picked: [10, 12] });
    expect(dropped(apart, 1, LIST, shown)).toEqual(edit([10, 12], null));
    expect(dropped(apart, 3, LIST, shown)).toEqual(edit([10, 12], 11));
  });
});

test('actions are offered where they are possible', () => {
  const all = { count: COUNT, isFrozen: false, hasOtherLists: true, hasPast: true, hasCell: true, isArranged: false };
  const middle = those({ range: block(1, 1) });
  const everything = ['comments', 'past', 'pastOfCell', 'copy', 'above', 'below', 'duplicate', 'up', 'down', 'list', 'delete'];
  const without = (...actions: readonly string[]) => everything.filter((action) => !actions.includes(action));
  expect(possibleActions(middle, all)).toEqual(everything);
  expect(possibleActions(those({ range: block(0, 1) }), all)).toEqual(without('comments', 'past', 'pastOfCell', 'up'));
  expect(possibleActions(those({ range: block(1, 5) }), all)).toEqual(without('comments', 'past', 'pastOfCell', 'down'));
  expect(possibleActions(middle, { ...all, hasOtherLists: false, hasCell: false })).toEqual(without('pastOfCell', 'list'));
  expect(possibleActions(middle, { ...all, hasPast: false })).toEqual(without('comments', 'past', 'pastOfCell'));
  expect(possibleActions(middle, { ...all, isFrozen: true })).toEqual(['comments', 'past', 'pastOfCell', 'copy']);
});

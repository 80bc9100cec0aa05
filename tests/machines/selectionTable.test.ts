import { expect, test } from 'vitest';
import type { Move } from '../../src/machines/grid/cursor.ts';
import { farthest, isChosen, type TableNow, widenedToColumns, widenedToRows } from '../../src/machines/selection/table.ts';

const table: TableNow = { rows: 9, cols: 5, cursor: { row: 4, col: 2 }, range: null, picked: [7] };
const ranged: TableNow = { ...table, range: { anchor: { row: 6, col: 3 }, reach: { row: 5, col: 1 } } };

test('whole rows and columns are those with a selected cell', () => {
  expect(widenedToRows(table)).toEqual({ anchor: { row: 4, col: 0 }, reach: { row: 4, col: 4 } });
  expect(widenedToRows(ranged)).toEqual({ anchor: { row: 5, col: 0 }, reach: { row: 6, col: 4 } });
  expect(widenedToColumns(ranged)).toEqual({ anchor: { row: 0, col: 1 }, reach: { row: 8, col: 3 } });
});

test('with Ctrl the moving corner goes to an edge of the table, except for Page Up and Page Down', () => {
  const moves: readonly Move[] = ['up', 'down', 'left', 'right', 'home', 'end', 'pageDown'];
  expect(moves.map((move) => farthest(ranged, move))).toEqual([
    { row: 0, col: 1 },
    { row: 8, col: 1 },
    { row: 5, col: 0 },
    { row: 5, col: 4 },
    { row: 0, col: 0 },
    { row: 8, col: 4 },
    null,
  ]);
});

test('a cell is selected by itself or with its row', () => {
  const cells = [
    { row: 5, col: 1 },
    { row: 6, col: 3 },
    { row: 7, col: 2 },
    { row: 5, col: 4 },
    { row: 4, col: 2 },
    { row: 5, col: 0 },
  ];
  expect(cells.map((cell) => isChosen(ranged, cell, 1))).toEqual([true, true, false, false, false, false]);
  expect([7, 8, undefined].map((id) => isChosen(table, table.cursor, id))).toEqual([true, false, false]);
});

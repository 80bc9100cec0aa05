import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import type { Cursor } from '../../src/machines/grid/cursor.ts';
import { blockOf, type CellRange } from '../../src/machines/grid/range.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { selectionModel } from '../../src/machines/selection/selection.model.ts';
import { selectionMachine } from '../../src/machines/selection/selection.ts';
import { cellAt, click, layTablesOut, point, pointAt, press } from './layout.ts';
import { ROWS, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof selectionMachine;
type Event = ModelEvent<Machine>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const [LAST_ROW, LAST_COL] = [ROWS.length - 1, 12];
const QUANTITY = 4;
const elementOf = ({ row, col }: Cursor) => cellAt(row, col);
const at = (row: number, col: number) => ({ at: { x: 0, cell: { row, col }, gap: row } });

/** The table as a person sees it. */
interface World {
  readonly cursor: Cursor;
  readonly range: CellRange | null;
  readonly held: 'cells' | 'rows' | null;
}
const START: World = { cursor: { row: 0, col: QUANTITY }, range: null, held: null };

/** The expected table after an event, as in a spreadsheet. */
function after({ cursor, range, held }: World, event: EventFrom<Machine>): World {
  const anchor = range?.anchor ?? cursor;
  const { top, bottom, left, right } = blockOf(range ?? { anchor: cursor, reach: cursor });
  const chosen = (to: CellRange): World => ({ cursor, range: to, held });
  const rows = (from: number, to: number) => ({ anchor: { row: from, col: 0 }, reach: { row: to, col: LAST_COL } });
  switch (event.type) {
    case 'pointer.released':
    case 'pointer.lost':
      return { cursor, range, held: null };
    case 'cell.pressed':
      return event.isLonger
        ? { cursor, range: { anchor, reach: event.cell }, held: 'cells' }
        : { cursor: event.cell, range: null, held: 'cells' };
    case 'rowNumber.pressed': {
      const from = event.isLonger ? anchor.row : event.cell.row;
      return { cursor: { row: from, col: 0 }, range: rows(from, event.cell.row), held: 'rows' };
    }
    case 'pointer.moved': {
      const reach = event.at.cell ?? cursor;
      return chosen({ anchor, reach: held === 'rows' ? { row: reach.row, col: LAST_COL } : reach });
    }
    case 'wholeTable.asked':
      return chosen(rows(0, LAST_ROW));
    case 'wholeRows.asked':
      return chosen(rows(top, bottom));
    case 'wholeColumns.asked':
      return chosen({ anchor: { row: 0, col: left }, reach: { row: LAST_ROW, col: right } });
    case 'corner.stepped': {
      const { row, col } = range?.reach ?? cursor;
      return chosen({ anchor, reach: { row: event.isFar ? LAST_ROW : Math.min(row + 1, LAST_ROW), col } });
    }
  }
}

/** The table sends its size. The cursor follows from the events here. */
const table = { rows: ROWS.length, cols: LAST_COL + 1, cursor: START.cursor, range: null, picked: [] };

function happening({ cursor }: World): readonly Event[] {
  // A press on the active cell would open it.
  const cell = { row: cursor.row === 0 ? 1 : 0, col: QUANTITY };
  return [
    { type: 'cell.pressed', cell, isLonger: false, table },
    { type: 'cell.pressed', cell: { row: LAST_ROW, col: QUANTITY + 1 }, isLonger: true, table },
    { type: 'rowNumber.pressed', cell: { row: 1, col: 0 }, isLonger: false, table },
    { type: 'rowNumber.pressed', cell: { row: LAST_ROW, col: 0 }, isLonger: true, table },
    { type: 'pointer.moved', ...at(0, QUANTITY - 1) },
    { type: 'pointer.moved', ...at(LAST_ROW, QUANTITY + 2) },
    { type: 'pointer.released' },
    { type: 'pointer.lost' },
    { type: 'wholeTable.asked', table },
    { type: 'wholeRows.asked', table },
    { type: 'wholeColumns.asked', table },
    { type: 'corner.stepped', move: 'down', isFar: false, table },
    { type: 'corner.stepped', move: 'down', isFar: true, table },
  ];
}

function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'cell.pressed':
      return point('mouseDown', elementOf(event.cell), { shiftKey: event.isLonger });
    case 'rowNumber.pressed': {
      // Right of the grip, which would drag the row.
      const { left, top } = elementOf(event.cell).getBoundingClientRect();
      return pointAt('mouseDown', elementOf(event.cell), left + 40, top + 10, { shiftKey: event.isLonger });
    }
    case 'pointer.moved':
      return point('mouseMove', elementOf(event.at.cell as Cursor));
    case 'pointer.released':
      return pointAt('mouseUp', document.body, 0, 0);
    case 'pointer.lost':
      return press('Escape');
    case 'wholeTable.asked':
      return press('a', { ctrlKey: true });
    case 'wholeRows.asked':
      return press(' ', { shiftKey: true });
    case 'wholeColumns.asked':
      return press(' ', { ctrlKey: true });
    case 'corner.stepped':
      return press('ArrowDown', { shiftKey: true, ctrlKey: event.isFar });
  }
}

/** The selected cells by their edges, and their number. */
function chosenOnScreen() {
  const cells = [...document.querySelectorAll<HTMLElement>('[data-index] > [data-col][aria-selected=true]')];
  if (cells.length === 0) return null;
  const rows = cells.map((cell) => Number(cell.parentElement?.dataset.index));
  const cols = cells.map((cell) => Number(cell.dataset.col));
  const block = { top: Math.min(...rows), bottom: Math.max(...rows), left: Math.min(...cols), right: Math.max(...cols) };
  return { ...block, count: cells.length };
}
function chosenIn({ range }: World) {
  if (range === null) return null;
  const { top, bottom, left, right } = blockOf(range);
  return { top, bottom, left, right, count: (bottom - top + 1) * (right - left + 1) };
}
const focused = () => {
  const cell = document.activeElement as HTMLElement;
  return { row: Number(cell.parentElement?.dataset.index), col: Number(cell.dataset.col) };
};

/** A list with the cursor in its first quantity. */
async function showHere() {
  const shown = await showList({});
  await click(cellAt(0, QUANTITY));
  return shown;
}

testView<Machine, World>({
  model: selectionModel,
  start: 'on a list',
  promises: [],
  longest: 12,
  onScreen: {
    first: START,
    next: (world, event) => after(world, event as EventFrom<Machine>),
    events: (_, world) => happening(world),
  },
  async show(_, __, watch) {
    watch(selectionMachine);
    await showHere();
  },
  act: does,
  seen: () => ({ chosen: chosenOnScreen(), cursor: focused() }),
  due(_, past) {
    const world = past.reduce((before, event) => after(before, event as EventFrom<Machine>), START);
    return { chosen: chosenIn(world), cursor: world.cursor };
  },
});

const drag = async (from: HTMLElement, to: HTMLElement) => {
  await point('mouseDown', from);
  await point('mouseMove', to);
};

test('selecting by drag ends where it was when the window loses focus or the browser takes the pointer', async () => {
  await showHere();
  for (const lose of [() => fireEvent.blur(window), () => fireEvent(window, new Event('pointercancel'))]) {
    await drag(cellAt(1, QUANTITY), cellAt(2, QUANTITY));
    await act(async () => void lose());
    await point('mouseMove', cellAt(0, QUANTITY + 2));
    expect(chosenOnScreen()).toEqual({ top: 1, bottom: 2, left: QUANTITY, right: QUANTITY, count: 2 });
    await pointAt('mouseUp', document.body, 0, 0);
    await click(cellAt(0, QUANTITY));
  }
});

test('a mouse button released outside the window ends the drag once the pointer is back', async () => {
  await showHere();
  await drag(cellAt(1, QUANTITY), cellAt(2, QUANTITY));
  await point('mouseMove', cellAt(0, QUANTITY), { buttons: 0 });
  await point('mouseMove', cellAt(0, QUANTITY));
  expect(chosenOnScreen()?.count).toBe(2);
});

test('dragging a finger scrolls and selects nothing', async () => {
  await showHere();
  await act(async () => void fireEvent.pointerDown(cellAt(0, 2), { pointerType: 'touch' }));
  await drag(cellAt(0, 2), cellAt(1, 2));
  expect(chosenOnScreen()).toBeNull();
});

test('deleting a selected row ends the selection of the others too', async () => {
  const { rows } = await showHere();
  await press('a', { ctrlKey: true });
  expect(chosenOnScreen()?.count).toBe(3 * (LAST_COL + 1));
  await act(async () => rows.setWindow(0, ROWS.slice(1), 2));
  expect(chosenOnScreen()).toBeNull();
});

test('a right press on the selection keeps it; elsewhere the cursor goes there', async () => {
  await showHere();
  await point('mouseDown', cellAt(1, QUANTITY), { shiftKey: true });
  await pointAt('mouseUp', document.body, 0, 0);
  await point('mouseDown', cellAt(1, QUANTITY), { button: 2 });
  expect(chosenOnScreen()?.count).toBe(2);
  await point('mouseDown', cellAt(2, QUANTITY), { button: 2 });
  expect([chosenOnScreen(), focused()]).toEqual([null, { row: 2, col: QUANTITY }]);
});

test.each(['ctrlKey', 'metaKey'])('a press with %s picks a row and leaves the cursor where it is', async (key) => {
  await showHere();
  await click(cellAt(2, QUANTITY), { [key]: true });
  const picked = [...document.querySelectorAll<HTMLElement>('[data-index] > [data-col="2"][aria-selected=true]')];
  expect(picked.map(({ parentElement }) => parentElement?.dataset.index)).toEqual(['2']);
  expect(focused()).toEqual({ row: 0, col: QUANTITY });
});

test.each([
  ['that picks its row', QUANTITY, { ctrlKey: true }],
  ['that selects up to it', QUANTITY, { shiftKey: true }],
  ['on the number of its row', 0, {}],
])('a press on a cell %s brings the focus into the table', async (_, col, keys) => {
  await showHere();
  (document.activeElement as HTMLElement).blur();
  const { left, top } = cellAt(1, col).getBoundingClientRect();
  // Right of the grip, which would drag the row.
  await pointAt('mouseDown', cellAt(1, col), left + 40, top + 10, keys);
  expect(document.activeElement?.closest('[role=grid]')).toBe(cellAt(1, col).closest('[role=grid]'));
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import type { FoundCells } from '../../domain/api/estimateShapes.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { findMachine } from '../../src/machines/find/find.ts';
import type { Cursor } from '../../src/machines/grid/cursor.ts';
import { gridModel } from '../../src/machines/grid/grid.model.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { blockOf } from '../../src/machines/grid/range.ts';
import { SUBJECT } from '../../src/machines/numberCell/numberCell.model.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import type { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { settled } from '../model/world.ts';
import { cellAt, click, layTablesOut, press } from './layout.ts';
import { ROWS, showList } from './listStage.tsx';
import { type OnScreen, type Running, testView } from './viewWalk.ts';

type Machine = typeof gridMachine;
type Snapshot = SnapshotFrom<Machine>;

const [WIDE, NARROW] = [
  [
    'place',
    'code',
    'name',
    'unit',
    'quantity',
    'labour',
    'materials',
    'tools',
    'per unit',
    'all labour',
    'all materials',
    'all tools',
    'total',
  ],
  ['name', 'quantity', 'unit', 'total', 'labour', 'materials', 'tools', 'per unit', 'all labour', 'all materials', 'all tools'],
];
const QUANTITY = 4;
/** The second row is a heading, so it has no quantity. */
const rowsHere: readonly Row[] = ROWS.map((row) => (row.name === 'Kerb' ? { ...row, kind: 'section' } : row));
const subjectOf = ({ id, quantity }: Row): Subject => ({ ...SUBJECT, key: `${id} quantity`, id, value: quantity });

let rows: RowStore<Row>;
let isNarrow = false;
let turned = () => {};

beforeEach(() => {
  layTablesOut();
  isNarrow = false;
  window.matchMedia = ((query: string) => ({
    matches: isNarrow && query.includes('720px'),
    addEventListener: (_: string, listener: () => void) => {
      turned = listener;
    },
    removeEventListener: () => undefined,
  })) as never;
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'matchMedia');
  vi.restoreAllMocks();
});

interface World {
  readonly isNarrow: boolean;
  /** Its cell was asked to open, and has not reported that it did. */
  readonly isOpening: boolean;
  /** Rows have another order than in the model. */
  readonly isOver: boolean;
}
const layout = (narrow: boolean) => (narrow ? NARROW : WIDE) as readonly string[];

/** The events a person can cause now, and those from elsewhere. */
function eventsHere({ value, context }: Snapshot, world: World): readonly EventFrom<Machine>[] {
  const { cursor, rows: count, inHand } = context;
  const moves = (['up', 'down', 'left', 'right'] as const).map((move) => ({ type: 'cursor.moved', move }) as const);
  const column = layout(world.isNarrow)[cursor.col] ?? '';
  const turnedCol = layout(!world.isNarrow).indexOf(column);
  const turning = turnedCol === -1 ? [] : [{ type: 'columns.laid', cols: layout(!world.isNarrow).length, col: turnedCol } as const];
  const opening = world.isOpening && inHand !== null ? [{ type: 'cell.opened', key: inHand } as const] : [];
  if (world.isOver) return [];
  if (world.isNarrow) return [...turning, ...(value === 'navigating' ? moves : [])];
  const elsewhere: readonly unknown[] = [
    ...turning,
    ...opening,
    { type: 'mine.kept', subject: subjectOf(rowsHere[2] as Row) },
    ...(cursor.row < 2 ? [{ type: 'rows.counted', rows: count === 3 ? 2 : 3 }] : []),
    ...(cursor.row + 1 < count ? [{ type: 'row.carried', row: cursor.row + 1 }] : []),
    ...rowsHere.map((row) => ({ type: 'cell.rested', key: subjectOf(row).key })),
  ];
  const cell = { row: 0, col: QUANTITY };
  const isThere = cursor.row === cell.row && cursor.col === cell.col;
  const own: Readonly<Record<string, readonly unknown[]>> = {
    away: [
      { type: 'grid.entered' },
      { type: 'cursor.placed', cursor: cell },
      { type: 'range.placed', range: { anchor: { row: 1, col: 2 }, reach: { row: 1, col: 2 } }, cursor: { row: 1, col: 2 } },
    ],
    navigating: [
      ...moves,
      { type: 'grid.left' },
      ...(isThere ? [] : [{ type: 'cursor.placed', cursor: cell }]),
      { type: 'range.stretched', to: { row: 1, col: QUANTITY + 1 } },
      { type: 'range.moved', move: 'up' },
      { type: 'range.placed', range: { anchor: { row: 1, col: 0 }, reach: { row: 1, col: WIDE.length - 1 } }, cursor: { row: 1, col: 0 } },
      { type: 'row.picked', id: 7, row: 0 },
      { type: 'edit.started', draft: null },
      { type: 'edit.reverted' },
    ],
    editing: [{ type: 'edit.committed', text: '2', next: 'enter' }, { type: 'edit.reverted' }],
  };
  return [...elsewhere, ...(own[value] ?? [])] as readonly EventFrom<Machine>[];
}

/** Selects the hit of a search while the focus is in the search field. */
async function find() {
  if (screen.queryByRole('searchbox') === null)
    await act(async () => void fireEvent.keyDown(cellAt(0, QUANTITY), { key: 'f', ctrlKey: true }));
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  await act(async () => void fireEvent.change(field, { target: { value: `${field.value}e` } }));
  await act(settled);
}
/** Rows after somebody else's change. */
const tell = (now: readonly Row[]) => act(async () => rows.setWindow(0, now, now.length));
const carried = ({ row }: Cursor) =>
  rowsHere.map((here, index) => (index === row ? rowsHere[row + 1] : index === row + 1 ? rowsHere[row] : here)) as Row[];

async function does(event: EventFrom<Machine>, running: Running<Machine>): Promise<void> {
  const { context, value } = running.snapshot();
  switch (event.type) {
    case 'grid.entered':
      return act(async () => document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus());
    case 'grid.left':
      return act(async () => (document.activeElement as HTMLElement).blur());
    case 'cursor.moved':
      return press({ up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' }[event.move as 'up'] as string);
    case 'cursor.placed':
      return click(cellAt(event.cursor.row, event.cursor.col));
    case 'range.stretched':
      return click(cellAt(event.to.row, event.to.col), { shiftKey: true });
    case 'range.moved':
      return press('ArrowUp', { shiftKey: true });
    case 'range.placed':
      return value === 'away' ? find() : click(cellAt(event.cursor.row, 0));
    case 'row.picked':
      return click(cellAt(event.row, QUANTITY), { ctrlKey: true });
    case 'edit.started':
      return press('F2');
    case 'edit.committed':
      fireEvent.change(screen.getByRole('textbox', { name: 'Quantity' }), { target: { value: event.text } });
      return press('Enter');
    case 'edit.reverted':
      return press('Escape');
    case 'rows.counted':
      return tell(rowsHere.slice(0, event.rows));
    case 'row.carried':
      return tell(carried(context.cursor).slice(0, context.rows));
    case 'columns.laid':
      isNarrow = !isNarrow;
      return act(async () => turned());
    case 'text.typedAhead':
    case 'rows.arrived':
      throw new Error('All rows are read here');
    case 'table.closed':
      throw new Error('The table goes at the end of each walk');
    // The cells are stand-ins, so the test sends their events.
    case 'cell.opened':
    case 'cell.rested':
    case 'mine.kept':
      return act(async () => running.send(event));
  }
}

/** The selected cells by their rows and columns. */
function dueChosen({ range, picked, rows: count, cols }: Snapshot['context']): readonly string[] {
  const block = range && blockOf(range);
  const isChosen = (row: number, col: number) =>
    picked.includes(rowsHere[row]?.id ?? 0) ||
    (block !== null && row >= block.top && row <= block.bottom && col >= block.left && col <= block.right);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: cols }, (__, col) => (isChosen(row, col) ? [`${row}:${col}`] : [])).flat(),
  ).flat();
}
const indexOf = (cell: Element | null | undefined) =>
  cell instanceof HTMLElement ? `${cell.parentElement?.dataset.index}:${cell.dataset.col}` : null;

const cell = numberCellMachine.provide({
  actions: { reportOpened: () => undefined, reportRested: () => undefined, handOver: () => undefined },
});
const onScreen: OnScreen<Machine, World> = {
  first: { isNarrow: false, isOpening: false, isOver: false },
  events: eventsHere,
  next: (before, { type }) => ({
    isNarrow: before.isNarrow !== (type === 'columns.laid'),
    isOpening: type === 'edit.started',
    isOver: type === 'row.carried',
  }),
};

testView<Machine, World>({
  model: {
    ...gridModel,
    starts: (queue) => ({
      away: {
        rows: 3,
        cols: WIDE.length,
        col: QUANTITY,
        queue,
        subjectAt: ({ row, col }) => (col === QUANTITY && rowsHere[row]?.kind === 'row' ? subjectOf(rowsHere[row]) : null),
      },
    }),
  },
  start: 'away',
  promises: [],
  longest: 20,
  // Rows are written in writing.view.test.tsx.
  elsewhere: [
    '#grid -- rows.arrived -> (stays)',
    '#grid.navigating -- text.typedAhead -> (stays)',
    '#grid.navigating -- rows.arrived[0] -> (stays)',
    '#grid.navigating -- rows.arrived[1] -> (stays)',
    '#grid.navigating -- edit.reverted[1] -> (stays)',
    '#grid.editing -- edit.committed[0] -> #grid.navigating',
  ],
  onScreen,
  async show(ready) {
    const search = fromPromise<FoundCells, { text: string; rowId: number | null }>(async () => ({
      places: [1],
      fields: ['name'],
      total: 1,
    }));
    const find = findMachine.provide({ actors: { search }, delays: { typing: 0 } });
    ({ rows } = await showList({ grid: ready(gridMachine.provide({ actors: { cell } })), find }, rowsHere));
  },
  act: does,
  seen: () => {
    const editor = screen.queryByRole('textbox', { name: 'Quantity' });
    return {
      cursor: indexOf(editor?.parentElement ?? document.querySelector('[role=grid] [tabindex="0"]')),
      isTyping: editor !== null && editor === document.activeElement,
      isHere: screen.getByRole('grid').contains(document.activeElement),
      chosen: [...document.querySelectorAll('[data-index] > [aria-selected=true]')].map(indexOf),
      count: screen.getByRole('grid').getAttribute('aria-rowcount'),
    };
  },
  due: ({ value, context }) => ({
    cursor: `${context.cursor.row}:${context.cursor.col}`,
    isTyping: value === 'editing',
    isHere: value !== 'away',
    chosen: dueChosen(context),
    count: String(context.rows + 3),
  }),
});

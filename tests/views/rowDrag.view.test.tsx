import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import type { Row } from '../../domain/api/shapes.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { rowDragModel } from '../../src/machines/rowDrag/rowDrag.model.ts';
import { rowDragMachine } from '../../src/machines/rowDrag/rowDrag.ts';
import { type RowEdit, rowEditMachine } from '../../src/machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { cellAt, HEIGHT, layTablesOut, pointAt, press } from './layout.ts';
import { ROWS, rowNamed, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof rowDragMachine;
type Event = ModelEvent<Machine>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const TOP = 32;
const CELL = { row: 0, col: 0 };
let moved: RowEdit[] = [];
let rows: RowStore<Row>;

/** Somebody else adds or removes a row. An edit of the person's own loads the list again, with the server's three rows. */
interface World {
  readonly count: number;
  readonly isChosen: boolean;
}
function next({ count, isChosen }: World, event: Event, _: SnapshotFrom<Machine>, from: SnapshotFrom<Machine>): World {
  if (event.type === 'rows.taken') return { count, isChosen: true };
  if (event.type === 'rows.counted') return { count: count === 3 ? 4 : 3, isChosen: false };
  const isMoved = event.type === 'pointer.released' && (from.context.gap ?? 0) > 1;
  return isMoved && count === 4 ? { count: 3, isChosen: false } : { count, isChosen };
}
const over = (gap: number) => ({ at: { x: 5, cell: { row: gap - 1, col: 0 }, gap } });

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'rows.taken':
      return pointAt('mouseDown', cellAt(0, 0), 5, TOP + 5);
    case 'pointer.moved':
      return pointAt('mouseMove', cellAt(0, 0), 5, TOP + (event.at.gap ?? 0) * HEIGHT - 5);
    case 'pointer.released':
      return pointAt('mouseUp', document.body, 0, 0);
    case 'pointer.lost':
      return press('Escape');
    case 'rows.counted': {
      const others = rows.size() === 3 ? [...ROWS, rowNamed(10, 'Gully')] : ROWS;
      return act(async () => rows.setWindow(0, others, others.length));
    }
  }
}

const line = () => document.querySelector<HTMLElement>('[class*=dropLine]');
const gapOfLine = () => (line() === null ? null : (Number.parseFloat(line()?.style.top ?? '') + 1 - TOP) / HEIGHT);

testView<Machine, World>({
  model: rowDragModel,
  start: 'on a list',
  promises: [],
  longest: 12,
  onScreen: {
    first: { count: 3, isChosen: false },
    next,
    events: (_, { isChosen }) => [
      { type: 'rows.taken', cell: CELL, isChosen, table: { rows: 3, cols: 13, cursor: CELL, range: null, picked: [] } },
      { type: 'pointer.moved', ...over(1) },
      { type: 'pointer.moved', ...over(3) },
      { type: 'pointer.released' },
      { type: 'pointer.lost' },
      { type: 'rows.counted' },
    ],
  },
  async show(_, __, watch) {
    watch(rowDragMachine);
    moved = [];
    const doEdit = fromPromise<readonly number[], { edit: RowEdit | null }>(async ({ input: { edit } }) => {
      if (edit !== null) moved.push(edit);
      return [];
    });
    ({ rows } = await showList({ rowEdits: rowEditMachine.provide({ actors: { doEdit } }) }));
  },
  act: does,
  seen: () => ({ gap: gapOfLine(), moved }),
  due({ context: { gap } }, past) {
    // Rows move only when they are dropped at another position: after the row above it.
    let held = 0;
    const moves = past.flatMap((event) => {
      if (event.type === 'rows.taken' || event.type === 'pointer.lost' || event.type === 'rows.counted') held = 0;
      if (event.type === 'pointer.moved' && 'at' in event) held = event.at.gap ?? held;
      return event.type === 'pointer.released' && held > 1 ? [held] : [];
    });
    return { gap, moved: moves.map((to) => ({ kind: 'move', rows: { ids: [7] }, listId: 12, afterId: ROWS[to - 1]?.id })) };
  },
});

import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import type { Row } from '../../domain/api/shapes.ts';
import { awaitedRowsModel } from '../../src/machines/awaitedRows/awaitedRows.model.ts';
import { awaitedRowsMachine } from '../../src/machines/awaitedRows/awaitedRows.ts';
import { type BlockOutcome, blockEditMachine } from '../../src/machines/blockEdit/blockEdit.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { type RowEdit, rowEditMachine } from '../../src/machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { cellAt, click, layTablesOut, press } from './layout.ts';
import { ROWS, rowNamed, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof awaitedRowsMachine;
type Event = ModelEvent<Machine>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const QUANTITY = 4;
/** The row made by an edit, as the list holds it after loading. */
const MADE = rowNamed(10, 'Gully');
let rows: RowStore<Row>;

interface World {
  readonly row: number;
  readonly count: number;
  readonly wanted: 'rows' | number | null;
  /** The row whose two cells are selected. */
  readonly chosen: number | null;
}
const START: World = { row: 0, count: 3, wanted: null, chosen: null };

function after(world: World, event: Event): World {
  const { row, count, wanted } = world;
  switch (event.type) {
    case 'rows.awaited':
      return { ...world, wanted: 'rows' };
    case 'block.awaited':
      return { ...world, wanted: row };
    case 'table.used':
      return { ...world, row: row === 0 ? 1 : row - 1, wanted: null, chosen: null };
    default: {
      const isThere = 'places' in event && event.places.length > 0;
      const now = isThere ? 4 : 3;
      const read = { ...world, count: now, row: Math.min(row, now - 1), chosen: now === count ? world.chosen : null };
      if (wanted === 'rows') return isThere ? { ...read, row: 3, chosen: null, wanted: null } : read;
      return wanted === null ? read : { ...read, row: wanted, chosen: wanted, wanted: null };
    }
  }
}

async function does(event: EventFrom<Machine>): Promise<void> {
  const focused = document.activeElement as HTMLElement;
  switch (event.type) {
    case 'rows.awaited':
      return press(focused.parentElement?.dataset.index === '0' ? 'ArrowDown' : 'ArrowUp', { altKey: true });
    case 'block.awaited':
      return act(async () => {
        fireEvent(focused, createEvent.paste(focused, { clipboardData: { getData: () => '1\t2' } }));
      });
    case 'rows.arrived': {
      const read = event.places.length > 0 ? [...ROWS, MADE] : ROWS;
      return act(async () => rows.setWindow(0, read, read.length));
    }
    case 'table.used':
      return press(focused.parentElement?.dataset.index === '0' ? 'ArrowDown' : 'ArrowUp');
  }
}

testView<Machine, World>({
  model: awaitedRowsModel,
  start: 'on a list',
  promises: [],
  longest: 12,
  onScreen: {
    first: START,
    next: after,
    events: (_, { row }) => [
      { type: 'rows.awaited', ids: [MADE.id] },
      // Two cells of the cursor's row.
      { type: 'block.awaited', block: { top: row, bottom: row, left: QUANTITY, right: QUANTITY + 1 } },
      { type: 'rows.arrived', places: [] },
      { type: 'rows.arrived', places: [3] },
      { type: 'table.used' },
    ],
  },
  async show(_, __, watch) {
    watch(awaitedRowsMachine);
    // The visible rows are loaded; the test decides when they are loaded again.
    const windows = rowWindowMachine.provide({ actors: { loadChunk: fromPromise(() => new Promise(() => undefined)) as never } });
    const rowEdits = rowEditMachine.provide({
      actors: { doEdit: fromPromise<readonly number[], { edit: RowEdit | null }>(async () => [MADE.id]) },
    });
    const doBlock = fromPromise<BlockOutcome>(async () => ({ ids: [7] })) as never;
    ({ rows } = await showList({ windows, rowEdits, blocks: blockEditMachine.provide({ actors: { doBlock } }) }));
    await act(async () => rows.setWindow(0, ROWS, ROWS.length));
    await screen.findByText('Gravel bed');
    // The code of the tools is loaded later.
    await waitFor(() => expect(screen.getByRole('grid').closest('[data-movable=true]')).not.toBeNull());
    await click(cellAt(0, QUANTITY));
  },
  act: does,
  seen() {
    const chosen = [...document.querySelectorAll<HTMLElement>('[data-col][aria-selected=true]')];
    const cursor = document.activeElement?.parentElement?.dataset.index;
    return { cursor, chosen: chosen.map((cell) => `${cell.parentElement?.dataset.index} ${cell.dataset.col}`) };
  },
  due(_, past) {
    const { row, chosen } = past.reduce(after, START);
    return { cursor: String(row), chosen: chosen === null ? [] : [`${chosen} ${QUANTITY}`, `${chosen} ${QUANTITY + 1}`] };
  },
});

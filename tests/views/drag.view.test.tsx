import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, vi } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import { dragModel } from '../../src/machines/drag/drag.model.ts';
import { dragMachine } from '../../src/machines/drag/drag.ts';
import type { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { type RowEdit, rowEditMachine } from '../../src/machines/rowEdit/rowEdit.ts';
import type { ColumnWidths } from '../../src/views/grid/widths.ts';
import { cellOf, HEIGHT, layTablesOut, pointAt, press } from './layout.ts';
import { showList } from './listStage.tsx';
import { type OnScreen, testView } from './viewWalk.ts';

type Machine = typeof dragMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const TOP = 32;
let moved: RowEdit[] = [];
let widths: ValueStore<ColumnWidths>;

async function showHere(watch: (machine: Machine) => Machine): Promise<void> {
  watch(dragMachine);
  moved = [];
  const doEdit = fromPromise<readonly number[], { edit: RowEdit | null }>(async ({ input: { edit } }) => {
    if (edit !== null) moved.push(edit);
    return [];
  });
  ({ widths } = await showList({ rowEdits: rowEditMachine.provide({ actors: { doEdit } }) }));
}

/** What is taken at one point and carried to others. */
const dragging = (start: () => Promise<void>, carry: (to: number) => Promise<void>) => async (event: EventFrom<Machine>) => {
  switch (event.type) {
    case 'drag.begun':
      await start();
      return carry(event.to);
    case 'drag.moved':
      return carry(event.to);
    case 'drag.ended':
      return pointAt('mouseUp', document.body, 0, 0);
    case 'drag.dropped':
      return press('Escape');
  }
};

/** The same thing, always taken and carried to the same places. */
const carried = (what: string, taken: number, put: number): OnScreen<Machine, null> => ({
  first: null,
  next: () => null,
  events: () => [
    { type: 'drag.begun', what, to: taken },
    { type: 'drag.moved', to: put },
    { type: 'drag.ended' },
    { type: 'drag.dropped' },
  ],
});

describe('a row by its grip', () => {
  const number = () => cellOf('Gravel bed', 'place');
  const line = () => document.querySelector<HTMLElement>('[class*=dropLine]');
  const gapAt = (y: number) => (y - TOP) / HEIGHT;
  testView<Machine>({
    model: dragModel,
    start: 'at rest',
    promises: [],
    longest: 12,
    onScreen: carried('rows', 2, 3),
    show: (_, __, watch) => showHere(watch),
    act: dragging(
      () => pointAt('mouseDown', number(), 5, TOP + 5),
      (to) => pointAt('mouseMove', number(), 5, TOP + to * HEIGHT - 5),
    ),
    seen: () => ({ gap: line() === null ? null : gapAt(Number.parseFloat(line()?.style.top ?? '') + 1), moved }),
    due({ context: { dragged } }, past) {
      const ends = past.flatMap(({ type }, at) => (type === 'drag.ended' ? [past[at - 1]] : []));
      const after = ends.map((last) => (last !== undefined && 'to' in last && last.to === 3 ? 9 : 8));
      return {
        gap: dragged?.to ?? null,
        moved: after.map((afterId) => ({ kind: 'move', rows: { ids: [7] }, listId: 12, afterId })),
      };
    },
  });
});

describe('a column by the edge of its heading', () => {
  const heading = () => screen.getByRole('columnheader', { name: 'Code' });
  testView<Machine>({
    model: dragModel,
    start: 'at rest',
    promises: [],
    longest: 12,
    onScreen: carried('code', 120, 150),
    show: (_, __, watch) => showHere(watch),
    // The column is 100 px wide, and ends at 200 px.
    act: dragging(
      () => pointAt('mouseDown', heading(), 200, 20),
      (to) => pointAt('mouseMove', heading(), 100 + to, 20),
    ),
    seen: () => widths.get()?.code ?? null,
    due({ context: { dragged } }, past) {
      if (dragged !== null) return dragged.to;
      const kept = past.flatMap(({ type }, at) => (type === 'drag.ended' ? [past[at - 1]] : [])).at(-1);
      return kept !== undefined && 'to' in kept ? kept.to : null;
    },
  });
});

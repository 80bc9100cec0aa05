import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { AS_STORED, isArranged, isFolded } from '../../domain/rowView.ts';
import { rowViewModel } from '../../src/machines/rowView/rowView.model.ts';
import { rowViewMachine } from '../../src/machines/rowView/rowView.ts';
import { cellAt, layTablesOut, pressButton } from './layout.ts';
import { type ListShown, rowNamed, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof rowViewMachine;
type Snapshot = SnapshotFrom<Machine>;

// Fetched as soon as a browser has nothing else to do.
beforeAll(() => import('../../src/views/sections/ViewChips.tsx').then(() => undefined));
beforeEach(() => {
  layTablesOut();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const GROUND = rowNamed(7, 'Ground', { kind: 'section', code: '1', level: 1, row_count: 2 });
const ROWS = [GROUND, ...[8, 9].map((id) => rowNamed(id, `Work ${id}`, { level: 1, section_id: 7 }))];
let list: ListShown;

const inMenu = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('menuitem', { name })));
async function openHeading() {
  await act(async () => void fireEvent.contextMenu(screen.getByRole('columnheader', { name: /^Total$/, description: 'Total amount' })));
}
const dialog = () => screen.queryByRole('dialog', { name: 'Sort and filter' });

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'view.found':
      return act(async () => list.view.set(event.view));
    case 'section.flipped':
      return act(async () => void fireEvent.click(screen.getByRole('button', { name: /^(Fold|Unfold) Ground$/ })));
    case 'level.chosen':
      return act(async () => list.run(event.foldedFrom === null ? 'Unfold all sections' : 'Fold all sections'));
    case 'sections.entered':
      return act(async () => list.entered.set([GROUND]));
    case 'search.began':
      return act(async () => void fireEvent.keyDown(cellAt(0, 2), { key: 'f', ctrlKey: true }));
    case 'search.ended':
      return act(async () => void fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' }));
    case 'arranging.asked':
      await openHeading();
      return inMenu(/^From/);
    case 'arranging.closed':
      return pressButton('Cancel');
    case 'arrangement.given': {
      const form = dialog();
      if (form === null) {
        if (event.arrangement.sort === null) return pressButton('Clear');
        await openHeading();
        return inMenu(/^Descending$/);
      }
      const choice = within(form).getByRole('radio', { name: event.arrangement.sort ? 'Descending' : 'List order' });
      await act(async () => void fireEvent.click(choice));
      return pressButton('Apply');
    }
  }
}

testView<Machine>({
  model: rowViewModel,
  start: 'on a list',
  promises: [],
  longest: 16,
  onScreen: {
    first: null,
    events: ({ context: { view, arranged } }) =>
      arranged !== null
        ? [
            { type: 'arranging.closed' },
            { type: 'arrangement.given', arrangement: { sort: { field: 'total', falling: true }, filters: [] } },
            { type: 'arrangement.given', arrangement: { sort: null, filters: [] } },
          ]
        : [
            { type: 'arranging.asked', field: 'total' },
            { type: 'arrangement.given', arrangement: { sort: { field: 'total', falling: true }, filters: [] } },
            ...(isArranged(view)
              ? ([{ type: 'arrangement.given', arrangement: { sort: null, filters: [] } }] as const)
              : ([
                  { type: 'view.found', view: { ...AS_STORED, foldedFrom: 1 } },
                  { type: 'section.flipped', id: 7 },
                  { type: 'level.chosen', foldedFrom: 1 },
                  { type: 'level.chosen', foldedFrom: null },
                  { type: 'sections.entered', headings: [GROUND] },
                  { type: 'search.began' },
                  { type: 'search.ended', headings: [] },
                ] as const)),
          ],
    next: () => null,
  },
  async show(_ready, _calls, watch) {
    watch(rowViewMachine);
    list = await showList({}, ROWS);
  },
  act: does,
  seen: () => ({
    isFolded: screen.queryByRole('button', { name: 'Unfold Ground' }) !== null,
    chips: screen.queryAllByRole('button', { name: /^Sorted by/ }).map(({ textContent }) => textContent),
    isAsking: dialog() !== null,
    kept: list.view.get() ?? AS_STORED,
  }),
  due: ({ context: { view, arranged } }: Snapshot) => ({
    isFolded: isFolded(view, GROUND),
    chips: isArranged(view) ? ['Sorted by Total amount, descending'] : [],
    isAsking: arranged !== null,
    kept: view,
  }),
});

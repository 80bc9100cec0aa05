import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import { AS_MADE } from '../../domain/columnLayout.ts';
import { columnLayoutModel } from '../../src/machines/columnLayout/columnLayout.model.ts';
import { columnLayoutMachine } from '../../src/machines/columnLayout/columnLayout.ts';
import { silent } from '../../walking/standIns.ts';
import { layTablesOut, pressButton } from './layout.ts';
import { type ListShown, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof columnLayoutMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
let shown: ListShown;

const dialog = () => screen.queryByRole('dialog', { name: 'Columns' });
const tick = (name: string) => act(async () => void fireEvent.click(screen.getByRole('checkbox', { name })));
const headings = () =>
  screen
    .getAllByRole('columnheader')
    .filter((heading) => !heading.hasAttribute('aria-colspan'))
    .map(({ textContent }) => textContent);

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'dialog.opened':
      return act(async () => shown.run('Columns'));
    case 'dialog.closed':
      return pressButton('Done');
    case 'layout.changed':
      return event.change.kind === 'reset' ? pressButton('Reset the columns') : tick('Wrap names to two lines');
  }
}

const COPY = '#columnLayout.copy';
const starts: Readonly<Record<string, readonly string[]>> = {
  'with a layout of this device': [`${COPY}.found -- always[0] -> ${COPY}.sending`],
  'with a layout the server has not taken': [
    `${COPY}.found -- always[1] -> ${COPY}.reading`,
    `${COPY}.reading -- xstate.done.actor.readLayout[0] -> ${COPY}.changed`,
    `${COPY}.reading -- xstate.done.actor.readLayout[1] -> ${COPY}.kept`,
    `${COPY}.reading -- xstate.error.actor.readLayout -> ${COPY}.kept`,
  ],
};
for (const [start, elsewhere] of Object.entries(starts)) {
  const kept = columnLayoutModel.starts(silent)[start];
  testView<Machine>({
    model: columnLayoutModel,
    start,
    promises: ['readLayout', 'sendLayout'],
    longest: 20,
    elsewhere,
    onScreen: {
      first: null,
      next: () => null,
      // The layout is changed in the dialog.
      events: (snapshot) =>
        columnLayoutModel.events(snapshot).filter((event) => {
          if (event.type === 'dialog.opened') return snapshot.value.dialog === 'closed';
          if ('change' in event && event.change.kind === 'wrapped' && snapshot.context.layout.wraps) return false;
          return !event.type.includes('.c') || event.type.startsWith('xstate') || snapshot.value.dialog === 'open';
        }),
    },
    async show(ready) {
      shown = await showList({ layout: ready(columnLayoutMachine), ...(kept && { kept }) });
    },
    act: does,
    seen: () => ({
      isOpen: dialog() !== null,
      wraps: document.querySelector('[data-index] > [class*=wraps]') !== null,
      isUnsent: shown.layout.get()?.isUnsent,
    }),
    due: ({ value, context: { layout, isUnsent } }) => ({ isOpen: value.dialog === 'open', wraps: layout.wraps, isUnsent }),
  });
}

test('columns are hidden, moved by keys and frozen; the name cannot be hidden, and keys go on where the focus was', async () => {
  shown = await showList({});
  await act(async () => shown.run('Columns'));
  const line = (name: string) => within(screen.getByRole('checkbox', { name }).closest('li') as HTMLElement);
  expect(screen.getByRole('checkbox', { name: 'Name' }).getAttribute('aria-disabled')).toBe('true');
  await tick('Code');
  const quantity = screen.getByRole('checkbox', { name: 'Quantity' });
  quantity.focus();
  for (const _ of [1, 2]) await act(async () => void fireEvent.keyDown(quantity, { key: 'ArrowUp', altKey: true }));
  await act(async () => void fireEvent.click(line('Quantity').getByRole('button', { name: 'Move down: Quantity' })));
  await act(async () => void fireEvent.click(line('Unit').getByRole('button', { name: 'Freeze up to here: Unit' })));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Quantity' }));
  expect(shown.layout.get()?.layout).toMatchObject({ hidden: ['code'], frozen: 'unit' });
  await pressButton('Done');
  expect(headings().slice(0, 5)).toEqual(['Row', 'Name', 'Quantity', 'Unit', 'Labour']);
  await act(async () => shown.run('Columns'));
  await pressButton('Reset the columns');
  expect(shown.layout.get()?.layout).toEqual(AS_MADE);
});

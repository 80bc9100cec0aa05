import { act, cleanup, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import { AS_MADE, type ColumnLayout } from '../../domain/columnLayout.ts';
import { copyModelOf } from '../../src/machines/ownCopy/ownCopy.model.ts';
import { ownCopy } from '../../src/machines/ownCopy/ownCopy.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { useWidest } from '../../src/views/grid/widths.ts';
import { silent } from '../../walking/standIns.ts';
import { layTablesOut, pressButton } from './layout.ts';
import { type ListShown, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

const layoutCopy = ownCopy<ColumnLayout>(AS_MADE, '8.41 Columns are hidden, reordered and frozen');
const model = copyModelOf<ColumnLayout>(layoutCopy, AS_MADE, { ...AS_MADE, wraps: true });
type Machine = typeof layoutCopy;

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

/** Changes the layout in its dialog, which stays open. */
const does = (event: EventFrom<Machine>): void | Promise<void> => {
  if (event.type === 'value.changed') return event.value.wraps ? tick('Wrap names to two lines') : pressButton('Reset the columns');
};

const READ = '#ownCopy.reading';
// The machine sends again by itself; a list that was left is sent when the next one is opened.
const RETRY = '#ownCopy.waiting -- retry.requested -> #ownCopy.sending';
const starts: Readonly<Record<string, readonly string[]>> = {
  'with a value of this device': ['#ownCopy.found -- always[0] -> #ownCopy.sending', RETRY],
  'with a value the server has not taken': [
    '#ownCopy.found -- always[1] -> #ownCopy.reading',
    `${READ} -- xstate.done.actor.readCopy[0] -> #ownCopy.changed`,
    `${READ} -- xstate.done.actor.readCopy[1] -> #ownCopy.kept`,
    `${READ} -- xstate.error.actor.readCopy -> #ownCopy.kept`,
    RETRY,
  ],
};
for (const [start, elsewhere] of Object.entries(starts)) {
  const kept = model.starts(silent)[start];
  testView<Machine>({
    model,
    start,
    promises: ['readCopy', 'sendCopy'],
    longest: 20,
    elsewhere,
    onScreen: {
      first: null,
      next: () => null,
      events: (snapshot) => model.events(snapshot).filter(({ type }) => type !== 'retry.requested'),
    },
    async show(ready) {
      shown = await showList({ layout: ready(layoutCopy), ...(kept && { kept }) });
      await act(async () => shown.run('Columns'));
    },
    act: does,
    seen: () => ({
      isOpen: dialog() !== null,
      wraps: document.querySelector('[data-index] > [class*=wraps]') !== null,
      isUnsent: shown.layout.get()?.isUnsent,
    }),
    due: ({ context: { value, isUnsent } }) => ({ isOpen: true, wraps: value.wraps, isUnsent }),
  });
}

test('columns are hidden, moved by keys and frozen; the name cannot be hidden, and keys go on where the focus was', async () => {
  shown = await showList({});
  await act(async () => shown.run('Columns'));
  const line = (name: string) => within(screen.getByRole('checkbox', { name }).closest('li') as HTMLElement);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Name' }).disabled).toBe(true);
  await tick('Code');
  const quantity = screen.getByRole('checkbox', { name: 'Quantity' });
  quantity.focus();
  for (const _ of [1, 2]) await act(async () => void fireEvent.keyDown(quantity, { key: 'ArrowUp', altKey: true }));
  await act(async () => void fireEvent.click(line('Quantity').getByRole('button', { name: 'Move down: Quantity' })));
  await act(async () => void fireEvent.click(line('Unit').getByRole('button', { name: 'Freeze up to here: Unit' })));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Quantity' }));
  expect(shown.layout.get()?.value).toMatchObject({ hidden: ['code'], frozen: 'unit' });
  await pressButton('Done');
  expect(headings().slice(0, 5)).toEqual(['Row', 'Name', 'Quantity', 'Unit', 'Labour']);
  await act(async () => shown.run('Columns'));
  await pressButton('Reset the columns');
  expect(shown.layout.get()?.value).toEqual(AS_MADE);
});

test('a column becomes as wide as the longest figure that has come, and never narrower', () => {
  const rows = new RowStore<{ readonly id: number; readonly total: string }>();
  const total = ({ total: figure }: { readonly total: string }) => figure;
  const figures = [{ column: 'total', raw: total, shown: total }];
  const { result } = renderHook(() => useWidest(rows, figures));
  const widths = ['1.00', '1000000.00', '10.00'].map((figure, at) => {
    act(() => rows.setWindow(0, [{ id: at + 1, total: figure }], 1));
    return result.current.total ?? 0;
  });
  const [first = 0, second = 0, third] = widths;
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(third).toBe(second);
});

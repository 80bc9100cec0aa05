import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { VersionSummary } from '../../domain/api/shapes.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import { ActionStore } from '../../src/machines/palette/actionStore.ts';
import { EstimateProvider } from '../../src/views/estimate/context.ts';
import { EstimateSummary } from '../../src/views/estimate/EstimateSummary.tsx';
import type { LineKind, ListChange, ListChanged } from '../../src/views/estimate/needs.ts';
import { ActionsContext } from '../../src/views/palette/actions.ts';
import { paths } from '../../src/views/routing.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { settled } from '../model/world.ts';
import { ABOUT, lineWith, SUMMARY } from './estimateSamples.ts';
import { layTablesOut } from './layout.ts';
import { show, stageFor } from './stage.tsx';

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const amounts = SUMMARY.total;
const line = (id: number, name: string) => lineWith(id, name, amounts);
const THREE: VersionSummary = {
  ...SUMMARY,
  costs: ['Roads', 'Fences', 'Lamps'].map((title, at) => ({ id: 12 + at, order: at, title, ...amounts })),
  additional: [line(21, 'Profit')],
  taxes: [line(31, 'VAT')],
};

/** The summary of three lists on its screen; the changes it asks for are noted, and made by nobody. */
async function shown({ blocked = null, summary = THREE }: { readonly blocked?: string | null; readonly summary?: VersionSummary } = {}) {
  const stage = await stageFor('Ann', '/project/5/version/3');
  const screens = provideScreens(stage.actum);
  const moves: ListChange[] = [];
  const added: LineKind[] = [];
  const listChanges = createActor(
    formDialog<ListChange, string | null, ListChanged>('listChange', '7.3 Lists are opened and changed in the summary').provide({
      actors: {
        submit: fromPromise(async ({ input }) => {
          moves.push(input.subject);
          return { change: input.subject, listId: 0 };
        }),
      },
    }),
  ).start();
  const of = screens.estimate(3);
  const newLine = of.newLine.provide({
    actors: {
      submit: fromPromise(async ({ input }) => {
        added.push(input.subject);
        return line(40, '');
      }),
    },
  });
  of.summary.set(summary);
  const estimate = { ...of, newLine };
  await show(
    stage,
    <ActionsContext value={new ActionStore()}>
      <EstimateProvider
        value={{ estimate, summary, readSummary: () => {}, about: ABOUT, version: undefined, blocked, priced: true, listChanges }}
      >
        <EstimateSummary />
        <Hosts />
      </EstimateProvider>
    </ActionsContext>,
    screens,
  );
  return { moves, added };
}

const rowOf = (name: string) => {
  const row = screen
    .getAllByText(name)
    .map((each) => each.closest<HTMLElement>('[data-index]'))
    .find((each) => each !== null);
  if (row === undefined || row === null) throw new Error(`There is no row ${name}`);
  return row;
};
/** Returns whether the browser still does with the key what it does by itself. */
const press = (target: Element, key: string, more: { readonly altKey?: boolean } = {}) =>
  act(async () => {
    const isLeft = fireEvent.keyDown(target, { key, ...more });
    await settled();
    return isLeft;
  });
const movesOf = (all: readonly ListChange[]) =>
  all.map((change) => (change.kind === 'move' ? [change.list.title, change.afterId] : [change.kind]));

test('Alt with an arrow up or down moves a list past its neighbour, and nothing else does', async () => {
  const { moves, added } = await shown();
  for (const [name, key] of [
    ['Lamps', 'ArrowUp'],
    ['Fences', 'ArrowUp'],
    ['Roads', 'ArrowUp'],
    ['Roads', 'ArrowDown'],
    ['Lamps', 'ArrowDown'],
    ['Fences', 'ArrowLeft'],
    ['Profit', 'ArrowUp'],
  ] as const)
    await press(rowOf(name), key, { altKey: true });
  for (const key of ['ArrowUp', 'ArrowDown']) await press(rowOf('Fences'), key);
  expect(movesOf(moves)).toEqual([
    ['Lamps', 12],
    ['Fences', null],
    ['Roads', 13],
  ]);
  expect([added, await press(rowOf('Lamps'), 'ArrowDown', { altKey: true })]).toEqual([[], false]);
});

test('Insert adds a line below that of its kind, and none on a list', async () => {
  const { added } = await shown();
  const left: boolean[] = [];
  for (const name of ['Subtotal', 'Profit', 'Total', 'VAT', 'Roads']) left.push(await press(rowOf(name), 'Insert'));
  expect(left).toEqual([false, false, false, false, true]);
  expect(added).toEqual(['additional', 'additional', 'tax', 'tax']);
});

test('where nothing can be edited no key moves a list or adds a line', async () => {
  const { moves, added } = await shown({ blocked: 'This version is frozen.' });
  await press(rowOf('Lamps'), 'ArrowUp', { altKey: true });
  await press(rowOf('Subtotal'), 'Insert');
  expect([moves, added]).toEqual([[], []]);
});

/** Presses Enter in the last cell of a row, that of its actions, in the one before, an amount, or in the first. */
async function enter(name: string, where: 'first' | 'amount' | 'last') {
  const cells = rowOf(name).querySelectorAll<HTMLElement>('[data-col]');
  const cell = cells[{ first: 0, amount: cells.length - 2, last: cells.length - 1 }[where]];
  if (cell === undefined) throw new Error('The row has no cells');
  await act(async () => {
    fireEvent.pointerDown(cell, { button: 0 });
    fireEvent.mouseDown(cell, { button: 0 });
    fireEvent.pointerUp(cell, { button: 0 });
    await settled();
  });
  await press(document.activeElement ?? cell, 'Enter');
}

test('Enter in the cell of a list’s actions opens their menu', async () => {
  await shown();
  await enter('Fences', 'last');
  expect(screen.getByRole('menu').textContent).toContain('Rename');
  expect(location.pathname).toBe('/project/5/version/3');
});

test('Enter in another cell of a list opens the list', async () => {
  await shown();
  await enter('Fences', 'first');
  expect(location.pathname).toBe(paths.list(5, 3, 13));
});

test.each([
  ['asks before the line is removed', false],
  ['does nothing in a frozen version', true],
])('Enter in the cell of a line’s actions %s', async (_, frozen) => {
  await shown({ summary: { ...THREE, frozen } });
  await enter('Profit', 'last');
  expect(screen.queryByText('Delete “Profit”?') === null).toBe(frozen);
});

test.each([
  ['an amount of a line', 'Profit', 'amount'],
  ['the last cell of a sum', 'Subtotal', 'last'],
] as const)('Enter in %s asks nothing', async (_, name, where) => {
  await shown();
  await enter(name, where);
  expect([screen.queryByRole('dialog'), screen.queryByRole('alertdialog'), screen.queryByRole('menu')]).toEqual([null, null, null]);
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { Unanswered } from '../../domain/api/call.ts';
import type { SuggestedRow } from '../../domain/api/estimateShapes.ts';
import { type Suggestion, suggestionMachine } from '../../src/machines/suggestion/suggestion.ts';
import { heldQueue } from './cellQueue.ts';
import { cellAt, click, layTablesOut, press } from './layout.ts';
import { showList } from './listStage.tsx';

const [NAME, UNIT, QUANTITY] = [2, 3, 4];
beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const gravel: SuggestedRow = {
  id: 900,
  code: '05-1',
  name: 'Gravel bed 30 cm',
  unit: 'm³',
  unit_labour: '2.5',
  unit_materials: '4',
  unit_tools: '0',
  unit_total: '6.5',
  project_name: 'Old Yard',
  list_title: 'Ground',
  currency: 'EUR',
};
const offers: Readonly<Record<string, readonly Suggestion[]>> = {
  unit: ['m', 'm²', 'm³'].map((name) => ({ kind: 'unit', name, detail: '' })),
  name: [
    { kind: 'row', row: gravel },
    { kind: 'row', row: { ...gravel, id: 901, name: 'Gravel path' } },
  ],
};

async function open() {
  const held = heldQueue();
  let isAway = false;
  const suggest = fromPromise<readonly Suggestion[], { field: string; text: string }>(async ({ input: { field, text } }) => {
    if (isAway) throw new Unanswered('offline');
    return text === 'none' ? [] : (offers[field] ?? []);
  });
  const suggestions = suggestionMachine.provide({ actors: { suggest: suggest as never }, delays: { typing: 0 } });
  await showList({ queue: held.queue, suggestions });
  return {
    ...held,
    goAway: () => {
      isAway = true;
    },
    edits: () => held.queue.getSnapshot().context.edits,
  };
}
async function type(text: string) {
  const field = document.activeElement as HTMLInputElement;
  await act(async () => void fireEvent.input(field, { target: { value: text } }));
}
const offered = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);
const highlighted = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;

test('a unit is suggested as its cell opens; arrows highlight, Enter takes the highlighted one, and any other text is kept', async () => {
  const { edits } = await open();
  await click(cellAt(0, UNIT));
  await press('F2');
  expect(await offered()).toEqual(['m', 'm²', 'm³']);
  const field = screen.getByRole('combobox', { name: 'Unit' });
  expect([field.getAttribute('aria-expanded'), highlighted()]).toEqual(['true', null]);
  await press('ArrowDown');
  await press('ArrowDown');
  expect([highlighted(), field.getAttribute('aria-activedescendant')]).toEqual(['m²', screen.getByRole('option', { selected: true }).id]);
  await press('ArrowUp');
  await press('Enter');
  expect(edits()).toMatchObject([{ field: 'unit', text: 'm' }]);
  expect(document.activeElement === cellAt(0, QUANTITY)).toBe(true);

  await click(cellAt(1, UNIT));
  await press('F2');
  await offered();
  await type('kompl.');
  await press('Enter');
  expect([edits().length, edits()[1], screen.queryByRole('listbox')]).toMatchObject([2, { field: 'unit', text: 'kompl.' }, null]);
});

test('a name suggests rows of other estimates with prices and source; the chosen one is set with its prices as one block', async () => {
  const { edits } = await open();
  await click(cellAt(1, NAME));
  await press('F2');
  await type('g');
  expect(screen.queryByRole('listbox')).toBeNull();
  await type('gravel');
  expect(await offered()).toEqual([
    '05-1  Gravel bed 30 cmm³ 6.50 EUR · Old Yard, Ground',
    '05-1  Gravel pathm³ 6.50 EUR · Old Yard, Ground',
  ]);
  await act(async () => void fireEvent.pointerMove(screen.getAllByRole('option')[1] as Element));
  expect(highlighted()).toContain('Gravel path');
  await act(async () => void fireEvent.click(screen.getAllByRole('option')[0] as Element));
  expect(edits()).toMatchObject([
    { kind: 'block', rowId: 8, field: 'code', cells: [['05-1', 'Gravel bed 30 cm', 'm³', '1', '2.5', '4', '0']] },
  ]);
  expect(document.activeElement === cellAt(1, QUANTITY)).toBe(true);
  expect(screen.getByText('“Gravel bed 30 cm” and its prices taken from Old Yard, Ground')).toBeTruthy();
});

test('Escape closes the list and leaves the text, and typing continues where nothing is suggested', async () => {
  const { edits, goAway } = await open();
  await click(cellAt(0, NAME));
  await press('F2');
  await type('gravel');
  await offered();
  await press('Escape');
  expect([screen.queryByRole('listbox'), (document.activeElement as HTMLInputElement).value]).toEqual([null, 'gravel']);
  goAway();
  await type('gravel 2');
  await press('Enter');
  expect([edits(), screen.queryByRole('listbox')]).toMatchObject([[{ field: 'name', text: 'gravel 2' }], null]);
});

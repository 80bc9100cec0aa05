import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { FoundCells } from '../../domain/api/estimateShapes.ts';
import type { Row } from '../../domain/api/shapes.ts';
import type { Replacing } from '../../domain/replace.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { listTable } from '../../src/machines/editQueue/tables.ts';
import { findMachine } from '../../src/machines/find/find.ts';
import { type ReplacementCount, replaceMachine } from '../../src/machines/replace/replace.ts';
import { settled } from '../model/world.ts';
import { heldQueue } from './cellQueue.ts';
import { cellAt, layTablesOut } from './layout.ts';
import { ROWS, rowNamed, showList } from './listStage.tsx';

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open() {
  const held = heldQueue();
  const fate = { count: { cells: 3, rows: 2 } as ReplacementCount | null, replace: true };
  const asked: Replacing[] = [];
  const count = fromPromise<ReplacementCount, Replacing>(async () => {
    if (fate.count === null) throw new Refused(500, {});
    return fate.count;
  });
  const replace = fromPromise<ReplacementCount, Replacing>(async ({ input }) => {
    asked.push(input);
    if (!fate.replace) throw new Refused(409, frozen());
    return { cells: 3, rows: 2 };
  });
  const search = fromPromise<FoundCells, { text: string; rowId: number | null }>(async () => ({
    places: [0, 2],
    fields: ['name', 'name'],
    total: 2,
  }));
  await showList({
    queue: held.queue,
    find: findMachine.provide({ actors: { search }, delays: { typing: 0 } }),
    replace: replaceMachine.provide({ actors: { count, replace } }),
  });
  await act(async () => void fireEvent.keyDown(cellAt(0, 4), { key: 'f', ctrlKey: true }));
  const [text, by] = [screen.getByRole('searchbox'), screen.getByRole('textbox', { name: 'Replace with' })];
  await act(async () => void fireEvent.change(text as Element, { target: { value: 'gravel' } }));
  await act(async () => void fireEvent.change(by as Element, { target: { value: 'Slag' } }));
  await act(settled);
  return { held, fate, asked, edits: () => held.queue.getSnapshot().context.edits };
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await act(settled);
};

test('the found cell is replaced by one press, and the next one is shown', async () => {
  const { edits } = await open();
  await press('Replace');
  expect(edits()).toMatchObject([{ kind: 'cell', id: 7, field: 'name', text: 'Slag bed' }]);
});

test('pressing Replace repeatedly during a search skips no hit', async () => {
  const held = heldQueue();
  const names = ['Gravel a', 'Gravel b', 'Gravel c', 'Gravel d'];
  const rows = names.map((name, at) => rowNamed(at + 7, name));
  const saved = new Map(rows.map((row) => [row.id, row]));
  const waiting: ((found: FoundCells) => void)[] = [];
  const search = fromPromise<FoundCells, { text: string; rowId: number | null }>(() => new Promise((resolve) => waiting.push(resolve)));
  const shown = await showList({ queue: held.queue, find: findMachine.provide({ actors: { search }, delays: { typing: 0 } }) }, rows);
  const answer = async () => {
    const places = rows.flatMap(({ id }, at) => (saved.get(id)?.name.startsWith('Gravel') ? [at] : []));
    await act(async () => {
      for (const found of waiting.splice(0)) found({ places, fields: places.map(() => 'name' as const), total: places.length });
    });
    await act(settled);
  };
  const save = async (row: Row) => {
    const slag = { ...row, name: row.name.replace('Gravel', 'Slag'), revision: 2 };
    saved.set(row.id, slag);
    await act(async () => shown.rows.put(slag));
    await act(settled);
  };
  await act(async () => void fireEvent.keyDown(cellAt(0, 4), { key: 'f', ctrlKey: true }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Gravel' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value: 'Slag' } });
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
  await answer();
  const [first, second] = rows as [Row, Row];
  await press('Replace');
  await save(first);
  // Its search is not answered yet.
  await press('Replace');
  await answer();
  await save(second);
  await answer();
  await press('Replace');
  await press('Replace');
  expect(held.queue.getSnapshot().context.edits.map((edit) => edit.kind === 'cell' && edit.text)).toEqual([
    'Slag a',
    'Slag b',
    'Slag c',
    'Slag d',
  ]);
});

test('all hits are replaced only after the person has seen their number', async () => {
  const { asked, fate } = await open();
  await press('Replace all');
  expect([screen.getByText('Cells to replace: 3, rows: 2') !== null, asked]).toEqual([true, []]);
  await press('Cancel');
  expect(screen.queryByText('Cells to replace: 3, rows: 2')).toBeNull();
  await press('Replace all');
  await press('Replace all');
  expect([asked, screen.getByText('Cells replaced: 3') !== null]).toEqual([[{ text: 'gravel', by: 'Slag' }], true]);
  fate.replace = false;
  await press('Replace all');
  await press('Replace all');
  expect(screen.getByText(/You cannot edit this version/)).toBeTruthy();
  fate.count = { cells: 0, rows: 0 };
  await press('Replace all');
  expect(screen.getByText('Nothing to replace')).toBeTruthy();
  fate.count = null;
  await press('Replace all');
  expect(screen.queryByText(/Cells to replace/)).toBeNull();
});

test('an unsaved name is what is replaced', async () => {
  const { held, edits } = await open();
  const { id, revision, name } = ROWS[0] as Row;
  const typed = { table: listTable(12), route: 'PUT /rows/:id/', id, field: 'name', name, value: name, revision, reads: 'text' } as const;
  await act(async () => held.queue.send({ type: 'edit.added', edit: { kind: 'cell', ...typed, text: 'Gravel, washed', within: null } }));
  await press('Replace');
  expect(edits()).toMatchObject([{ text: 'Gravel, washed' }, { kind: 'cell', id: 7, field: 'name', text: 'Slag, washed', revision }]);
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { Row, VersionSummary } from '../../domain/api/shapes.ts';
import type { RowView } from '../../domain/rowView.ts';
import { estimateGrid } from '../../src/compose/edits/cells.ts';
import { addRow } from '../../src/compose/edits/madeRows.ts';
import { OpenTables } from '../../src/compose/edits/openTables.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { CHUNK } from '../../src/machines/rowWindow/chunks.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import type { ShownRows } from '../../src/views/sections/listFoot.tsx';
import { settled } from '../model/world.ts';
import { heldQueue } from './cellQueue.ts';
import { cellAt, click, layTablesOut, press } from './layout.ts';
import { ROWS, rowNamed, showList } from './listStage.tsx';

const [NAME, QUANTITY] = [2, 4];

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A list that can be typed in, before a server that is held still; the rows from `unread` on are being read. */
async function writing(count = ROWS.length) {
  const held = heldQueue();
  const rows = new RowStore<Row>();
  const summary = new ValueStore<VersionSummary>();
  const listView = { view: new ValueStore<RowView>(), shown: new ValueStore<ShownRows>(), entered: new ValueStore<readonly Row[]>() };
  const edits = { queue: held.queue, tables: new OpenTables(), refresh: () => undefined };
  const windows = rowWindowMachine.provide({ actors: { loadChunk: fromPromise(() => new Promise(() => undefined)) as never } });
  await showList({
    rows,
    windows,
    queue: held.queue,
    grid: gridMachine.provide({ actors: estimateGrid(edits, 12, rows, summary, listView).implementations.actors as never }),
    addRow: (row) => addRow(held.queue, { version: 3, list: 12, title: 'Roads', ...row }),
  });
  await act(async () => {
    summary.set({ frozen: false } as VersionSummary);
    rows.setWindow(0, count === ROWS.length ? ROWS : Array.from({ length: CHUNK }, (_, at) => rowNamed(at + 1, `Row ${at + 1}`)), count);
  });
  await screen.findByText(count === ROWS.length ? 'Gravel bed' : 'Row 1');
  await expect.poll(() => screen.getByRole('grid').closest('[data-movable=true]')).not.toBeNull();
  const asked = () =>
    held.queue.getSnapshot().context.edits.map((edit) => {
      if (edit.kind === 'cell') return [edit.id, edit.field, edit.text];
      return edit.kind === 'rows' && edit.change.kind === 'insert' ? edit.change.row.fields : edit.kind;
    });
  return { ...held, rows, asked };
}
const key = (name: string) => act(async () => void fireEvent.keyDown(document.activeElement as Element, { key: name }));
/** Types as a person does: the first key opens the editor, the others go into it. */
async function type(text: string) {
  await key(text[0] ?? '');
  const editor = document.activeElement as HTMLInputElement;
  fireEvent.change(editor, { target: { value: text } });
}
/** The names on screen, without the marks of comments. */
const names = () =>
  [...document.querySelectorAll(`[data-index] > [data-col="${NAME}"]`)].map((cell) => cell.textContent?.replace(/\d+, .*comments$/, ''));

test('text in the empty row makes a row, with a new empty one below; Enter continues there, and later text goes to the row the server made', async () => {
  const { rows, calls, asked } = await writing();
  expect(names()).toEqual(['Gravel bed', 'Kerb', 'Paving', 'New row']);
  await click(cellAt(3, NAME));
  await type('Sand');
  await press('Enter');
  expect([names(), document.activeElement]).toEqual([['Gravel bed', 'Kerb', 'Paving', 'Sand', 'New row'], cellAt(4, NAME)]);
  await press('ArrowUp');
  await press('ArrowRight');
  await press('ArrowRight');
  await type('7');
  const here = rows.keyAt(3) ?? 0;
  await press('Enter');
  expect(asked()).toEqual([{ name: 'Sand' }, [here, 'quantity', '7']]);
  // A row that is made while another cell of it is typed in keeps the editor and its text.
  await click(cellAt(3, QUANTITY + 1));
  await type('8');
  const row = rowNamed(70, 'Sand', { quantity: '0', revision: 5 });
  await act(async () =>
    calls.resolve('sendEdit', { answer: { rows: [row], summary: {} }, value: '', step: null, made: { here, id: 70, revision: 5 } }),
  );
  expect([document.activeElement, (document.activeElement as HTMLInputElement).value]).toEqual([cellAt(3, QUANTITY + 1).firstChild, '8']);
  expect(asked()).toEqual([[70, 'quantity', '7']]);
  await press('Enter');
  expect([asked(), rows.keyAt(3), rows.size()]).toEqual([
    [
      [70, 'quantity', '7'],
      [70, 'unit_labour', '8'],
    ],
    here,
    4,
  ]);
});

test('a refused row says why at its cell and is sent again with the text typed there next', async () => {
  const { calls, asked, queue } = await writing();
  await click(cellAt(3, NAME));
  await type('Too long');
  await press('Tab');
  await act(async () => calls.reject('sendEdit', new Refused(400, { name: ['At most 5 characters'] })));
  expect(await screen.findByText(/At most 5 characters/)).toBeTruthy();
  await click(cellAt(3, NAME));
  await press('F2');
  fireEvent.change(document.activeElement as HTMLInputElement, { target: { value: 'Short' } });
  await press('Enter');
  expect([asked(), queue.getSnapshot().context.edits.map(({ problem }) => problem)]).toEqual([[{ name: 'Short' }], [null]]);
});

test('giving up a refused row removes it with everything typed into it', async () => {
  const { calls, asked, rows } = await writing();
  await click(cellAt(3, NAME));
  await type('Sand');
  await press('Tab');
  await press('ArrowRight');
  await type('7');
  await press('Enter');
  const refuse = () => act(async () => calls.reject('sendEdit', new Refused(409, { detail: 'Frozen', code: 'code_estimate_has_act' })));
  expect(asked()).toHaveLength(2);
  await refuse();
  expect([asked(), calls.pending()]).toEqual([[{ name: 'Sand', quantity: '7' }], ['sendEdit']]);
  await refuse();
  const [discard] = await screen.findAllByRole('button', { name: 'Discard what you typed' });
  await act(async () => void fireEvent.click(discard as HTMLElement));
  expect([asked(), rows.size(), names()]).toEqual([[], 3, ['Gravel bed', 'Kerb', 'Paving', 'New row']]);
});

test('the empty row cannot be selected, copied or deleted', async () => {
  await writing();
  await click(cellAt(1, QUANTITY));
  await act(async () => void fireEvent.keyDown(cellAt(1, QUANTITY), { key: 'a', ctrlKey: true }));
  expect(
    new Set([...document.querySelectorAll<HTMLElement>('[aria-selected=true]')].map((cell) => cell.parentElement?.dataset.index)),
  ).toEqual(new Set(['0', '1', '2']));
  expect(screen.getByText('3 rows selected')).toBeTruthy();
});

test('text typed over loading rows goes into them once they are loaded, wherever the cursor is by then', async () => {
  const { rows, asked } = await writing(CHUNK + 4);
  await click(cellAt(0, QUANTITY));
  await act(async () => void fireEvent.keyDown(cellAt(0, QUANTITY), { key: 'End', ctrlKey: true }));
  await press('Home');
  for (let step = 0; step < QUANTITY; step += 1) await press('ArrowRight');
  const arrive = (count = 4) =>
    act(async () =>
      rows.setWindow(
        CHUNK,
        Array.from({ length: count }, (_, at) => rowNamed(900 + at, `Late ${at}`)),
        CHUNK + 4,
      ),
    );
  /** Rows come or go above: those in sight are read again. */
  const readAgain = () =>
    act(async () => {
      rows.clear();
      rows.setWindow(0, [rowNamed(1, 'First')], CHUNK + 4);
    });
  await press('ArrowUp');
  await key('9');
  await press('Escape');
  await key('7');
  await key('5');
  await press('Enter');
  await press('ArrowUp');
  await press('ArrowUp');
  await key('6');
  await act(settled);
  expect(asked()).toEqual([]);
  await arrive();
  expect([asked(), (document.activeElement as HTMLInputElement).value]).toEqual([[[903, 'quantity', '75']], '6']);
  await press('Escape');

  await readAgain();
  await key('4');
  await press('Enter');
  await arrive();
  expect(asked()).toEqual([
    [903, 'quantity', '75'],
    [902, 'quantity', '4'],
  ]);

  await readAgain();
  await press('ArrowUp');
  await press('ArrowUp');
  await key('3');
  await act(async () => (document.activeElement as HTMLElement).blur());
  await arrive();
  expect(asked()).toEqual([
    [903, 'quantity', '75'],
    [902, 'quantity', '4'],
    [901, 'quantity', '3'],
  ]);
});

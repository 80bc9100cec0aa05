import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { OpenTables } from '../../src/compose/edits/openTables.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import type { Taken } from '../../src/machines/editQueue/setup.ts';
import type { CellEdit, Edit } from '../../src/machines/editQueue/types.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { Grid } from '../../src/ui/grid/Grid.tsx';
import { phoneColumns } from '../../src/ui/grid/phone.ts';
import type { Chosen, GridColumn } from '../../src/ui/grid/types.ts';
import type { Interruption } from '../../src/views/grid/needs.ts';
import { useGrid } from '../../src/views/grid/useGrid.tsx';
import { type Screens, ScreensProvider } from '../../src/views/screens.tsx';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly quantity: string;
}
const columns: readonly GridColumn<Item>[] = [
  { id: 'name', header: 'Name', width: 200, pinned: true, render: ({ name }) => name },
  { id: 'quantity', header: 'Quantity', width: 100, figures: true, accepts: 'number', render: ({ quantity }) => quantity },
];
const subjectOf = ({ id, quantity }: Item): Subject => ({
  key: `${id} quantity`,
  table: 'items',
  route: 'PUT /rows/:id/',
  id,
  field: 'quantity',
  value: quantity,
  revision: 1,
  reads: 'number',
});
const shown = ({ value }: Subject) => value;

/** A queue before a server that answers so. */
function queueThat(send: (edit: CellEdit) => void) {
  const sendEdit = fromPromise<Taken, { edit: Edit | undefined }>(async ({ input: { edit } }) => {
    send(edit as CellEdit);
    return { answer: null, value: (edit as CellEdit).text, step: null };
  });
  const queue = createActor(editQueueMachine.provide({ actors: { sendEdit } }), { input: { prefix: 'key' } }).start();
  queue.send({ type: 'person.changed', person: 1, edits: [] });
  return queue;
}
/** Saves values below 100. */
const savingInto = (rows: RowStore<Item>) =>
  queueThat(({ id, text }) => {
    if (Number(text) >= 100) throw new Refused(400, { quantity: ['The range for this row is 0 to 99'] });
    const row = rows.find(id);
    if (row) rows.put({ ...row, quantity: text });
  });

const uninterrupted: Interruption = { follow: () => () => undefined, at: () => null, resumed: () => undefined };
const Frame = ({ children }: { readonly children: ReactNode }) => (
  <StrictMode>
    <ScreensProvider screens={{ interruption: uninterrupted, shownEdits: new OpenTables() } as unknown as Screens}>
      {children}
    </ScreensProvider>
  </StrictMode>
);

interface TableProps {
  readonly rows: RowStore<Item>;
  readonly queue: ReturnType<typeof queueThat>;
  readonly count: number;
  readonly laid?: readonly GridColumn<Item>[];
  readonly chosen?: Chosen<Item>;
}
function Table({ rows, queue, count, laid = columns, chosen }: TableProps) {
  const indexOf = ({ id }: Pick<Subject, 'id'>) => rows.indexOf(id);
  const { props } = useGrid<Item>({
    machine: gridMachine,
    queue,
    table: 'items',
    columns: laid,
    rows,
    count,
    startCol: 1,
    subjectOf,
    indexOf,
    shown,
  });
  return <Grid {...props} label="Items" totals={{ name: 'Total' }} {...(chosen && { chosen })} />;
}

function show(count = 5) {
  const rows = new RowStore<Item>();
  rows.setWindow(
    0,
    Array.from({ length: Math.min(count, 256) }, (_, index) => ({ id: index + 1, name: `Item ${index + 1}`, quantity: String(index) })),
    count,
  );
  render(
    <Frame>
      <Table rows={rows} queue={savingInto(rows)} count={count} />
    </Frame>,
  );
  return rows;
}

// jsdom has no layout, so the table gets a height of 400 px.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const cell = (row: number) => document.querySelector<HTMLElement>(`[data-index="${row}"] > [data-col="1"]`) as HTMLElement;
const press = (key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement as Element, { key, ...more }));
const typeIn = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Quantity' }), { target: { value } });
const place = (row: number) => act(async () => void fireEvent.mouseDown(cell(row)));

test('only the rows in sight are rendered, and each states its place among all', () => {
  show(200);
  const drawn = screen.getAllByRole('row').filter((row) => row.dataset.index !== undefined);
  expect(drawn.length).toBeLessThan(30);
  expect(drawn[3]?.getAttribute('aria-rowindex')).toBe('5');
  expect(screen.getByRole('grid', { name: 'Items' }).getAttribute('aria-rowcount')).toBe('202');
});

test('when somebody deletes the row that is typed in, what is typed on goes into no other row', async () => {
  const rows = show();
  await place(1);
  await press('4');
  typeIn('47');
  const left = [1, 3, 4, 5].map((id) => ({ id, name: `Item ${id}`, quantity: '0' }));
  await act(async () => rows.setWindow(0, left, 4));
  expect([screen.queryByRole('textbox'), document.activeElement?.closest('[role=grid]') ?? null]).toEqual([null, null]);
  await press('8');
  expect([screen.queryByRole('textbox'), rows.at(1)?.quantity]).toEqual([null, '0']);
  await place(1);
  await press('9');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('9');
});

test('the table is one tab stop', () => {
  show();
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]').length).toBe(1);
});

test('Enter opens the cell, Enter saves it and moves down', async () => {
  const rows = show();
  await place(1);
  await press('Enter');
  typeIn('7');
  await press('Enter');
  expect(rows.at(1)).toEqual({ id: 2, name: 'Item 2', quantity: '7' });
  expect(cell(1).textContent).toBe('7');
  expect(document.activeElement).toBe(cell(2));
});

test('typing over a cell begins with the typed text, Escape reverts', async () => {
  const rows = show();
  await place(1);
  await press('4');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('4');
  await press('Escape');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(rows.at(1)?.quantity).toBe('1');
  expect(document.activeElement).toBe(cell(1));
});

test('a letter opens a number cell, which keeps its value and takes no letter', async () => {
  // The browser types the letter into the editor that the key has opened; tests/e2e/typing.spec.ts has what the cell says.
  const rows = show();
  await place(1);
  await press('x');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('1');
  await press('Enter');
  expect(rows.at(1)?.quantity).toBe('1');
});

test('a refused value stays as typed, with the reason and the saved value', async () => {
  show();
  await place(2);
  await press('F2');
  typeIn('150');
  await press('Enter');
  expect(cell(2).textContent).toBe('150');
  expect(cell(2).getAttribute('aria-invalid')).toBe('true');
  await screen.findByRole('button', { name: 'Discard what you typed' });
  expect(screen.getByRole('alert').textContent).toBe('The range for this row is 0 to 99. Saved value: 2 Discard what you typed');
  await place(2);
  await press('Escape');
  expect([cell(2).textContent, screen.queryByRole('alert')]).toEqual(['2', null]);
});

test('arrows stop at the edges, and Tab leaves the table at the end of a row', async () => {
  show();
  await place(0);
  await press('ArrowUp');
  expect(document.activeElement).toBe(cell(0));
  await press('End', { ctrlKey: true });
  expect(document.activeElement).toBe(cell(4));
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'Tab', shiftKey: true })).toBe(false);
});

test('a row that is not loaded yet is shown as such', () => {
  const rows = new RowStore<Item>();
  rows.setWindow(0, [], 3);
  render(<Table rows={rows} queue={savingInto(rows)} count={3} />, { wrapper: Frame });
  expect(screen.getAllByRole('row').filter((row) => row.getAttribute('aria-busy') === 'true').length).toBe(3);
  act(() => rows.setWindow(0, [{ id: 1, name: 'Arrived', quantity: '1' }], 3));
  expect(screen.getByText('Arrived').closest('[role=row]')?.getAttribute('aria-busy')).toBeNull();
});

test('a finger opens a cell that can be typed in with one tap', async () => {
  show();
  await act(async () => void fireEvent.pointerDown(cell(2), { pointerType: 'touch' }));
  await place(2);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('2');
});

test('changed columns leave the text being typed as it is', async () => {
  const rows = new RowStore<Item>();
  rows.setWindow(0, [{ id: 1, name: 'Item 1', quantity: '0' }], 1);
  const queue = savingInto(rows);
  const { rerender } = render(<Table rows={rows} queue={queue} count={1} />, { wrapper: Frame });
  await place(0);
  await press('4');
  typeIn('42');
  const laid = phoneColumns(columns, { above: '', first: [], leftOut: ['name'] });
  rerender(<Table rows={rows} queue={queue} count={1} laid={laid} />);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('42');
  await press('Enter');
  expect(rows.at(0)?.quantity).toBe('42');
});

test('selected cells are marked, and a change of the selection renders no other row', () => {
  const rows = new RowStore<Item>();
  rows.setWindow(
    0,
    Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Item ${index + 1}`, quantity: '1' })),
    5,
  );
  const queue = savingInto(rows);
  let drawn: string[] = [];
  const laid = columns.map((column) => ({
    ...column,
    tone: ({ name }: Item) => {
      drawn.push(name);
      return undefined;
    },
  }));
  const selected = () => [0, 1, 2, 3, 4].filter((row) => cell(row).getAttribute('aria-selected') === 'true');
  const table = (chosen: Chosen<Item>) => <Table rows={rows} queue={queue} count={5} laid={laid} chosen={chosen} />;
  const { rerender } = render(table({ block: { top: 1, bottom: 2, left: 1, right: 1 }, isPicked: undefined }), { wrapper: Frame });
  expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true');
  expect(selected()).toEqual([1, 2]);
  drawn = [];
  rerender(table({ block: { top: 1, bottom: 3, left: 1, right: 1 }, isPicked: undefined }));
  expect(selected()).toEqual([1, 2, 3]);
  expect(new Set(drawn)).toEqual(new Set(['Item 3', 'Item 4']));
  const isPicked = ({ id }: Item) => id === 5;
  rerender(table({ block: null, isPicked }));
  expect(selected()).toEqual([4]);
});

test('a bar follows the column under the pointer, where it is marked for that, and goes when the mouse leaves', () => {
  const rows = new RowStore<Item>();
  rows.setWindow(0, [{ id: 1, name: 'Item 1', quantity: '0' }], 1);
  const laid = columns.map((column) => ({ ...column, highlight: column.id === 'quantity' }));
  render(<Table rows={rows} queue={savingInto(rows)} count={1} laid={laid} />, { wrapper: Frame });
  const bar = () => document.querySelector<HTMLElement>('[class*=hoverBar] > div')?.style.gridColumn;
  fireEvent.mouseOver(cell(0));
  expect(bar()).toBe('2');
  fireEvent.mouseOver(document.querySelector('[data-index="0"] > [data-col="0"]') as Element);
  expect(bar()).toBeUndefined();
  fireEvent.mouseOver(cell(0));
  fireEvent.mouseLeave(screen.getByRole('grid').parentElement?.parentElement?.parentElement as Element);
  expect(bar()).toBeUndefined();
});

const items = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Item ${id}`, quantity: String(id) }));

/** A table that counts its rows as they arrive. */
function Followed({ rows, queue }: Omit<TableProps, 'count'>) {
  const count = useSyncExternalStore(rows.subscribeArrivals, rows.size) ?? 0;
  return <Table rows={rows} queue={queue} count={count} />;
}

test('rows inserted above by somebody else leave the cursor on its row, and the editor with its text', async () => {
  const rows = new RowStore<Item>();
  rows.setWindow(0, items(1, 2, 3), 3);
  render(
    <Frame>
      <Followed rows={rows} queue={savingInto(rows)} />
    </Frame>,
  );
  await place(1);
  await press('F2');
  typeIn('77');
  const editor = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  act(() => rows.setWindow(0, items(8, 9, 1, 2, 3), 5));
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toBe(editor);
  expect([editor.value, document.activeElement === editor, cell(3).contains(editor)]).toEqual(['77', true, true]);
  await press('Enter');
  expect(rows.find(2)?.quantity).toBe('77');
  expect(document.activeElement).toBe(cell(4));
  act(() => rows.setWindow(0, items(1, 2, 3), 3));
  expect(document.activeElement).toBe(cell(2));
});

test('text typed into a row that somebody deletes is still sent, because the server decides', async () => {
  const rows = new RowStore<Item>();
  rows.setWindow(0, items(1, 2, 3), 3);
  const sent: string[] = [];
  const queue = queueThat(({ id, text }) => {
    sent.push(`${id} ${text}`);
    throw new Refused(404, { detail: 'Not found' });
  });
  render(<Followed rows={rows} queue={queue} />, { wrapper: Frame });
  await place(1);
  await press('F2');
  typeIn('77');
  await act(async () => rows.setWindow(0, items(1, 3), 2));
  expect(sent).toEqual(['2 77']);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a cell that waits for the connection says so', async () => {
  const rows = new RowStore<Item>();
  rows.setWindow(0, items(1), 1);
  const queue = queueThat(() => {
    throw new Unanswered('offline');
  });
  render(<Table rows={rows} queue={queue} count={1} />, { wrapper: Frame });
  await place(0);
  await press('F2');
  typeIn('5');
  await press('Enter');
  expect([cell(0).textContent, cell(0).title]).toEqual(['5, Waiting for the connection', 'Waiting for the connection']);
});

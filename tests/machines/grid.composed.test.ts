import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { unsentIn } from '../../src/machines/editQueue/selectors.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { cellMode } from '../../src/machines/numberCell/selectors.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { holdCalls } from '../model/world.ts';

const subjects: readonly Subject[] = [1, 2, 3].map((id) => ({
  key: `${id} quantity`,
  table: 'list 12',
  route: 'PUT /rows/:id/',
  id,
  field: 'quantity',
  value: String(id),
  revision: 1,
  reads: 'number',
}));
const A = '1 quantity';
const B = '2 quantity';

/** A table with its cells and the queue; only the server is replaced by held calls. */
function table() {
  const calls = holdCalls();
  const queue = createActor(editQueueMachine.provide({ actors: { sendEdit: calls.actor('sendEdit') } }), {
    input: { prefix: 'key' },
  }).start();
  queue.send({ type: 'person.changed', person: 1, edits: [] });
  const unsent = (key: string) => unsentIn(queue.getSnapshot(), 'list 12', key);
  const subjectAt = ({ row }: { readonly row: number }) => {
    const subject = subjects[row];
    return subject ? { ...subject, unsent: unsent(subject.key) } : null;
  };
  const grid = createActor(gridMachine, { input: { rows: 3, cols: 1, col: 0, subjectAt, queue } }).start();
  grid.send({ type: 'grid.entered' });
  const type = (text: string) => {
    grid.send({ type: 'edit.started', draft: text });
    grid.send({ type: 'edit.committed', text, next: 'down' });
  };
  const seen = () => {
    const { value, context } = grid.getSnapshot();
    const cells = subjects.map(({ key }) => cellMode(context.cells[key]?.getSnapshot(), unsent(key)));
    return { value, row: context.cursor.row, cells, held: Object.keys(context.cells) };
  };
  return { grid, queue, calls, type, seen, subjectAt };
}
const taken = { answer: null, value: '9', step: null };

test('Enter commits the value and moves on while it is saved; the actor of the cell left behind stops at once', async () => {
  const { grid, calls, seen } = table();
  grid.send({ type: 'edit.started', draft: '9' });
  expect(seen()).toEqual({ value: 'editing', row: 0, cells: ['editing', 'showing', 'showing'], held: [A] });
  grid.send({ type: 'edit.committed', text: '9', next: 'down' });
  expect(seen()).toEqual({ value: 'navigating', row: 1, cells: ['saving', 'showing', 'showing'], held: [B] });
  await calls.resolve('sendEdit', taken);
  expect(seen().cells).toEqual(['showing', 'showing', 'showing']);
});

test('a refused value stays until Escape on it gives it up', async () => {
  const { grid, queue, calls, type, seen } = table();
  type('9');
  await calls.reject('sendEdit', new Refused(400, { quantity: ['The range for this row is 0 to 5'] }));
  expect(seen()).toMatchObject({ row: 1, cells: ['refused', 'showing', 'showing'] });
  grid.send({ type: 'edit.reverted' });
  expect(seen().cells[0]).toBe('refused');
  grid.send({ type: 'cursor.moved', move: 'up' });
  grid.send({ type: 'edit.reverted' });
  expect([seen().cells[0], queue.getSnapshot().context.edits]).toEqual(['showing', []]);
});

test('an unanswered value waits wherever the cursor goes, and is edited again as it was typed', async () => {
  const { grid, calls, type, seen } = table();
  type('9');
  await calls.reject('sendEdit', new Unanswered('offline'));
  grid.send({ type: 'cursor.moved', move: 'down' });
  expect(seen()).toMatchObject({ row: 2, cells: ['waiting', 'showing', 'showing'] });
  grid.send({ type: 'cursor.placed', cursor: { row: 0, col: 0 } });
  grid.send({ type: 'edit.started', draft: null });
  expect(grid.getSnapshot().context.cells[A]?.getSnapshot().context.typed).toBe('9');
  grid.send({ type: 'edit.reverted' });
  expect(seen().cells[0]).toBe('waiting');
});

test('keeping one’s own value works in a cell that is not active', async () => {
  const { grid, queue, calls, type, seen, subjectAt } = table();
  type('9');
  const current = { quantity: '3', revision: 4 };
  await calls.reject('sendEdit', new Refused(409, { code: 'stale_edit', detail: '', current, changed_by: { id: 2, name: 'Ann' } }));
  expect(seen()).toMatchObject({ cells: ['refused', 'showing', 'showing'], held: [B] });
  grid.send({ type: 'mine.kept', subject: subjectAt({ row: 0 }) as Subject });
  expect(seen()).toMatchObject({ cells: ['saving', 'showing', 'showing'], held: [B] });
  expect(queue.getSnapshot().context.edits).toMatchObject([{ text: '9', value: '3', revision: 4 }]);
});

test('an empty value and an unchanged value are not edits', () => {
  const { grid, calls, seen } = table();
  for (const text of ['', '1', '1.0', '1,00']) {
    grid.send({ type: 'edit.started', draft: null });
    grid.send({ type: 'edit.committed', text, next: null });
    expect(seen()).toMatchObject({ value: 'navigating', row: 0, cells: ['showing', 'showing', 'showing'] });
  }
  expect(calls.pending()).toEqual([]);
});

test('Enter after Tab continues in the column where tabbing began, even if the row has moved; after any other move it goes down', () => {
  const subjectAt = ({ row, col }: { readonly row: number; readonly col: number }) => ({
    ...(subjects[0] as Subject),
    key: `${row} ${col}`,
    unsent: null,
  });
  const queue = createActor(editQueueMachine, { input: { prefix: 'key' } }).start();
  const grid = createActor(gridMachine, { input: { rows: 4, cols: 4, col: 1, subjectAt, queue } }).start();
  grid.send({ type: 'grid.entered' });
  const type = (next: 'tab' | 'tabBack' | 'enter') => {
    grid.send({ type: 'edit.started', draft: '1' });
    grid.send({ type: 'edit.committed', text: '1', next });
  };
  const { cursor } = grid.getSnapshot().context;
  const at = () => [grid.getSnapshot().context.cursor.row, grid.getSnapshot().context.cursor.col];
  expect([cursor.row, cursor.col]).toEqual([0, 1]);
  for (const next of ['tab', 'tab'] as const) type(next);
  grid.send({ type: 'rows.counted', rows: 5 });
  grid.send({ type: 'row.carried', row: 1 });
  type('enter');
  expect(at()).toEqual([2, 1]);
  type('tab');
  grid.send({ type: 'cursor.moved', move: 'tab' });
  grid.send({ type: 'cursor.moved', move: 'tabBack' });
  type('enter');
  expect(at()).toEqual([3, 1]);
  type('tab');
  grid.send({ type: 'cursor.moved', move: 'right' });
  type('enter');
  expect(at()).toEqual([4, 3]);
});

test('text typed over rows that are being loaded again goes into the rows that were shown, even if they have moved, and is kept when the table closes', () => {
  const { queue } = table();
  let [above, isLoaded] = [0, true];
  const subjectAt = ({ row }: { readonly row: number }) => (isLoaded ? (subjects[row - above] ?? null) : null);
  const grid = createActor(gridMachine, { input: { rows: 3, cols: 1, col: 0, subjectAt, queue } }).start();
  const typed = () => queue.getSnapshot().context.edits.map((edit) => (edit.kind === 'cell' ? `${edit.text} into ${edit.id}` : edit.kind));
  const over = (row: number) => subjects[row] as Subject;
  grid.send({ type: 'grid.entered' });
  isLoaded = false;
  grid.send({ type: 'text.typedAhead', draft: '7', over: over(0) });
  grid.send({ type: 'text.typedAhead', draft: null, over: over(0) });
  grid.send({ type: 'text.typedAhead', draft: '8', over: over(1) });
  // Somebody has put a row above them meanwhile; the cursor follows its row first.
  [above, isLoaded] = [1, true];
  grid.send({ type: 'rows.counted', rows: 4 });
  grid.send({ type: 'row.carried', row: 2 });
  grid.send({ type: 'rows.arrived', isRead: () => true });
  expect(typed()).toEqual(['7 into 1']);
  expect(grid.getSnapshot().context.cells[B]?.getSnapshot().context.typed).toBe('8');
  grid.send({ type: 'edit.committed', text: '85', next: 'down' });
  expect(typed()).toEqual(['7 into 1', '85 into 2']);

  isLoaded = false;
  grid.send({ type: 'text.typedAhead', draft: '9', over: over(2) });
  // By now a different row is under the cursor.
  [above, isLoaded] = [2, true];
  grid.send({ type: 'rows.arrived', isRead: () => true });
  expect([typed().at(-1), grid.getSnapshot().value]).toEqual(['9 into 3', 'navigating']);
  grid.send({ type: 'text.typedAhead', draft: '11', over: over(0) });
  grid.send({ type: 'table.closed' });
  expect(typed()).toEqual(['7 into 1', '85 into 2', '9 into 3', '11 into 1']);
});

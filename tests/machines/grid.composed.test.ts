import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Refused, Unanswered } from '../../domain/contract/call.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import { cellMode } from '../../src/machines/numberCell/selectors.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { holdCalls, settled } from '../model/world.ts';

const subjects: readonly Subject[] = ['a', 'b', 'c'].map((key, row) => ({
  key,
  id: row + 1,
  field: 'quantity',
  value: String(row + 1),
  revision: 1,
  reads: 'number',
}));

const gaveUp = fromPromise<void>(async () => undefined) as never;

function table() {
  const calls = holdCalls();
  const cell = numberCellMachine.provide({
    actors: { saveValue: calls.actor('saveValue'), settleValue: calls.actor('settleValue'), giveUpValue: gaveUp },
    delays: { saidSaved: 0 },
  });
  const grid = createActor(gridMachine.provide({ actors: { cell, findUnsent: calls.actor('findUnsent') } }), {
    input: { rows: 3, cols: 1, col: 0, subjectAt: ({ row }) => subjects[row] ?? null },
  }).start();
  grid.send({ type: 'grid.entered' });
  const told = () => {
    const { value, context } = grid.getSnapshot();
    const cells = Object.fromEntries(Object.entries(context.cells).map(([key, ref]) => [key, cellMode(ref.getSnapshot())]));
    return { value, row: context.cursor.row, cells };
  };
  return { grid, calls, told };
}

test('Enter commits and moves on while the value is saved; a saved cell is let go', async () => {
  const { grid, calls, told } = table();
  grid.send({ type: 'edit.started', draft: '9' });
  expect(told()).toEqual({ value: 'editing', row: 0, cells: { a: 'editing' } });
  grid.send({ type: 'edit.committed', text: '9', next: 'down' });
  expect(told()).toEqual({ value: 'navigating', row: 1, cells: { a: 'saving', b: 'showing' } });
  await calls.resolve('saveValue', { value: '9', revision: 2 });
  await settled();
  await settled();
  expect(told()).toEqual({ value: 'navigating', row: 1, cells: { b: 'showing' } });
});

test('a refused cell keeps the typed text until it is reverted and left', async () => {
  const { grid, calls, told } = table();
  grid.send({ type: 'edit.started', draft: '9' });
  grid.send({ type: 'edit.committed', text: '9', next: 'down' });
  await calls.reject('saveValue', new Refused(400, { quantity: ['The range for this row is 0 to 5'] }));
  expect(told()).toEqual({ value: 'navigating', row: 1, cells: { a: 'refused', b: 'showing' } });
  const { typed, sentence } = grid.getSnapshot().context.cells.a?.getSnapshot().context ?? {};
  expect({ typed, sentence: sentence?.detail }).toEqual({ typed: '9', sentence: 'The range for this row is 0 to 5' });
  grid.send({ type: 'cursor.moved', move: 'up' });
  expect(told()).toEqual({ value: 'navigating', row: 0, cells: { a: 'refused' } });
  grid.send({ type: 'edit.reverted' });
  grid.send({ type: 'cursor.moved', move: 'down' });
  await settled();
  expect(told()).toEqual({ value: 'navigating', row: 1, cells: { b: 'showing' } });
});

test('a value without an answer waits in its cell wherever the cursor goes, until it is saved', async () => {
  const { grid, calls, told } = table();
  grid.send({ type: 'edit.started', draft: '9' });
  grid.send({ type: 'edit.committed', text: '9', next: 'down' });
  await calls.reject('saveValue', new Unanswered('offline'));
  grid.send({ type: 'cursor.moved', move: 'down' });
  expect(told()).toEqual({ value: 'navigating', row: 2, cells: { a: 'waiting', c: 'showing' } });
  await calls.resolve('settleValue', { value: '9', revision: 2 });
  await settled();
  await settled();
  expect(told().cells).toEqual({ c: 'showing' });
});

test('unsent edits of an earlier visit are in their cells, also under the cursor; its refused ones become visible', async () => {
  const { grid, calls, told } = table();
  const [a, b] = subjects as [Subject, Subject];
  expect(told().cells).toEqual({ a: 'showing' });
  await calls.resolve('findUnsent', [{ subject: a, text: '7' }]);
  expect(told().cells).toEqual({ a: 'waiting' });
  expect(grid.getSnapshot().context.cells.a?.getSnapshot().context.typed).toBe('7');
  await calls.reject(
    'settleValue',
    new Refused(409, {
      code: 'stale_edit',
      detail: 'Someone has changed this',
      current: { quantity: '3', revision: 4 },
      changed_by: { id: 2, name: 'Ann' },
    }),
  );
  expect(told().cells).toEqual({ a: 'refused' });
  grid.getSnapshot().context.cells.a?.send({ type: 'mine.kept' });
  expect(told().cells).toEqual({ a: 'saving' });
  expect(grid.getSnapshot().context.cells.a?.getSnapshot().context.subject).toEqual({ ...a, value: '3', revision: 4 });
  await calls.resolve('saveValue', { value: '7', revision: 5 });
  grid.send({ type: 'cursor.placed', cursor: { row: 1, col: 0 } });
  await settled();
  await settled();
  expect(told().cells).toEqual({ [b.key]: 'showing' });
});

test('an empty and an unchanged value fire no change', () => {
  const { grid, calls, told } = table();
  for (const text of ['', '1', '1.0', '1,00']) {
    grid.send({ type: 'edit.started', draft: null });
    grid.send({ type: 'edit.committed', text, next: null });
    expect(told()).toEqual({ value: 'navigating', row: 0, cells: { a: 'showing' } });
  }
  expect(calls.pending()).toEqual(['findUnsent']);
});

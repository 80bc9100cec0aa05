import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/contract/call.ts';
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

function table() {
  const calls = holdCalls();
  const cell = numberCellMachine.provide({ actors: { saveValue: calls.actor('saveValue') }, delays: { saidSaved: 0 } });
  const grid = createActor(gridMachine.provide({ actors: { cell } }), {
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

test('a refused cell stays with what was typed until it is reverted and left', async () => {
  const { grid, calls, told } = table();
  grid.send({ type: 'edit.started', draft: '9' });
  grid.send({ type: 'edit.committed', text: '9', next: 'down' });
  await calls.reject('saveValue', new Refused(400, { quantity: ['The range for this row is 0 to 5'] }));
  expect(told()).toEqual({ value: 'navigating', row: 1, cells: { a: 'refused', b: 'showing' } });
  const { typed, sentence } = grid.getSnapshot().context.cells.a?.getSnapshot().context ?? {};
  expect({ typed, sentence }).toEqual({ typed: '9', sentence: 'The range for this row is 0 to 5' });
  grid.send({ type: 'cursor.moved', move: 'up' });
  expect(told()).toEqual({ value: 'navigating', row: 0, cells: { a: 'refused' } });
  grid.send({ type: 'edit.reverted' });
  grid.send({ type: 'cursor.moved', move: 'down' });
  expect(told()).toEqual({ value: 'navigating', row: 1, cells: { b: 'showing' } });
});

test('an empty and an unchanged value fire no change', () => {
  const { grid, calls, told } = table();
  for (const text of ['', '1', '1.0', '1,00']) {
    grid.send({ type: 'edit.started', draft: null });
    grid.send({ type: 'edit.committed', text, next: null });
    expect(told()).toEqual({ value: 'navigating', row: 0, cells: { a: 'showing' } });
  }
  expect(calls.pending()).toEqual([]);
});

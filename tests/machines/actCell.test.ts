import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { MovedAct } from '../../domain/contract/actShapes.ts';
import { Unanswered } from '../../domain/contract/call.ts';
import { actCellModel } from '../../src/machines/actCell/actCell.model.ts';
import { actCellMachine } from '../../src/machines/actCell/actCell.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { askedMove, cellMode } from '../../src/machines/numberCell/selectors.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(actCellModel, { promises: ['saveValue', 'settleValue', 'giveUpValue', 'loadRange', 'previewMove'] });

const subjects: readonly Subject[] = [
  { key: '1 quantity', id: 1, field: 'quantity', value: '4', revision: 1, reads: 'number', unit: 'm³' },
  { key: '1 percent', id: 1, field: 'percent', value: '40.00', revision: 1, reads: 'number', unit: 'm³' },
];
const moved: readonly MovedAct[] = [
  { id: 2, number: '2', price: { old: '40.00', new: '39.99' }, balance: { old: '100.00', new: '110.00' } },
];

/** Two cells of one row in a table, with all their calls held. */
function table() {
  const calls = holdCalls();
  const [saveValue, settleValue, loadRange, previewMove] = ['saveValue', 'settleValue', 'loadRange', 'previewMove'].map(calls.actor);
  const cell = actCellMachine.provide({
    actors: { saveValue, settleValue, loadRange, previewMove } as never,
    delays: { saidSaved: 0, restingOnCell: 0 },
  });
  const grid = createActor(gridMachine.provide({ actors: { cell } }), {
    input: { rows: 2, cols: 1, col: 0, subjectAt: ({ row }) => subjects[row] ?? null },
  }).start();
  grid.send({ type: 'grid.entered' });
  const first = () => grid.getSnapshot().context.cells['1 quantity'];
  const type = (text: string) => {
    grid.send({ type: 'edit.started', draft: text });
    grid.send({ type: 'edit.committed', text, next: null });
  };
  const told = () => {
    const snapshot = first()?.getSnapshot();
    if (snapshot === undefined) return null;
    const { typed, sentence, subject } = snapshot.context;
    return { mode: cellMode(snapshot), typed, sentence: sentence && sentence.detail, value: subject.value };
  };
  return { grid, calls, type, told, first };
}

test('a quantity outside the loaded range is refused with the range in the text, and no call is made', async () => {
  const { calls, type, told } = table();
  await vi.waitUntil(() => calls.pending().includes('loadRange'));
  await calls.resolve('loadRange', { min: '-2', max: '6', used: [] });
  type('6.000001');
  expect(calls.pending()).toEqual([]);
  expect(told()).toEqual({ mode: 'refused', typed: '6.000001', sentence: 'The range for this row is -2 to 6 m³', value: '4' });
  type('6');
  expect(calls.pending()).toEqual(['previewMove']);
});

test('until the range is loaded the server decides', () => {
  const { calls, type } = table();
  type('600');
  expect(calls.pending()).toEqual(['previewMove']);
});

test('an edit that changes later acts waits for confirmation; Cancel keeps the typed text', async () => {
  const { grid, calls, type, told, first } = table();
  type('5');
  await calls.resolve('previewMove', moved);
  const cell = first();
  expect(cell && askedMove(cell.getSnapshot())).toEqual(moved);
  cell?.send({ type: 'move.declined' });
  expect(told()).toEqual({ mode: 'refused', typed: '5', sentence: 'The later acts stay as they are', value: '4' });
  expect(calls.pending()).not.toContain('saveValue');
  grid.send({ type: 'edit.started', draft: null });
  expect(told()?.typed).toBe('5');
  grid.send({ type: 'edit.committed', text: '5', next: null });
  await calls.resolve('previewMove', moved);
  first()?.send({ type: 'move.confirmed' });
  await calls.resolve('saveValue', { value: '5', revision: 2 });
  expect(told()).toMatchObject({ typed: null, sentence: null, value: '5' });
});

test('an edit that moves nothing is saved without a question', async () => {
  const { calls, type } = table();
  type('5');
  await calls.resolve('previewMove', []);
  expect(calls.pending()).toContain('saveValue');
});

test('without a connection the edit waits for it', async () => {
  const { calls, type, told } = table();
  type('5');
  await calls.reject('previewMove', new Unanswered('offline'));
  await calls.reject('saveValue', new Unanswered('offline'));
  expect(told()).toMatchObject({ mode: 'waiting', typed: '5' });
});

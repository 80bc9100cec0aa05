import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { MovedAct } from '../../domain/api/actShapes.ts';
import { Unanswered } from '../../domain/api/call.ts';
import { actCellModel } from '../../src/machines/actCell/actCell.model.ts';
import { actCellMachine } from '../../src/machines/actCell/actCell.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { askedMove, ownMode } from '../../src/machines/numberCell/selectors.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(actCellModel, { promises: ['loadRange', 'previewMove'] });

const CELL = { table: 'act 2 list 4', route: 'PUT /act_rows/:id/', id: 1, revision: 1, reads: 'number', unit: 'm³' } as const;
const subjects: readonly Subject[] = [
  { ...CELL, key: '1 quantity', field: 'quantity', value: '4' },
  { ...CELL, key: '1 percent', field: 'percent', value: '40.00' },
];
const moved: readonly MovedAct[] = [
  { id: 2, number: '2', price: { old: '40.00', new: '39.99' }, balance: { old: '100.00', new: '110.00' } },
];

/** Two cells of one row in a table, with everything they ask held still. */
function table() {
  const calls = holdCalls();
  const [loadRange, previewMove] = ['loadRange', 'previewMove'].map(calls.actor);
  const cell = actCellMachine.provide({ actors: { loadRange, previewMove } as never, delays: { restingOnCell: 0 } });
  const added: (string | undefined)[] = [];
  const listening = createMachine({ on: { 'edit.added': { actions: ({ event }) => added.push(event.edit.text) } } });
  const queue = createActor(listening).start() as never;
  const grid = createActor(gridMachine.provide({ actors: { cell } }), {
    input: { rows: 2, cols: 1, col: 0, subjectAt: ({ row }) => subjects[row] ?? null, queue },
  }).start();
  grid.send({ type: 'grid.entered' });
  const first = () => grid.getSnapshot().context.cells['1 quantity'];
  const type = (text: string) => {
    grid.send({ type: 'edit.started', draft: text });
    grid.send({ type: 'edit.committed', text, next: null });
  };
  const shown = () => {
    const snapshot = first()?.getSnapshot();
    if (snapshot === undefined) return null;
    const { typed, sentence, subject } = snapshot.context;
    return { mode: ownMode(snapshot), typed, sentence: sentence && sentence.detail, value: subject.value };
  };
  return { grid, calls, type, shown, first, added };
}

test('a value outside the loaded range is refused with the range in the text, without a question', async () => {
  const { calls, type, shown } = table();
  await expect.poll(() => calls.pending()).toContain('loadRange');
  await calls.resolve('loadRange', { min: '-2', max: '6', used: [] });
  type('6.000001');
  expect(calls.pending()).toEqual([]);
  expect(shown()).toEqual({ mode: 'refused', typed: '6.000001', sentence: 'The range for this row is -2 to 6 m³', value: '4' });
  type('6');
  expect(calls.pending()).toEqual(['previewMove']);
});

test('the server decides while the range is not loaded', () => {
  const { calls, type } = table();
  type('600');
  expect(calls.pending()).toEqual(['previewMove']);
});

test('an edit that changes later acts waits for confirmation; Cancel keeps the typed text', async () => {
  const { grid, calls, type, shown, first, added } = table();
  type('5');
  await calls.resolve('previewMove', moved);
  const cell = first();
  expect(cell && askedMove(cell.getSnapshot())).toEqual(moved);
  cell?.send({ type: 'move.declined' });
  expect(shown()).toEqual({ mode: 'refused', typed: '5', sentence: 'The later acts stay as they are', value: '4' });
  expect(added).toEqual([]);
  grid.send({ type: 'edit.started', draft: null });
  expect(shown()?.typed).toBe('5');
  grid.send({ type: 'edit.committed', text: '5', next: null });
  await calls.resolve('previewMove', moved);
  first()?.send({ type: 'move.confirmed' });
  expect(added).toEqual(['5']);
  expect(shown()).toMatchObject({ mode: 'showing', typed: null, sentence: null });
});

test('an edit that changes no later act goes to the queue without a question', async () => {
  const { calls, type, added } = table();
  type('5');
  await calls.resolve('previewMove', []);
  expect(added).toEqual(['5']);
});

test('without a connection no preview is asked for: the edit waits in the queue', async () => {
  const { calls, type, added } = table();
  type('5');
  await calls.reject('previewMove', new Unanswered('offline'));
  expect(added).toEqual(['5']);
});

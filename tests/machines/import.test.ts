import { expect, test } from 'vitest';
import { createActor, getNextSnapshot } from 'xstate';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import { errorAfter } from '../../src/machines/import/found.ts';
import { importModel } from '../../src/machines/import/import.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(importModel, {
  promises: ['upload', 'readLists', 'change', 'readNumbers', 'finish', 'cancel'],
  talkers: ['sending', 'progress', 'corrections'],
});

const cell = (column_index: number) => ({ place: '', column_index, field: `field ${column_index}`, value: '', description: '' });
const row = (row_id: number, position: number, ...columns: number[]) => ({
  row_id,
  row_index: position + 1,
  position,
  cells: columns.map(cell),
});
const found = {
  new_lists: [{ id: 7 }, { id: 8 }],
  errors: [
    { list_id: 7, sheet: '', rows: [row(1, 4, 2, 3), row(2, 9, 3)] },
    { list_id: 8, sheet: '', rows: [row(3, 0, 5)] },
  ],
} as unknown as ImportLists;

test('a version that was made ends no review of carrying, because it may be the one that the person makes', () => {
  const { machine } = importModel;
  const carrying = machine.resolveState({
    value: { reviewing: 'carrying' },
    context: createActor(machine, { input: { isUnderWay: true } }).getSnapshot().context,
  });
  const after = (isVersion: boolean) => getNextSnapshot(machine, carrying, { type: 'import.ended', isVersion }).value;
  expect(after(true)).toEqual({ reviewing: 'carrying' });
  expect(after(false)).toEqual({ reading: 'asking' });
});

test('the next error follows the last one across lists, and wraps around at the end', () => {
  const seen = [];
  let at = null;
  for (let step = 0; step < 5; step += 1) {
    at = errorAfter(found, at, 7);
    seen.push(at && [at.rowId, at.column, at.ordinal]);
  }
  expect(seen).toEqual([
    [1, 2, 0],
    [1, 3, 0],
    [2, 3, 1],
    [3, 5, 0],
    [1, 2, 0],
  ]);
});

test('the search for errors begins in the list on screen, and continues from a cell that was corrected', () => {
  expect(errorAfter(found, null, 8)?.rowId).toBe(3);
  const corrected = { ...found, errors: found.errors.slice(0, 1).map((list) => ({ ...list, rows: list.rows.slice(1) })) };
  expect(errorAfter(corrected, { listId: 7, rowId: 1, field: '', column: 3, position: 4, ordinal: 0 }, 7)?.rowId).toBe(2);
  expect(errorAfter({ ...found, errors: [] }, null, 7)).toBeNull();
});

import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import { Refused } from '../../domain/contract/call.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { Postponed } from '../../src/machines/editQueue/types.ts';
import { rowEditModel } from '../../src/machines/rowEdit/rowEdit.model.ts';
import { type RowEdit, rowEditMachine } from '../../src/machines/rowEdit/rowEdit.ts';
import { cellOf, click, layTablesOut, press } from './layout.ts';
import { rowNamed, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof rowEditMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The request of the list for its rows. */
let asked: RowEdit | null = null;
const WAITS = new Postponed();
const MOVED: RowEdit = { kind: 'move', rows: { ids: [7] }, listId: 12, afterId: 8 };

async function does({ type }: EventFrom<Machine>): Promise<void> {
  if (type !== 'edit.requested') return;
  asked = null;
  await click(cellOf('Kerb', 'quantity'));
  await click(cellOf('Gravel bed', 'quantity'));
  return press('ArrowDown', { altKey: true });
}

testView<Machine>({
  model: rowEditModel,
  start: 'on a list',
  promises: [],
  longest: 8,
  onScreen: {
    first: null,
    next: () => null,
    events: () => [
      { type: 'edit.requested', edit: MOVED },
      { type: 'xstate.done.actor.doEdit', output: [9] },
      { type: 'xstate.error.actor.doEdit', error: new Refused(409, frozen()) },
      { type: 'xstate.error.actor.doEdit', error: WAITS },
      { type: 'xstate.after.takesLong.rowEdit.doing.shortly' },
    ],
  },
  async show(ready, calls) {
    asked = null;
    const doEdit = fromPromise<readonly number[], { edit: RowEdit | null }>(({ input, signal }) => {
      asked = input.edit;
      return calls.ask('doEdit', signal) as Promise<readonly number[]>;
    });
    await showList({ rowEdits: ready(rowEditMachine.provide({ actors: { doEdit } })) });
  },
  act: does,
  seen: () => ({
    asked,
    refusal: screen.queryByText(frozen().detail) !== null,
    isLong: screen.queryByText('Changing the rows') !== null,
    cursor: document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.parentElement?.dataset.index,
  }),
  due(snapshot, past) {
    const isDone = past.some(({ type }) => type === 'xstate.done.actor.doEdit');
    const isRefused = past.some((event) => 'error' in event && event.error instanceof Refused);
    const isAsked = snapshot.value !== 'idle';
    const lastEnd = past.findLast(({ type }) => type.endsWith('doEdit'));
    // The rows are read again, and the cursor goes to those that were made or moved.
    return {
      asked: MOVED,
      refusal: isRefused,
      isLong: snapshot.matches({ doing: 'long' }),
      cursor: !isAsked && isDone && lastEnd?.type === 'xstate.done.actor.doEdit' ? '2' : '0',
    };
  },
});

const heading = { kind: 'section', level: 1 } as const;
test.each([
  ['an empty part', [rowNamed(7, 'Earthworks', heading), rowNamed(8, 'Drains', { ...heading, level: 2, section_id: 7 })], true],
  ['rows that are not here yet', [rowNamed(7, 'Earthworks', { ...heading, row_count: 2 }), rowNamed(9, 'Kerb')], true],
  ['nothing', [rowNamed(7, 'Earthworks', heading), rowNamed(9, 'Kerb')], false],
])('a heading over %s is deleted, and asked about first where something may go with it', async (_, rows, asks) => {
  const done: (RowEdit | null)[] = [];
  const doEdit = fromPromise<readonly number[], { edit: RowEdit | null }>(async ({ input: { edit } }) => {
    done.push(edit);
    return [];
  });
  const { run } = await showList({ rowEdits: rowEditMachine.provide({ actors: { doEdit } }) }, rows);
  await click(cellOf('Earthworks', 'name'));
  await act(async () => run('Delete the row'));
  expect([screen.queryAllByRole('dialog').length, done.length]).toEqual(asks ? [1, 0] : [0, 1]);
});

import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { Postponed } from '../../src/machines/editQueue/types.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
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
const BUSY = 'Other rows are still being changed. Try again in a moment.';
const NOTICES = [BUSY, frozen().detail];
const MOVED: RowEdit = { kind: 'move', rows: { ids: [7] }, listId: 12, afterId: 8 };

/** Whether the n-th event asked for an edit while another had been in progress for long. */
function isPostponed(at: number, past: readonly ModelEvent<Machine>[]): boolean {
  const before = past.slice(0, at).findLast(({ type }) => type !== 'edit.requested');
  return past[at]?.type === 'edit.requested' && before?.type.startsWith('xstate.after') === true;
}
function noticeDue(past: readonly ModelEvent<Machine>[]): string | null {
  const said = past.flatMap((event, at) =>
    isPostponed(at, past) ? [BUSY] : 'error' in event && event.error instanceof Refused ? [frozen().detail] : [],
  );
  return said.at(-1) ?? null;
}

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
  longest: 9,
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
    notice: NOTICES.find((text) => screen.queryByText(text) !== null) ?? null,
    isLong: screen.queryByText('Changing the rows') !== null,
    cursor: document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.parentElement?.dataset.index,
  }),
  due(snapshot, past) {
    const isDone = past.some(({ type }) => type === 'xstate.done.actor.doEdit');
    const isAsked = snapshot.value !== 'idle';
    const lastEnd = past.findLast(({ type }) => type.endsWith('doEdit'));
    // The rows are read again, and the cursor goes to those that were made or moved.
    return {
      asked: isPostponed(past.length - 1, past) ? null : MOVED,
      notice: noticeDue(past),
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
])('a heading over %s is deleted, after a confirmation where other rows may be deleted too', async (_, rows, asks) => {
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

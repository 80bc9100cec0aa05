import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { blockEditModel } from '../../src/machines/blockEdit/blockEdit.model.ts';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../src/machines/blockEdit/blockEdit.ts';
import { type CopiedColumn, joined, partOf } from '../../src/machines/blockEdit/copied.ts';
import { listTable } from '../../src/machines/editQueue/tables.ts';
import { Postponed } from '../../src/machines/editQueue/types.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { heldQueue } from './cellQueue.ts';
import { cellOf, click, layTablesOut, pressButton } from './layout.ts';
import { ROWS, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';
import '../../src/ui/Dialog.tsx';

type Machine = typeof blockEditMachine;
type Snapshot = SnapshotFrom<Machine>;

/** The person's clipboard. */
let clipboard = '';
/** A clipboard event at the focused element, as the browser dispatches it. */
function clip(kind: 'copy' | 'paste', target: Element): void {
  const event = createEvent[kind](target, {
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? clipboard : ''), setData },
  });
  fireEvent(target, event);
}
function setData(type: string, text: string): void {
  if (type === 'text/plain') clipboard = text;
}

beforeEach(() => {
  layTablesOut();
  clipboard = '';
  document.execCommand = () => {
    clip('copy', document.activeElement as Element);
    return true;
  };
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(document, 'execCommand');
  vi.restoreAllMocks();
});

/** The requests of the list for its cells, in order. */
let asked: BlockAsked[] = [];
const COPIED: CopiedColumn[] = [{ id: 'quantity', figures: true, copied: ({ quantity }) => quantity ?? '' }];
const COPY: BlockAsked = { kind: 'copy', top: 0, bottom: 1, columns: COPIED };
const PASTE: BlockAsked = { kind: 'paste', top: 0, rowIds: [7], field: 'quantity', cells: [['x']], decimal: null };
const DOUBTFUL: BlockAsked = { ...PASTE, cells: [['1,240']] };
const OFFLINE = new Unanswered('offline');
const WAITS = new Postponed();
const REFUSED = new Refused(400, {
  detail: 'Nothing was pasted',
  code: 'paste_refused',
  count: 1,
  cells: [{ row: 0, column: 1, field: 'quantity', value: 'x', description: 'Enter a number' }],
});

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'block.asked':
      // A press elsewhere first, so that the press on the cell is not a second one, which would open it.
      await click(cellOf('Paving', 'quantity'));
      await click(cellOf('Gravel bed', 'quantity'));
      if (event.asked.kind === 'paste') clipboard = event.asked.cells[0]?.[0] ?? '';
      else await click(cellOf('Kerb', 'quantity'), { shiftKey: true });
      return act(async () => clip(event.asked.kind === 'paste' ? 'paste' : 'copy', cellOf('Gravel bed', 'quantity')));
    case 'block.dropped':
      return pressButton('Cancel');
    case 'refusal.dismissed':
      return pressButton('Close');
    case 'numbers.meant':
      return pressButton(event.meaning === 'thousands' ? '1\u00a0240: thousands' : '1.24: decimals');
    case 'question.dismissed':
      return pressButton('Cancel');
  }
}
const outcomeOf = ({ context }: Snapshot) =>
  context.asked?.kind === 'copy' ? { copied: joined([partOf(ROWS.slice(0, 2), COPIED, true)]), ids: [] } : { ids: [7] };
/** Columns of a copy as their names: the table has its own. */
const namedAlone = (made: BlockAsked): BlockAsked =>
  made.kind === 'copy' ? { ...made, columns: made.columns.map(({ id }) => ({ id })) } : made;
const isDone = ({ type }: ModelEvent<Machine>) => type === 'xstate.done.actor.doBlock';

testView<Machine>({
  model: blockEditModel,
  start: 'on a list',
  promises: [],
  longest: 12,
  onScreen: {
    first: null,
    next: () => null,
    // Loading for a copy can be cancelled once its message is shown. A refusal that names cells belongs to an edit that sets them.
    events: (snapshot) => {
      const isCopy = snapshot.context.asked?.kind === 'copy';
      const isUnderWay = snapshot.matches('doing');
      // A dialog asks over the table.
      if (snapshot.matches('asking'))
        return [
          { type: 'numbers.meant', meaning: 'thousands' },
          { type: 'numbers.meant', meaning: 'decimals' },
          { type: 'question.dismissed' },
        ];
      return [
        ...(isUnderWay && !isCopy ? [] : [{ type: 'block.asked', asked: COPY } as const]),
        ...(isUnderWay && isCopy ? [] : [{ type: 'block.asked', asked: PASTE } as const]),
        ...(isCopy && snapshot.matches({ doing: 'long' }) ? [{ type: 'block.dropped' } as const] : []),
        ...(isUnderWay || snapshot.matches('refused') ? [] : [{ type: 'block.asked', asked: DOUBTFUL } as const]),
        { type: 'refusal.dismissed' },
        { type: 'xstate.after.takesLong.blockEdit.doing.shortly' },
        { type: 'xstate.done.actor.doBlock', output: outcomeOf(snapshot) },
        ...(isCopy ? [] : [{ type: 'xstate.error.actor.doBlock', error: REFUSED } as const]),
        // Reading for a copy fails; an edit waits.
        { type: 'xstate.error.actor.doBlock', error: isCopy ? OFFLINE : WAITS },
      ];
    },
  },
  async show(ready, calls) {
    asked = [];
    const doBlock = fromPromise<BlockOutcome, { asked: BlockAsked | null }>(({ input, signal }) => {
      if (input.asked) asked.push(namedAlone(input.asked));
      return calls.ask('doBlock', signal) as Promise<BlockOutcome>;
    });
    // The visible rows are loaded, and are being loaded again.
    const windows = rowWindowMachine.provide({ actors: { loadChunk: fromPromise(() => new Promise(() => undefined)) as never } });
    const { rows } = await showList({ windows, blocks: ready(blockEditMachine.provide({ actors: { doBlock } })) });
    await act(async () => rows.setWindow(0, ROWS, ROWS.length));
    await screen.findByText('Gravel bed');
    // The code of the tools is loaded later.
    await waitFor(() => expect(screen.getByRole('grid').closest('[data-movable=true]')).not.toBeNull());
  },
  act: does,
  seen: () => ({
    asked,
    long: ['Loading the rows to copy', 'Changing the cells'].filter((text) => screen.queryByText(text) !== null),
    canDrop: screen.queryByRole('button', { name: 'Cancel' }) !== null,
    question: screen.queryByRole('heading', { name: 'What does 1,240 mean?' }) !== null,
    refused: screen.queryByRole('dialog')?.querySelector('table')?.textContent ?? null,
    notice: document.querySelector('[role=alert]')?.textContent ?? null,
    clipboard,
  }),
  due(snapshot, past) {
    const isCopy = snapshot.context.asked?.kind === 'copy';
    const isLong = snapshot.matches({ doing: 'long' });
    const { begun, notice } = cameOf(past);
    return {
      asked: begun.map(namedAlone),
      long: isLong ? [isCopy ? 'Loading the rows to copy' : 'Changing the cells'] : [],
      canDrop: (isLong && isCopy) || snapshot.value === 'asking',
      question: snapshot.value === 'asking',
      refused: snapshot.value === 'refused' ? 'CellValueWhat is wrongRow 1, QuantityxEnter a number' : null,
      notice: notice === null ? null : expect.stringContaining(notice),
      clipboard: clipboardAfter(past),
    };
  },
});

/** The expected requests: one block at a time, and requests made meanwhile are ignored. The notice shows the last error. */
function cameOf(past: readonly ModelEvent<Machine>[]) {
  const begun: BlockAsked[] = [];
  let [isUnderWay, notice] = [false, null as string | null];
  for (const event of past) {
    if (event.type === 'block.asked' && 'asked' in event) {
      if (isUnderWay) notice = 'Other cells are still being changed';
      else if (event.asked !== DOUBTFUL) begun.push(event.asked);
      isUnderWay = event.asked !== DOUBTFUL;
    } else if (event.type === 'numbers.meant' && 'meaning' in event) {
      begun.push({ ...DOUBTFUL, decimal: event.meaning === 'thousands' ? '.' : ',' } as BlockAsked);
      isUnderWay = true;
    } else if (!event.type.startsWith('xstate.after')) isUnderWay = false;
    if ('error' in event && event.error === OFFLINE) notice = 'The server cannot be reached';
  }
  return { begun, notice };
}

/** Rows loaded for a copy are copied at once. */
function clipboardAfter(past: readonly ModelEvent<Machine>[]): string {
  let [text, kind] = ['', ''];
  for (const event of past) {
    if (event.type === 'block.asked' && 'asked' in event) kind = event.asked.kind;
    if (event.type === 'block.asked' && 'asked' in event && event.asked.kind === 'paste') text = event.asked.cells[0]?.[0] ?? '';
    if (isDone(event) && kind === 'copy') text = '12.5\r\n1\r\n';
  }
  return text;
}

test('unsaved text is copied and added up as shown on screen', async () => {
  const { queue } = heldQueue();
  await showList({ queue });
  const [row] = ROWS;
  const { id, revision, name, quantity: value } = row as Row;
  const typed = { table: listTable(12), route: 'PUT /rows/:id/', id, field: 'quantity', name, value, revision, reads: 'number' } as const;
  await click(cellOf('Gravel bed', 'quantity'));
  await click(cellOf('Kerb', 'quantity'), { shiftKey: true });
  expect(screen.getByText('Sum').textContent).toBe('Sum 13.5');
  await act(async () => queue.send({ type: 'edit.added', edit: { kind: 'cell', ...typed, text: '7', within: null } }));
  await act(async () => clip('copy', cellOf('Gravel bed', 'quantity')));
  expect([clipboard, screen.getByText('Sum').textContent]).toEqual(['7\r\n1\r\n', 'Sum 8']);
});

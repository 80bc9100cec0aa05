import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { Refused } from '../../domain/contract/call.ts';
import type { Row } from '../../domain/contract/shapes.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import type { Unsent } from '../../src/machines/grid/setup.ts';
import { numberCellModel, SUBJECT } from '../../src/machines/numberCell/numberCell.model.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import { cellMode } from '../../src/machines/numberCell/selectors.ts';
import { refusalOf, type Saved, sentText } from '../../src/machines/numberCell/types.ts';
import type { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import type { HeldCalls } from '../model/world.ts';
import { cellOf, click, layTablesOut, press, pressButton } from './layout.ts';
import { showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Cell = typeof numberCellMachine;
type Snapshot = SnapshotFrom<Cell>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let held: HeldCalls;
let rows: RowStore<Row>;
const quantity = () => cellOf('Gravel bed', 'quantity');
const editor = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
/** Moves the cursor to the cell without opening it. */
async function goThere() {
  if (document.activeElement === quantity()) return;
  await click(cellOf('Kerb', 'quantity'));
  await press('ArrowUp');
}

/** The saved value in an answer. */
function savedBy({ type, ...told }: { readonly type: string; readonly output?: unknown; readonly error?: unknown }): Saved | null {
  if (type === 'xstate.done.actor.saveValue' || type === 'xstate.done.actor.settleValue') return told.output as Saved;
  return told.error instanceof Refused && told.error.code === 'stale_edit' ? refusalOf(told.error, SUBJECT).theirs : null;
}
function putSaved(answer: Parameters<typeof savedBy>[0]): void {
  const [saved, row] = [savedBy(answer), rows.find(SUBJECT.id)];
  if (saved && row) rows.put({ ...row, quantity: saved.value, revision: saved.revision });
}

async function does(event: EventFrom<Cell>): Promise<void> {
  switch (event.type) {
    case 'edit.started':
      await goThere();
      return press(event.draft ?? 'F2');
    case 'edit.committed':
      fireEvent.change(editor() as HTMLInputElement, { target: { value: event.text } });
      return press('Enter');
    case 'edit.reverted':
      if (editor() === null) await goThere();
      return press('Escape');
    case 'mine.kept':
      return pressButton('Keep mine');
    case 'theirs.taken':
      return pressButton('Take the saved value');
    case 'unsent.found':
      return act(async () => held.resolve('findUnsent', [{ subject: SUBJECT, text: event.text }] satisfies Unsent[]));
    case 'cell.left':
      await goThere();
      return press('ArrowDown');
    case 'move.confirmed':
    case 'move.declined':
    case 'range.outdated':
      throw new Error(`${event.type} happens to cells of acts`);
  }
}

const WAYS = ['Keep mine', 'Take the saved value', 'Discard what you typed'];
const quantityNow = () => rows.find(SUBJECT.id)?.quantity ?? '';

/** The note at a cell whose value was refused. */
function noteOn({ context: { subject, typed, sentence, theirs } }: Snapshot): string {
  if (theirs === null) return `${sentence?.detail.replace(/\.$/, '')}. Saved value: ${subject.value} Discard what you typed`;
  const said =
    theirs.value === subject.value ? 'This row was changed in the meantime by Ann, but not this value.' : 'Changed in the meantime by Ann.';
  return `${said}Your value${sentText(typed ?? '', 'number')}Saved value${theirs.value}Keep mineTake the saved value`;
}

/** The row as in the table, and whether edits of an earlier visit may still be found. */
interface World {
  readonly saved: Saved;
  readonly mayFind: boolean;
}

testView<Cell, World>({
  model: numberCellModel,
  start: 'alone',
  promises: ['saveValue', 'settleValue', 'giveUpValue'],
  longest: 14,
  onScreen: {
    first: { saved: SUBJECT, mayFind: true },
    events: (snapshot, { saved: { value, revision }, mayFind }) =>
      numberCellModel
        .events(snapshot)
        .filter(({ type }) => type !== 'unsent.found' || mayFind)
        .map((event) => ('subject' in event ? { ...event, subject: { ...SUBJECT, value, revision } } : event)),
    next: ({ saved, mayFind }, event) => ({ saved: savedBy(event) ?? saved, mayFind: mayFind && event.type !== 'unsent.found' }),
  },
  isMeant: ({ context }) => context.subject.key === SUBJECT.key,
  async show(ready, calls) {
    held = calls;
    const findUnsent = fromPromise<readonly Unsent[]>(({ signal }) => calls.ask('findUnsent', signal) as Promise<readonly Unsent[]>);
    ({ rows } = await showList({ grid: gridMachine.provide({ actors: { findUnsent, cell: ready(numberCellMachine) } }) }));
  },
  act: does,
  // Every saved value, of the person or of somebody else, arrives in the table.
  answers: (calls) => ({
    resolve(name, output) {
      putSaved({ type: `xstate.done.actor.${name}`, output });
      return calls.resolve(name, output);
    },
    reject(name, error) {
      putSaved({ type: `xstate.error.actor.${name}`, error });
      return calls.reject(name, error);
    },
  }),
  seen: () => ({
    editor: editor()?.value ?? null,
    isSelected: editor() !== null && editor()?.selectionStart !== editor()?.selectionEnd,
    cell: editor() === null ? quantity().textContent : null,
    isBusy: quantity().getAttribute('aria-busy') === 'true',
    isInvalid: quantity().getAttribute('aria-invalid') === 'true',
    note: screen.queryByRole('alert')?.textContent ?? null,
    ways: WAYS.filter((name) => screen.queryByRole('button', { name }) !== null),
  }),
  due(snapshot) {
    const { subject, typed, theirs, selected } = snapshot.context;
    const mode = cellMode(snapshot);
    const isRefused = mode === 'refused';
    const shown = {
      showing: quantityNow(),
      editing: null,
      saving: typed,
      waiting: `${typed}, Waiting for the connection`,
      saved: subject.value,
      refused: typed,
      givingUp: typed,
    };
    return {
      editor: mode === 'editing' ? (typed ?? subject.value) : null,
      isSelected: mode === 'editing' && selected,
      cell: shown[mode],
      isBusy: mode === 'saving' || mode === 'givingUp',
      isInvalid: isRefused,
      note: isRefused ? noteOn(snapshot) : null,
      ways: !isRefused ? [] : theirs === null ? ['Discard what you typed'] : ['Keep mine', 'Take the saved value'],
    };
  },
});

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { Row } from '../../domain/api/shapes.ts';
import { cellsOf } from '../../src/machines/editQueue/selectors.ts';
import type { CellEdit } from '../../src/machines/editQueue/types.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { numberCellModel, SUBJECT } from '../../src/machines/numberCell/numberCell.model.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import { cellMode } from '../../src/machines/numberCell/selectors.ts';
import { comparedWith, isChange, onTheirs, refusedIn, sentText, theirsOf } from '../../src/machines/numberCell/types.ts';
import type { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { type CellWorld, type Fate, handedOver } from '../model/cellFate.ts';
import { type HeldQueue, heldQueue } from './cellQueue.ts';
import { cellOf, click, layTablesOut, press, pressButton } from './layout.ts';
import { showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Cell = typeof numberCellMachine;
type Snapshot = SnapshotFrom<Cell>;
/** An event, with what the server does next. */
type Fated = EventFrom<Cell> & { readonly fate?: Fate };

beforeEach(layTablesOut);
// It comes with its own code.
beforeAll(() => import('../../src/views/grid/Refusal.tsx').then(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let held: HeldQueue;
let rows: RowStore<Row>;
const quantity = () => cellOf('Gravel bed', 'quantity');
const editor = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
/** The cursor on the cell, which does not open it. */
async function goThere() {
  if (document.activeElement === quantity()) return;
  await click(cellOf('Kerb', 'quantity'));
  await press('ArrowUp');
}

function put(saved: { readonly value: string; readonly revision: number }): void {
  const row = rows.find(SUBJECT.id);
  if (row) rows.put({ ...row, quantity: saved.value, revision: saved.revision });
}
/** The server answers, and the table hears of it as from any edit. */
const answer = (fate: Fate | undefined) =>
  act(async () => {
    if (fate === undefined) return;
    await held.answer(fate, ({ text, revision }) => put({ value: text, revision: revision + 1 }));
    const refused = cellsOf(held.queue.getSnapshot(), SUBJECT.table).get(SUBJECT.key);
    const theirs = refused && theirsOf(refused.edit);
    if (theirs) put(theirs);
  });

async function does(event: Fated): Promise<void> {
  await act(async () => held.goOn());
  switch (event.type) {
    case 'edit.started':
      await goThere();
      return press(event.draft ?? 'F2');
    case 'edit.committed':
      fireEvent.change(editor() as HTMLInputElement, { target: { value: event.text } });
      await press('Enter');
      return answer(event.fate);
    case 'edit.reverted':
      if (editor() === null) await goThere();
      return press('Escape');
    case 'mine.kept':
      await pressButton('Keep mine');
      return answer(event.fate);
    case 'cell.left':
      await goThere();
      return press('ArrowDown');
    case 'move.confirmed':
    case 'move.declined':
    case 'range.outdated':
    case 'text.retried':
    case 'table.closed':
      throw new Error(`${event.type} happens to cells of acts`);
  }
}

/** The server's possible decisions on a value, by the edit it replaces. */
const FATES: Readonly<Record<string, readonly Fate[]>> = {
  none: ['taken', 'postponed', 'refused', 'stale'],
  waiting: ['taken', 'postponed'],
  refused: ['taken'],
};
/** The same number, written another way. */
const inOtherWords = (value: string) => (value.includes('.') ? `${value}0` : `${value}.0`);
const isEditing = ({ value }: Snapshot) => value === 'editing';

function eventsHere(snapshot: Snapshot, { value, unsent }: CellWorld): readonly Fated[] {
  const subject = { ...SUBJECT, value, unsent };
  if (isEditing(snapshot)) {
    const fresh = ['7.5', '8', '9'].filter((text) => ![value, unsent?.edit.text, unsent?.edit.value].includes(text));
    return [
      { type: 'edit.committed', text: '' },
      // The saved value ends a refusal; beside a value that waits, it is another edit.
      { type: 'edit.committed', text: inOtherWords(comparedWith(snapshot.context.subject).value) },
      ...fresh
        .slice(0, 1)
        .flatMap((text) => (FATES[unsent?.mode ?? 'none'] ?? []).map((fate) => ({ type: 'edit.committed', text, fate }) as const)),
      { type: 'edit.reverted', subject },
    ];
  }
  return [
    { type: 'edit.started', draft: null, subject },
    { type: 'edit.started', draft: '5', subject },
    { type: 'edit.reverted', subject },
    { type: 'mine.kept', subject, fate: 'taken' } as const,
    { type: 'cell.left' },
  ];
}
function next(world: CellWorld, event: ModelEvent<Cell>, _: Snapshot, from: Snapshot): CellWorld {
  const { type, fate = 'taken', ...given } = event as Fated;
  const subject = 'subject' in given && given.subject ? given.subject : from.context.subject;
  if (type === 'mine.kept') return handedOver(world, onTheirs(subject), world.unsent?.edit.text ?? '', fate);
  if (type === 'edit.reverted') return refusedIn(isEditing(from) ? from.context.subject : subject) ? { ...world, unsent: null } : world;
  if (type !== 'edit.committed') return world;
  const text = 'text' in given ? given.text : '';
  if (refusedIn(from.context.subject) !== null && !isChange(text, from.context.subject)) return { ...world, unsent: null };
  return isChange(text, comparedWith(from.context.subject)) ? handedOver(world, from.context.subject, text, fate) : world;
}

const WAYS = ['Keep mine', 'Take the saved value', 'Discard what you typed'];
const quantityNow = () => rows.find(SUBJECT.id)?.quantity ?? '';

/** The note that hangs from a cell whose value was refused. */
function noteOn(edit: CellEdit | undefined): string {
  const theirs = edit ? theirsOf(edit) : null;
  if (theirs === null) return `Enter a number. Saved value: ${quantityNow()} Discard what you typed`;
  const said =
    theirs.value === edit?.value ? 'This row was changed in the meantime by Ann, but not this value.' : 'Changed in the meantime by Ann.';
  return `${said}Your value${sentText(edit?.text ?? '', 'number')}Saved value${theirs.value}Keep mineTake the saved value`;
}

testView<Cell, CellWorld>({
  model: numberCellModel,
  start: 'alone',
  promises: [],
  longest: 14,
  onScreen: { first: { value: SUBJECT.value, unsent: null }, events: eventsHere, next },
  isMeant: ({ context }) => context.subject.key === SUBJECT.key,
  async show(ready) {
    held = heldQueue();
    ({ rows } = await showList({ grid: gridMachine.provide({ actors: { cell: ready(numberCellMachine) } }), queue: held.queue }));
    await goThere();
  },
  act: does,
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
    const { subject, typed, selected } = snapshot.context;
    const unsent = cellsOf(held.queue.getSnapshot(), SUBJECT.table).get(SUBJECT.key);
    const mode = cellMode(snapshot, unsent);
    const text = unsent?.edit.text ?? '';
    const isStale = unsent !== undefined && theirsOf(unsent.edit) !== null;
    const shown = {
      showing: quantityNow(),
      saving: text,
      waiting: `${text}, Waiting for the connection`,
      refused: text,
      saved: unsent?.edit.value,
    };
    return {
      editor: mode === 'editing' ? (typed ?? subject.value) : null,
      isSelected: mode === 'editing' && selected,
      cell: mode in shown ? shown[mode as keyof typeof shown] : null,
      isBusy: mode === 'saving',
      isInvalid: mode === 'refused',
      note: mode === 'refused' ? noteOn(unsent?.edit) : null,
      ways: mode !== 'refused' ? [] : isStale ? ['Keep mine', 'Take the saved value'] : ['Discard what you typed'],
    };
  },
});

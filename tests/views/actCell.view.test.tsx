import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import type { Act, ActRow } from '../../domain/api/shapes.ts';
import type { RowView } from '../../domain/rowView.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { actCellModel } from '../../src/machines/actCell/actCell.model.ts';
import { actCellMachine } from '../../src/machines/actCell/actCell.ts';
import { isAllowedNow } from '../../src/machines/actCell/range.ts';
import { cellsOf } from '../../src/machines/editQueue/selectors.ts';
import type { CellEdit } from '../../src/machines/editQueue/types.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { SUBJECT } from '../../src/machines/numberCell/numberCell.model.ts';
import { askedMove, cellMode, isRangeKnown } from '../../src/machines/numberCell/selectors.ts';
import { comparedWith, isChange, type Range, refusedIn, type Subject, theirsOf } from '../../src/machines/numberCell/types.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { ActList } from '../../src/views/act/ActList.tsx';
import { ActProvider } from '../../src/views/act/context.ts';
import type { ActScreen } from '../../src/views/act/needs.ts';
import { shownMoney, shownQuantity } from '../../src/views/figures.tsx';
import { paths, ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import type { ShownRows } from '../../src/views/sections/listFoot.tsx';
import { type CellWorld, type Fate, handedOver } from '../model/cellFate.ts';
import { holdCalls } from '../model/world.ts';
import { HALF, SUMMARY } from './actSamples.ts';
import { type HeldQueue, heldQueue } from './cellQueue.ts';
import { manualFeed } from './feed.ts';
import { layTablesOut, press } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { type Running, testView } from './viewWalk.ts';

type Cell = typeof actCellMachine;
type Snapshot = SnapshotFrom<Cell>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
// Fetched as soon as a browser has nothing else to do.
beforeAll(() => import('../../src/views/grid/Refusal.tsx').then(() => undefined));

const ROW: ActRow = {
  id: SUBJECT.id,
  row_id: 70,
  list_id: 4,
  order: 1,
  kind: 'row',
  code: 'C7',
  name: 'Rafters',
  unit: 'm',
  estimated_quantity: '40',
  quantity: SUBJECT.value,
  percent: '31.25',
  quantity_before: '8',
  quantity_balance: '19.5',
  quantity_left: '19.5',
  revision: SUBJECT.revision,
  level: 0,
  section_id: 0,
  row_count: 0,
  estimated_cost: HALF.estimated_cost,
  completed_before: HALF.completed_before,
  completed_now: HALF.completed_now,
  balance: HALF.balance,
  left_to_do: HALF.left_to_do,
};
const ACT = { id: 2, currency: '€', carried: [] as Act['carried'] } as Act;
const QUANTITY = 4;
const TABLE = 'act 2 list 4';

/** The cell as the server and the queue have it, and what else happened around it. */
interface World extends CellWorld {
  readonly isOutdated: boolean;
  readonly isOver: boolean;
}
/** An event, with what the server does once the queue has the value. */
type Fated = ModelEvent<Cell> & { readonly fate?: Fate };

const subjectNow = ({ value, unsent }: CellWorld): Subject => ({
  ...SUBJECT,
  table: TABLE,
  route: 'PUT /act_rows/:id/',
  name: ROW.name,
  unit: ROW.unit,
  value,
  unsent,
});

let held: HeldQueue;
let rows = new RowStore<ActRow>();
/** The cell was left, or Escape dismissed the helper with the refused text. */
let isPutAway = false;
/** Somebody changed what the act says. */
let change: () => void = () => undefined;
/** Rows of the act were completed here. */
let complete: () => void = () => undefined;
/** How often the rows were loaded. */
let loads = 0;

function Framed({ of }: { readonly of: ActScreen }) {
  const restrictions = {
    editBlockedBy: null,
    deleteBlockedBy: null,
    statusBlockedBy: null,
    canOnlyBeAccepted: false,
    settleBlockedBy: null,
    hasLater: true,
  };
  const completing = { complete: () => undefined, ask: () => undefined };
  const [completions, setCompletions] = useState(0);
  complete = () => setCompletions((count) => count + 1);
  return (
    <ActProvider
      value={{
        screen: of,
        act: ACT,
        summary: SUMMARY,
        readSummary: () => undefined,
        restrictions,
        completing,
        completions,
        priced: true,
      }}
    >
      <Routes>
        <Route path={ROUTES['act-list']} element={<ActList />} />
      </Routes>
    </ActProvider>
  );
}

const cell = () => document.querySelector(`[data-index="0"] > [data-col="${QUANTITY}"]`) as HTMLElement;
const editor = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
const click = (name: string | RegExp) => act(async () => screen.getByRole('button', { name }).click());
async function commit(text: string) {
  fireEvent.change(editor() as HTMLInputElement, { target: { value: text } });
  await press('Enter');
}

/** The list with one row, and the cursor in its quantity done. */
async function showList(machine: Cell, queue: HeldQueue): Promise<void> {
  [held, rows, isPutAway, loads] = [queue, new RowStore<ActRow>(), false, 0];
  const path = paths.actList(ACT.id, 4);
  const stage = await stageFor('Ann', path);
  const screens = provideScreens(stage.actum);
  const actOf = await screens.act();
  const windows = rowWindowMachine.provide({
    actors: {
      loadChunk: fromPromise<number, { chunk: number }>(async ({ input: { chunk } }) => {
        loads += 1;
        if (rows.size() === null) rows.setWindow(0, [ROW], 1);
        return chunk;
      }),
    },
  });
  const opened = {
    rows,
    windows,
    view: new ValueStore<RowView>(),
    keep: () => undefined,
    shown: new ValueStore<ShownRows>(),
    grid: gridMachine.provide({ actors: { cell: machine } }),
  };
  const { watchProject, readAgain } = manualFeed();
  change = readAgain;
  await show(stage, <Framed of={{ ...actOf(ACT.id), list: () => opened }} />, { ...screens, watchProject, queue: held.queue });
  await act(async () => void fireEvent.mouseDown(cell()));
}
const put = (saved: { readonly value: string; readonly revision: number }) =>
  rows.put({ ...ROW, quantity: saved.value, revision: saved.revision });
/** The server answers the queue, and the table is notified as after any edit. */
const answer = (fate: Fate | undefined) =>
  act(async () => {
    if (fate === undefined) return;
    await held.answer(fate, ({ text, revision }) => put({ value: text, revision: revision + 1 }));
    const refused = unsentNow();
    const theirs = refused && theirsOf(refused.edit);
    if (theirs) put(theirs);
  });
const unsentNow = () => cellsOf(held.queue.getSnapshot(), TABLE).get(SUBJECT.key);

async function does(event: Fated, running: Running<Cell>): Promise<void> {
  await act(async () => held.goOn());
  switch (event.type) {
    case 'edit.started':
      return press('Enter');
    case 'edit.committed':
      await commit('text' in event ? event.text : '');
      return answer(event.fate);
    case 'edit.reverted':
      if (editor() !== null) return press('Escape');
      if (at(running.snapshot()) === 'refused') return click('Discard what you typed');
      isPutAway = true;
      return press('Escape');
    case 'mine.kept':
      return click('Keep mine');
    case 'cell.left':
      isPutAway = true;
      return press('ArrowLeft');
    case 'range.outdated':
      return act(async () => change());
    case 'text.retried':
      return click('Try again');
    case 'table.closed':
      throw new Error('The list is left at the end of each walk');
    case 'move.confirmed':
    case 'move.declined': {
      // The dialog takes the focus and returns it, so the helper is shown again.
      await expect.poll(() => screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
      isPutAway = false;
      await click(event.type === 'move.confirmed' ? 'Save' : 'Cancel');
      await expect.poll(() => document.activeElement === cell()).toBe(true);
      // The cell was left for the dialog.
      isPutAway = false;
      return answer(event.fate);
    }
  }
}

const at = ({ value }: Snapshot) => value.value;

/** Transitions after the check of the range, which no event takes by itself. */
function checked(before: Snapshot, event: ModelEvent<Cell>, after: Snapshot): readonly string[] {
  const isChecked =
    event.type === 'mine.kept' ||
    event.type === 'text.retried' ||
    (event.type === 'edit.committed' && 'text' in event && hands(before, event.text));
  const place = ['showing', 'refused', 'previewing'].indexOf(at(after));
  return isChecked && place >= 0 ? [`#actCell.value.checking -- always[${place}] -> #actCell.value.${at(after)}`] : [];
}
/** Whether a committed text is an edit. */
const hands = ({ context: { subject } }: Snapshot, text: string) =>
  isChange(text, comparedWith(subject)) && (refusedIn(subject) === null || isChange(text, subject));

/** Nothing would move in later acts; the server then takes the value, or not. */
const NOTHING_MOVES: Readonly<Record<'taken' | 'refused' | 'stale', readonly never[]>> = { taken: [], refused: [], stale: [] };
const fateOf = (output: unknown): Fate | undefined =>
  (['taken', 'refused', 'stale'] as const).find((fate) => NOTHING_MOVES[fate] === output);

/** The events a screen allows. A cell that was left and is at rest has none. */
function possible(snapshot: Snapshot, world: World): readonly Fated[] {
  if (world.isOver) return [];
  const subject = subjectNow(world);
  const isPreviewed = { type: 'xstate.done.actor.previewMove' } as const;
  const own = actCellModel.events(snapshot).flatMap((event): readonly Fated[] => {
    if (['edit.started', 'edit.reverted', 'mine.kept', 'table.closed'].includes(event.type)) return [];
    if (event.type === 'text.retried') return at(snapshot) === 'refused' && isAllowedNow(snapshot.context) ? [event] : [];
    if (event.type === 'edit.committed' && 'text' in event && at(snapshot) === 'editing') {
      const waits = snapshot.context.subject.unsent?.mode === 'waiting' && hands(snapshot, event.text);
      return waits ? [{ ...event, fate: 'taken' }] : [event];
    }
    if (event.type === isPreviewed.type && 'output' in event && (event.output as readonly unknown[]).length === 0)
      return Object.values(NOTHING_MOVES).map((output) => ({ ...isPreviewed, output, fate: fateOf(output) }) as Fated);
    if (event.type === 'xstate.error.actor.previewMove' && 'error' in event && event.error instanceof Unanswered)
      return [{ ...event, fate: 'postponed' } as Fated];
    // Back in the cell, its range is read again: after a change the dialog is not waited for.
    if (event.type === 'move.confirmed') return world.isOutdated ? [] : [{ ...event, fate: 'taken' } as Fated];
    return event.type === 'move.declined' && world.isOutdated ? [] : [event];
  });
  const isRefusedHere = at(snapshot) === 'refused';
  return [
    { type: 'edit.started', draft: null, subject },
    { type: 'edit.reverted', subject },
    ...(isRefusedHere ? [] : [{ type: 'mine.kept', subject } as const]),
    ...own,
  ];
}
function next(world: World, event: ModelEvent<Cell>, after: Snapshot, from: Snapshot): World {
  const { fate } = event as Fated;
  const [{ subject }, own] = [from.context, 'subject' in event ? event.subject : null];
  if (event.type === 'cell.left') return { ...world, isOver: at(from) === 'showing' };
  if (event.type === 'range.outdated') return { ...world, isOutdated: true };
  if (event.type === 'edit.reverted') {
    const dropped = at(from) === 'showing' ? own : subject;
    return dropped && refusedIn(dropped) ? { ...world, unsent: null } : world;
  }
  if (event.type === 'edit.committed' && 'text' in event && refusedIn(subject) !== null && !isChange(event.text, subject))
    return { ...world, unsent: null };
  if (fate === undefined || at(after) !== 'showing') return world;
  const text = event.type === 'edit.committed' && 'text' in event ? event.text : (from.context.typed ?? '');
  return { ...world, ...handedOver(world, subject, text.replace(',', '.'), fate) };
}

const helper = () => {
  const shown = screen.queryByRole('group', { name: 'Available Range' });
  if (shown === null) return null;
  const bounds = within(shown).getAllByRole<HTMLButtonElement>('button');
  return {
    bounds: bounds.map(({ textContent }) => textContent),
    isFree: bounds.every(({ disabled }) => !disabled),
    used: [...shown.querySelectorAll('dd')].map(({ textContent }) => textContent),
    status: within(shown).getByRole('status').textContent,
  };
};
function helperDue(snapshot: Snapshot) {
  if (isPutAway || cellMode(snapshot, unsentNow()) === 'refused' || snapshot.matches({ value: 'asking' })) return null;
  const { min, max, used } = snapshot.context.range;
  const isFree = isRangeKnown(snapshot);
  return {
    bounds: [`Minimum${shownQuantity(min)}`, `Maximum${shownQuantity(max)}`],
    isFree,
    used: used.map(({ quantity }) => `${shownQuantity(quantity)} m`),
    status: isFree ? '' : 'The range is being loaded. Until then it is 0 to 100.',
  };
}
const moved = ({ old, new: now }: { readonly old: string; readonly new: string }) => `${shownMoney(old)} becomes${shownMoney(now)}`;
function alertDue({ context }: Snapshot): string {
  const { typed, sentence } = context;
  const edit = typed === null ? unsentNow()?.edit : undefined;
  const theirs = edit ? theirsOf(edit) : null;
  const saved = shownQuantity(rows.at(0)?.quantity ?? '');
  // 13 is typed where 12.5 are left, or 20.
  const offer = isAllowedNow(context) ? ' Try again' : sentence?.code === 'out_of_unit_range' ? ' Ask for 0.5 m more' : '';
  if (theirs === null)
    return `${sentence?.detail.replace(/\.$/, '') ?? 'Enter a number'}. Saved value: ${saved} Discard what you typed${offer}`;
  const said =
    theirs.value === edit?.value ? 'This row was changed in the meantime by Ann, but not this value.' : 'Changed in the meantime by Ann.';
  return `${said}Your value${shownQuantity(edit?.text ?? '')}Saved value${shownQuantity(theirs.value)}Keep mineTake the saved value`;
}

testView<Cell, World>({
  model: {
    ...actCellModel,
    starts: (queue) => ({ alone: { subject: subjectNow({ value: SUBJECT.value, unsent: null }), owner: null, queue } }),
  },
  start: 'alone',
  promises: ['loadRange', 'previewMove'],
  // The list is left below.
  elsewhere: ['#actCell.value.asking -- table.closed -> #actCell.value.showing'],
  longest: 20,
  onScreen: {
    first: { value: SUBJECT.value, unsent: null, isOutdated: false, isOver: false },
    events: possible,
    next,
    follow: checked,
  },
  isMeant: ({ context }) => context.subject.key === SUBJECT.key,
  show: (ready) => showList(ready(actCellMachine), heldQueue()),
  act: does,
  answers: (calls) => ({
    async resolve(name, output) {
      await act(async () => held.goOn());
      await act(() => calls.resolve(name, output));
      await answer(fateOf(output));
    },
    async reject(name, error) {
      await act(async () => held.goOn());
      await act(() => calls.reject(name, error));
      await answer(name === 'previewMove' && error instanceof Unanswered ? 'postponed' : undefined);
    },
  }),
  seen: (snapshot) => ({
    editor: editor()?.value ?? null,
    cell: editor() === null ? cell().textContent : null,
    isBusy: cell().getAttribute('aria-busy') === 'true',
    isInvalid: cell().getAttribute('aria-invalid') === 'true',
    alert: screen.queryByRole('alert')?.textContent ?? null,
    helper: snapshot.matches({ value: 'asking' }) ? null : helper(),
    moves: screen.queryByRole('dialog', { name: 'This changes later acts' })?.querySelector('tbody')?.textContent ?? null,
  }),
  due: (snapshot) => {
    const { subject, typed } = snapshot.context;
    const unsent = unsentNow();
    const mode = cellMode(snapshot, unsent);
    const text = typed ?? unsent?.edit.text ?? subject.value;
    const stored = shownQuantity(rows.at(0)?.quantity ?? '');
    const shown = { showing: stored, saved: stored, waiting: `${text}, Waiting for the connection`, editing: null };
    const [later] = askedMove(snapshot) ?? [];
    return {
      editor: mode === 'editing' ? text : null,
      cell: mode in shown ? shown[mode as keyof typeof shown] : text,
      isBusy: mode === 'saving' || mode === 'checking',
      isInvalid: mode === 'refused',
      alert: mode === 'refused' ? alertDue(snapshot) : null,
      helper: helperDue(snapshot),
      moves: later ? `Act ${later.number}${moved(later.price)}${moved(later.balance)}` : null,
    };
  },
});

const RANGE = { min: '-3', max: '12.5', used: [] };
const MOVED = [{ id: 2, number: '2', price: { old: '40.00', new: '39.99' }, balance: { old: '100.00', new: '110.00' } }];
/** The range is loaded at once, and no later act changes. */
async function typing(): Promise<CellEdit[]> {
  const sent: CellEdit[] = [];
  const machine = actCellMachine.provide({
    actors: {
      loadRange: fromPromise<Range, { subject: Subject }>(async () => RANGE),
      previewMove: fromPromise(async () => []) as never,
    },
    delays: { restingOnCell: 0 },
  });
  await showList(
    machine,
    heldQueue((edit) => sent.push(edit)),
  );
  await expect.poll(() => helper()?.isFree).toBe(true);
  return sent;
}

test('after a completion the rows are loaded again, and so is the range of the cell with the cursor', async () => {
  let ranges = 0;
  const loadRange = fromPromise<Range, { subject: Subject }>(async () => {
    ranges += 1;
    return RANGE;
  });
  await showList(actCellMachine.provide({ actors: { loadRange }, delays: { restingOnCell: 0 } }), heldQueue());
  await expect.poll(() => helper()?.isFree).toBe(true);
  // StrictMode starts each actor twice.
  expect([loads, ranges]).toEqual([2, 1]);
  await act(async () => complete());
  expect([loads, ranges]).toEqual([3, 2]);
});

test('choosing a bound uses the current value, even when somebody else has just changed it', async () => {
  const sent = await typing();
  await act(async () => rows.put({ ...ROW, quantity: '7.5', revision: 2 }));
  await click(/^Maximum/);
  expect(sent).toMatchObject([{ text: '12.5', value: '7.5', revision: 2 }]);
  expect([editor(), document.activeElement]).toEqual([null, cell()]);
});

test('a chosen bound replaces the text in the editor, and a refused text', async () => {
  const sent = await typing();
  await press('Enter');
  fireEvent.change(editor() as HTMLInputElement, { target: { value: '4' } });
  await click(/^Minimum/);
  expect(sent.map(({ text }) => text)).toEqual(['-3']);
  await answer('refused');
  expect(screen.getByRole('alert').textContent).toContain('Enter a number. Saved value: 12.5');
  await press('Enter');
  await click(/^Maximum/);
  // That is the saved value, so nothing is sent and the error is gone.
  expect([sent.length, cell().textContent, screen.queryByRole('alert')]).toEqual([1, '12.5', null]);
});

test.each(['looked at', 'asked about', 'refused'])('a claim that is %s is handed over when the list is left', async (state) => {
  const calls = holdCalls();
  const [loadRange, previewMove] = ['loadRange', 'previewMove'].map(calls.actor);
  const sent: CellEdit[] = [];
  await showList(
    actCellMachine.provide({ actors: { loadRange, previewMove } as never }),
    heldQueue((edit) => sent.push(edit)),
  );
  await press('F2');
  await commit('4');
  expect([calls.pending(), sent]).toEqual([expect.arrayContaining(['previewMove']), []]);
  if (state === 'asked about') await act(() => calls.resolve('previewMove', MOVED));
  if (state === 'refused') await act(() => calls.reject('previewMove', new Refused(400, { quantity: ['Enter a number'] })));
  expect([screen.queryAllByRole('dialog').length, screen.queryAllByRole('alert').length]).toEqual([
    Number(state === 'asked about'),
    Number(state === 'refused'),
  ]);
  cleanup();
  expect(sent).toMatchObject([{ text: '4', value: SUBJECT.value, revision: SUBJECT.revision }]);
});

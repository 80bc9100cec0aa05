import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { Refused } from '../../domain/contract/call.ts';
import type { Act, ActRow } from '../../domain/contract/shapes.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { actCellModel } from '../../src/machines/actCell/actCell.model.ts';
import { actCellMachine } from '../../src/machines/actCell/actCell.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import type { Unsent } from '../../src/machines/grid/setup.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { SUBJECT } from '../../src/machines/numberCell/numberCell.model.ts';
import { askedMove, cellMode, isRangeKnown } from '../../src/machines/numberCell/selectors.ts';
import type { Range, Saved, Subject } from '../../src/machines/numberCell/types.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { ActList } from '../../src/views/act/ActList.tsx';
import { ActProvider } from '../../src/views/act/context.ts';
import type { ActScreen } from '../../src/views/act/needs.ts';
import { shownMoney, shownQuantity } from '../../src/views/figures.tsx';
import { paths, ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import { type HeldCalls, holdCalls } from '../model/world.ts';
import { HALF, SUMMARY } from './actSamples.ts';
import { toldFeed } from './feed.ts';
import { layTablesOut, press } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Cell = typeof actCellMachine;
type Snapshot = SnapshotFrom<Cell>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
// A browser loads them when it is idle.
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
  estimated_cost: HALF.estimated_cost,
  completed_before: HALF.completed_before,
  completed_now: HALF.completed_now,
  balance: HALF.balance,
  left_to_do: HALF.left_to_do,
};
const ACT = { id: 2, currency: '€' } as Act;
const QUANTITY = 6;

/** The row as its own edits and other people's left it. */
interface World {
  readonly row: Saved;
  /** Edits of an earlier visit have been looked up. */
  readonly isComplete: boolean;
  readonly takesTheirs: boolean;
  readonly isOutdated: boolean;
  readonly isOver: boolean;
}
const THEIRS: Saved = { value: '7.5', revision: 2 };
const subjectNow = ({ value, revision }: Saved): Subject => ({ ...SUBJECT, name: ROW.name, unit: ROW.unit, value, revision });

let held: HeldCalls;
let rows = new RowStore<ActRow>();
let takesTheirs = false;
/** The cell was left, or Escape closed the helper and its error. */
let isPutAway = false;
/** Somebody else changed the act. */
let change: () => void = () => undefined;

function Framed({ of }: { readonly of: ActScreen }) {
  const standing = { lockedBy: null, keptBy: null, statusKeptBy: null, hasLater: true };
  const completing = { complete: () => undefined, ask: () => undefined };
  return (
    <ActProvider value={{ screen: of, act: ACT, summary: SUMMARY, standing, completing, completions: 0 }}>
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

/** The list with one row, the cursor in its done quantity. */
async function showList(machine: Cell, calls: HeldCalls): Promise<void> {
  [held, rows, takesTheirs, isPutAway] = [calls, new RowStore<ActRow>(), false, false];
  const path = paths.actList(ACT.id, 4);
  const stage = await stageFor('Ann', path);
  const screens = provideScreens(stage.actum);
  const actOf = await screens.act();
  const windows = rowWindowMachine.provide({
    actors: {
      loadChunk: fromPromise<number, { chunk: number }>(async ({ input: { chunk } }) => {
        if (rows.size() === null) rows.setWindow(0, [ROW], 1);
        return chunk;
      }),
    },
  });
  const findUnsent = fromPromise<readonly Unsent[]>(({ signal }) => calls.ask('findUnsent', signal) as Promise<readonly Unsent[]>);
  const grid = gridMachine.provide({ actors: { cell: machine, findUnsent } });
  const opened = { rows, windows, grid };
  const { watchProject, readAgain } = toldFeed();
  change = readAgain;
  await show(stage, <Framed of={{ ...actOf(ACT.id), list: () => opened }} />, { ...screens, watchProject });
  await act(async () => void fireEvent.mouseDown(cell()));
}

async function does(event: EventFrom<Cell>): Promise<void> {
  switch (event.type) {
    case 'edit.started':
      return press('Enter');
    case 'edit.committed':
      return commit(event.text);
    case 'edit.reverted':
      if (editor() !== null) return press('Escape');
      if (screen.queryByRole('button', { name: 'Discard what you typed' })) return click('Discard what you typed');
      isPutAway = true;
      return press('Escape');
    case 'mine.kept':
      return click('Keep mine');
    case 'theirs.taken':
      takesTheirs = true;
      return click('Take the saved value');
    case 'unsent.found':
      return act(async () => held.resolve('findUnsent', [{ subject: subjectNow(SUBJECT), text: event.text }] satisfies Unsent[]));
    case 'cell.left':
      isPutAway = true;
      return press('ArrowLeft');
    case 'range.outdated':
      return act(async () => change());
    case 'move.confirmed':
    case 'move.declined': {
      await click(event.type === 'move.confirmed' ? 'Save' : 'Cancel');
      // The dialog returns the focus.
      await vi.waitFor(() => expect(document.activeElement).toBe(cell()));
    }
  }
}

/** The transitions that check the typed text against the range, which follow without an event of their own. */
function checked(before: Snapshot, event: ModelEvent<Cell>, after: Snapshot): readonly string[] {
  const isChecked = event.type === 'mine.kept' || (event.type === 'edit.committed' && after.context.typed === event.text);
  const to = typeof after.value === 'object' ? after.value.value : '';
  if (!isChecked || (to !== 'saving' && to !== 'refused' && to !== 'previewing')) return [];
  const place = before.context.unsent !== null ? 0 : to === 'refused' ? 1 : 2;
  return [`#actCell.value.checking -- always[${place}] -> #actCell.value.${to}`];
}
/** The events a screen allows. A cell that was left and is idle is gone. */
function possible(snapshot: Snapshot, { row, isComplete, isOutdated, isOver }: World): readonly ModelEvent<Cell>[] {
  if (isOver) return [];
  return actCellModel.events(snapshot).flatMap((event): readonly ModelEvent<Cell>[] => {
    if ('subject' in event) return [{ ...event, subject: subjectNow(row) }];
    if (event.type === 'unsent.found' && isComplete) return [];
    // Returning to a cell loads its range again, so the dialog does not wait after a change.
    return event.type === 'move.confirmed' || event.type === 'move.declined' ? (isOutdated ? [] : [event]) : [event];
  });
}
function next(world: World, { type }: ModelEvent<Cell>): World {
  switch (type) {
    case 'cell.left':
      return { ...world, isOver: true };
    case 'unsent.found':
      return { ...world, isComplete: true };
    case 'range.outdated':
      return { ...world, isOutdated: true };
    case 'theirs.taken':
      return { ...world, takesTheirs: true };
    case 'xstate.done.actor.saveValue':
    case 'xstate.done.actor.settleValue':
      return { ...world, row: THEIRS };
    case 'xstate.done.actor.giveUpValue':
      return { ...world, row: world.takesTheirs ? THEIRS : world.row, takesTheirs: false };
    case 'xstate.error.actor.giveUpValue':
      return { ...world, takesTheirs: false };
    default:
      return world;
  }
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
  if (isPutAway || cellMode(snapshot) === 'refused' || snapshot.matches({ value: 'asking' })) return null;
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
function alertDue({ context: { subject, typed, sentence, theirs } }: Snapshot): string {
  if (theirs === null) return `${sentence?.detail.replace(/\.$/, '')}. Saved value: ${shownQuantity(subject.value)} Discard what you typed`;
  const said =
    theirs.value === subject.value ? 'This row was changed in the meantime by Ann, but not this value.' : 'Changed in the meantime by Ann.';
  const mine = shownQuantity((typed ?? '').replace(',', '.'));
  return `${said}Your value${mine}Saved value${shownQuantity(theirs.value)}Keep mineTake the saved value`;
}

testView<Cell, World>({
  model: { ...actCellModel, starts: () => ({ alone: { subject: subjectNow(SUBJECT), owner: null } }) },
  start: 'alone',
  promises: ['saveValue', 'settleValue', 'giveUpValue', 'loadRange', 'previewMove'],
  longest: 20,
  onScreen: {
    first: { row: SUBJECT, isComplete: false, takesTheirs: false, isOutdated: false, isOver: false },
    events: possible,
    next,
    follow: checked,
  },
  isMeant: ({ context }) => context.subject.key === SUBJECT.key,
  show: (ready, calls) => showList(ready(actCellMachine), calls),
  act: does,
  answers: (calls) => ({
    resolve: (name, output) =>
      act(async () => {
        const isOwn = name === 'saveValue' || name === 'settleValue';
        if (isOwn || (name === 'giveUpValue' && takesTheirs)) rows.put({ ...ROW, quantity: THEIRS.value, revision: THEIRS.revision });
        if (name === 'giveUpValue') takesTheirs = false;
        await calls.resolve(name, output);
      }),
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
    const mode = cellMode(snapshot);
    const text = typed ?? subject.value;
    const stored = shownQuantity(rows.at(0)?.quantity ?? '');
    const shown = { showing: stored, saved: stored, waiting: `${text}, Waiting for the connection`, editing: null };
    const [later] = askedMove(snapshot) ?? [];
    return {
      editor: mode === 'editing' ? text : null,
      cell: mode in shown ? shown[mode as keyof typeof shown] : text,
      isBusy: mode === 'saving' || mode === 'givingUp',
      isInvalid: mode === 'refused',
      alert: mode === 'refused' ? alertDue(snapshot) : null,
      helper: helperDue(snapshot),
      moves: later ? `Act ${later.number}${moved(later.price)}${moved(later.balance)}` : null,
    };
  },
});

const RANGE = { min: '-3', max: '12.5', used: [] };
/** Only the calls answered here are held; a value below 0 is refused. */
async function typing(saves: (subject: Subject, text: string) => void): Promise<HeldCalls> {
  const calls = holdCalls();
  const machine = actCellMachine.provide({
    actors: {
      loadRange: fromPromise<Range, { subject: Subject }>(async () => RANGE),
      previewMove: fromPromise(async () => []) as never,
      saveValue: fromPromise<Saved, { subject: Subject; text: string }>(async ({ input: { subject, text } }) => {
        saves(subject, text);
        if (Number(text) < 0) throw new Refused(400, { quantity: ['Less than nothing'] });
        return { value: text, revision: subject.revision + 1 };
      }),
      giveUpValue: fromPromise(async () => undefined) as never,
    },
    delays: { restingOnCell: 0 },
  });
  await showList(machine, calls);
  await vi.waitFor(() => expect(helper()?.isFree).toBe(true));
  return calls;
}

test('a chosen bound replaces the current value, also when somebody else has just changed it', async () => {
  const saves = vi.fn();
  await typing(saves);
  await act(async () => rows.put({ ...ROW, quantity: '7.5', revision: 2 }));
  await click(/^Maximum/);
  expect(saves).toHaveBeenCalledExactlyOnceWith(subjectNow(THEIRS), '12.5');
  expect([editor(), document.activeElement]).toEqual([null, cell()]);
});

test('a chosen bound replaces the text being typed, and a refused one', async () => {
  const saves = vi.fn();
  await typing(saves);
  await press('Enter');
  fireEvent.change(editor() as HTMLInputElement, { target: { value: '4' } });
  await click(/^Minimum/);
  expect(saves.mock.calls.map(([, text]) => text)).toEqual(['-3']);
  expect(screen.getByRole('alert').textContent).toContain('Less than nothing. Saved value: 12.5');
  await press('Enter');
  await click(/^Maximum/);
  // The value is saved already, so nothing is sent and the error disappears.
  expect([saves.mock.calls.length, cell().textContent, screen.queryByRole('alert')]).toEqual([1, '12.5', null]);
});

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createActor, type EventFromLogic, type EventObject, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import { Refused, sentenceOfError } from '../../domain/api/call.ts';
import type { ImportListData, ImportRow, VanishedRows } from '../../domain/api/importShapes.ts';
import type { Project } from '../../domain/api/shapes.ts';
import { unreachable } from '../../domain/sentences/general.ts';
import { reading } from '../../src/compose/calls/reading.ts';
import { windowsInto } from '../../src/compose/calls/windows.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { HEAD } from '../../src/machines/carrying/carrying.model.ts';
import { type CarryHead, carryingMachine, type Looked, type ToCarry } from '../../src/machines/carrying/carrying.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { importModel, listsFound } from '../../src/machines/import/import.model.ts';
import { importMachine } from '../../src/machines/import/import.ts';
import type { Model } from '../../src/machines/model.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import type { CarryingScreens } from '../../src/views/carrying/needs.ts';
import { ImportScreen } from '../../src/views/import/ImportScreen.tsx';
import type { ImportScreen as Screen } from '../../src/views/import/needs.ts';
import type { ProjectScreen, ProjectWithVersions } from '../../src/views/project/needs.ts';
import { ProjectPage } from '../../src/views/project/ProjectPage.tsx';
import { Route, Router, Routes } from '../../src/views/routing.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { dialogOf, isModal, titleOf } from '../model/importShown.ts';
import { holdCalls, settled } from '../model/world.ts';
import { stageFor } from './stage.tsx';
import { testView, type ViewWalk } from './viewWalk.ts';

type Machine = typeof importMachine;
type Snapshot = SnapshotFrom<Machine>;
type Event = EventFromLogic<Machine>;

// jsdom has no layout and no scrolling, so the table gets a size.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const at = '2026-03-02T08:00:00.000Z';
const PROJECT: Project = {
  id: 7,
  name: 'Alder Street 5',
  status: 'created',
  currency: '€',
  currency_code: 'EUR',
  version_count: 0,
  act_count: 0,
  team_id: 7,
  created_at: at,
  updated_at: at,
  last_version_id: null,
  total_with_taxes: null,
  claimed: '0.00',
  contract_sum: '0.00',
  separate: [],
  limit: null,
};
const row = (id: number, sheet_row_index: number): ImportRow => ({
  id,
  sheet_row_index,
  kind: 'row',
  cells: { name: `Work ${id}`, quantity: '1', unit_total: '2' },
  amount: '2.00',
  stated: null,
  remarks: [],
  changes: {},
  is_new: false,
  errors: [],
});
const ABOUT: Omit<ImportListData, 'rows'> = {
  columns: [
    { column_index: 1, header: 'Description', recognized_as: 'name', certainty: 0.9, is_decided: false },
    { column_index: 3, header: 'Qty', recognized_as: 'quantity', certainty: 0.9, is_decided: false },
  ],
  is_recognized: true,
  notices: [],
  totals: [],
  left_out: [],
  left_out_count: 0,
  total: 2,
};
function listOf(listId: number): ReturnType<Screen['list']> {
  const [rows, about] = [new RowStore<ImportRow>(), new ValueStore<Omit<ImportListData, 'rows'>>()];
  about.set(ABOUT);
  const read = { rows: listId === 1 ? [row(9, 2), row(10, 3)] : [row(11, 2), row(12, 3)], total: 2 };
  return { rows, about, windows: windowsInto(rows, async () => read), grid: gridMachine };
}
function vanished(): ReturnType<Screen['vanished']> {
  const rows = new RowStore<VanishedRows['rows'][number]>();
  return { rows, windows: windowsInto(rows, async () => ({ rows: [], total: 0 })) };
}

/** Callbacks that send the events of the import's actors. */
const tell = new Map<string, (event: EventObject) => void>();
const teller = (name: string) =>
  fromCallback<EventObject>(({ sendBack }) => {
    tell.set(name, sendBack);
    return () => {
      if (tell.get(name) === sendBack) tell.delete(name);
    };
  });
const tellers = Object.fromEntries(['sending', 'progress', 'corrections'].map((name) => [name, teller(name)]));
const SENT_BY = {
  'upload.progressed': 'sending',
  'reading.progressed': 'progress',
  'reading.ended': 'progress',
  'lists.changed': 'corrections',
  'import.ended': 'corrections',
} as const;

/** The project's versions, among them a contract that an import can carry on. */
const ABOUT_PROJECT = new ValueStore<ProjectWithVersions>();
const WITH_ACTS: ProjectWithVersions['versions'][number] = {
  ...{ id: 3, number: 1, name: '', created_at: at, price: '6.00', contract_id: 3, carried_from: null, carried_on_by: null },
  ...{
    is_separate: false,
    extras: '0.00',
    settled: '0.00',
    claimed: '6.00',
    acts: [{ id: 4, number: '1', finish_date: null, price: '6.00', status_id: 3 }],
  },
};
/** A review that is there at once, and a carrying that makes version 3. */
const atOnce: CarryingScreens['ofImport'] = () => ({
  rows: new ValueStore(),
  candidates: new ValueStore(),
  kept: () => [],
  machine: carryingMachine.provide({
    actors: {
      preview: fromPromise<CarryHead, Looked>(async () => ({ ...HEAD, into: null })),
      carry: fromPromise<number | null, ToCarry>(async () => 3),
    },
  }),
});

async function showAt(path: string, ready: (machine: Machine) => Machine): Promise<void> {
  const { actum } = await stageFor('Ann', path);
  const machine = ready(importMachine.provide({ actors: tellers }));
  const known = Promise.resolve((projectId: number) => ({ projectId, machine, others: new ValueStore<number>(), list: listOf, vanished }));
  const screens = provideScreens(actum);
  const carryings = Promise.resolve({ ofImport: atOnce } as CarryingScreens);
  const project = (id: number): ProjectScreen => {
    const about = ABOUT_PROJECT;
    about.set({ project: PROJECT, versions: [] });
    const version = new ValueStore<{ readonly id: number | undefined }>();
    version.set({ id: undefined });
    const leading = { version, reading: reading(async () => undefined) };
    return { ...screens.project(id), project: about, leading, reading: reading(async () => undefined) };
  };
  await act(async () => {
    render(
      <StrictMode>
        <ActumProvider actum={actum}>
          <ScreensProvider screens={{ ...screens, imports: () => known, project, carryings: () => carryings }}>
            <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
              <Router>
                <Routes>
                  <Route path="/import/:id" element={<ImportScreen />} />
                  <Route path="/project/:id" element={<ProjectPage />} />
                  <Route path="*" element={null} />
                </Routes>
              </Router>
            </ThemeProvider>
          </ScreensProvider>
        </ActumProvider>
      </StrictMode>,
    );
    await settled();
  });
}

const press = (name: string | RegExp, within: HTMLElement = document.body): void =>
  void fireEvent.click([...screen.getAllByRole('button', { name })].filter((button) => within.contains(button))[0] as HTMLElement);
const dialog = () => screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog');
const inDialog = (name: string) => press(name, dialog() ?? document.body);

/** The review of what would be carried is there, and can be confirmed. */
const reviewed = () => screen.findByText(/^With taxes: /);

/** Performs an event of the model on the screen. */
async function onScreen(event: Event): Promise<void> {
  switch (event.type) {
    case 'file.chosen':
      return void fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [event.file] } });
    case 'text.pasted':
      return void fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => event.text } });
    case 'list.chosen':
      return press(new RegExp(`^List ${event.id}`));
    case 'filter.chosen':
      return press(/^Errors/);
    case 'error.sought':
      return void fireEvent.keyDown(document.body, { key: 'F8' });
    case 'change.made':
      if (event.change.what === 'line') return void fireEvent.click(screen.getByRole('checkbox', { name: /^VAT/ }));
      press(/“Qty” in the file/);
      return void fireEvent.click(await screen.findByRole('menuitem', { name: 'Not imported' }));
    case 'removal.requested':
      return press('Delete row 2');
    case 'removal.confirmed':
      return inDialog('Delete');
    case 'removal.declined':
    case 'numbers.declined':
      return inDialog('Cancel');
    case 'cancel.declined':
      return inDialog('Keep importing');
    case 'cancel.requested':
      return press('Cancel import');
    case 'cancel.confirmed':
      return inDialog('Cancel import');
    case 'finish.requested':
      return press(/^(Finish import|Check numbers)$/);
    case 'doubts.accepted':
      return inDialog('Continue');
    case 'doubts.declined':
      return inDialog('Back to the review');
    case 'numbers.confirmed':
      await act(async () => ABOUT_PROJECT.set({ project: PROJECT, versions: event.goesOn ? [WITH_ACTS] : [] }));
      return act(async () => inDialog(event.goesOn ? 'Confirm, then carry over…' : 'Confirm import'));
    case 'carry.left':
      await reviewed();
      return press('Back');
    case 'carry.postponed':
      await reviewed();
      return press('Create the version only, carry over later');
    case 'carry.made':
      await reviewed();
      await act(async () => press('Create the version and carry over'));
      return act(async () => inDialog('Create the version and carry over'));
    case 'load.retried':
      return press('Try again');
    default:
      return act(async () => tell.get(SENT_BY[event.type])?.(event));
  }
}

/** Nothing behind a dialog can be reached; the percent lines of a later import cannot be ticked. */
const reachable =
  (snapshot: Snapshot) =>
  ({ type, ...event }: ReturnType<Model<Machine>['events']>[number]): boolean => {
    const { found, sentence } = snapshot.context;
    // There is nothing to cancel before anything is known.
    if (type === 'cancel.requested' && snapshot.matches('reading') && found === null && sentence === null) return false;
    if (snapshot.matches({ reviewing: 'carrying' }) && ['list.chosen', 'filter.chosen', 'error.sought'].includes(type)) return false;
    if (isModal(snapshot) && ['list.chosen', 'filter.chosen', 'file.chosen'].includes(type)) return false;
    if ('change' in event && event.change.what === 'line') return found?.is_first_import === true;
    return true;
  };
const model: Model<Machine> = { ...importModel, events: (snapshot) => importModel.events(snapshot).filter(reachable(snapshot)) };

const isOver = (snapshot: Snapshot) => snapshot.matches('done') || snapshot.matches('cancelled');
const isReview = (snapshot: Snapshot) =>
  (snapshot.matches('reviewing') && !snapshot.matches({ reviewing: 'carrying' })) || snapshot.matches('finishing');

const HEADINGS = [
  'Sending estimate.xlsx',
  'Sending the pasted rows',
  'Cancelling the upload',
  'Choose another file',
  'No file is waiting',
  'This file could not be read',
  'Cancelling the import',
  'The import could not be loaded',
  'Reading estimate.xlsx',
];
const text = (role: string) => screen.queryAllByRole(role, { hidden: true }).map(({ textContent }) => textContent ?? '');

const pressed = () => [...document.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent.replace(/\d+$/, ''));

const review: Pick<ViewWalk<Machine>, 'seen' | 'due'> = {
  seen: () => ({
    heading: text('heading').find((heading) => HEADINGS.includes(heading)) ?? null,
    dialog: dialog()?.querySelector('h2')?.textContent ?? null,
    progress: document.querySelector('progress')?.getAttribute('value') ?? null,
    list: document.querySelector('[aria-current=true]')?.textContent?.slice(0, 6) ?? null,
    filter: pressed().find((name) => /^(All|Updated|Errors|Not in the file)$/.test(name)) ?? null,
    isKept:
      screen.queryAllByRole('button', { name: /^(Finish import|Check numbers)$/, hidden: true })[0]?.getAttribute('aria-disabled') ===
      'true',
    isChanging: screen.queryByText('Changing the import') !== null,
    vat: screen.queryByRole<HTMLInputElement>('checkbox', { name: /^VAT/, hidden: true })?.checked ?? null,
    sentence: sentences(),
  }),
  due: (snapshot) => {
    const { found, listId, filter, sent, sentence, change, waiting, requested } = snapshot.context;
    const isTicked = [...waiting, change].find((decided) => decided?.what === 'line');
    const isShown = isReview(snapshot);
    const [uploading, reading] = [snapshot.matches('uploading'), titleOf(snapshot) === 'Reading estimate.xlsx'];
    return {
      heading: titleOf(snapshot),
      dialog: dialogOf(snapshot, { file: 'estimate.xlsx?', row: `2, “Work ${listId === 1 ? 9 : 11}”?` }),
      progress: uploading ? (sent === null ? null : String(sent)) : reading ? String(found?.progress) : null,
      list: isShown ? `List ${listId}` : null,
      filter: isShown ? { all: 'All', updated: 'Updated', errors: 'Errors', vanished: 'Not in the file' }[filter] : null,
      isKept: isShown && (found?.status === 'errors_found' || snapshot.matches('finishing') || requested?.type === 'finish.requested'),
      isChanging: snapshot.matches({ reviewing: 'changing' }) && requested?.type !== 'finish.requested',
      vat: isShown && found?.is_first_import ? (isTicked?.what === 'line' ? isTicked.included : true) : null,
      sentence:
        isOver(snapshot) || snapshot.matches('uploading') || snapshot.matches('withdrawing') || snapshot.matches({ reading: 'stopping' })
          ? null
          : (sentence?.detail ?? null),
    };
  },
};
/** The sentence of the last refusal, wherever it is shown. */
function sentences(): string | null {
  const said = [
    sentenceOfError(null).detail,
    'Not found',
    'This is not a spreadsheet',
    unreachable().detail,
    'This import is not finished. Finish or cancel it, then choose the next file',
  ];
  return said.find((sentence) => document.body.textContent?.includes(sentence)) ?? null;
}

// Parts that are loaded later are loaded before the first step.
beforeAll(async () => {
  await Promise.all([
    import('../../src/views/import/Review.tsx'),
    import('../../src/views/import/ListsFound.tsx'),
    import('../../src/views/import/CheckNumbers.tsx'),
    import('../../src/views/carrying/CarryOnImport.tsx'),
  ]);
});

testView<Machine>({
  model,
  start: 'a file under way',
  promises: ['upload', 'readLists', 'change', 'readNumbers', 'finish', 'cancel'],
  longest: 40,
  show: (ready) => showAt('/import/7', ready),
  act: onScreen,
  ...review,
});

test('in a project without an estimate a file is dropped, cancelled, and refused with a reason', async () => {
  const calls = holdCalls();
  const actors = { upload: calls.actor('upload'), readLists: calls.actor('readLists') };
  await showAt('/project/7', (machine) => machine.provide({ actors }));
  const seen = () => ({
    heading: text('heading').find((heading) => [...HEADINGS, 'Add the estimate'].includes(heading)) ?? null,
    progress: document.querySelector('progress')?.getAttribute('value') ?? null,
    sentence: sentences(),
  });
  const choosing = { heading: 'Add the estimate', progress: null, sentence: null };
  expect(seen()).toEqual(choosing);
  await onScreen({ type: 'file.chosen', file: new File(['rows'], 'estimate.xlsx') });
  expect(seen()).toEqual({ ...choosing, heading: 'Sending estimate.xlsx' });
  await onScreen({ type: 'upload.progressed', fraction: 0.4 });
  expect(seen()).toEqual({ ...choosing, heading: 'Sending estimate.xlsx', progress: '0.4' });
  await onScreen({ type: 'cancel.requested' });
  expect(seen()).toEqual({ ...choosing, heading: 'Cancelling the upload' });
  await act(() => calls.reject('readLists', new Refused(404, { detail: 'Not found' })));
  expect(seen()).toEqual(choosing);
  await onScreen({ type: 'text.pasted', text: 'no rows' });
  expect(seen()).toEqual({ ...choosing, heading: 'Sending the pasted rows' });
  await act(() => calls.reject('upload', new Refused(415, { detail: 'This is not a spreadsheet' })));
  expect(seen()).toEqual({ ...choosing, sentence: 'This is not a spreadsheet' });
});

test('only files dropped on the window are taken: dragged text is left to the browser', async () => {
  const calls = holdCalls();
  const actors = { upload: calls.actor('upload'), readLists: calls.actor('readLists') };
  await showAt('/project/7', (machine) => machine.provide({ actors }));
  const brought = async (bring: typeof fireEvent.drop, types: readonly string[]) => {
    let isLeft = false;
    await act(async () => {
      isLeft = bring(document.body, { dataTransfer: { types, files: [] } });
    });
    return { isLeft, asksForIt: screen.queryByText('Drop the file to import it') !== null };
  };
  const [text_, files] = [['text/plain'], ['text/plain', 'Files']];
  expect(await brought(fireEvent.dragOver, text_)).toEqual({ isLeft: true, asksForIt: false });
  expect(await brought(fireEvent.drop, text_)).toEqual({ isLeft: true, asksForIt: false });
  expect(await brought(fireEvent.dragOver, files)).toEqual({ isLeft: false, asksForIt: true });
  expect(await brought(fireEvent.drop, files)).toEqual({ isLeft: false, asksForIt: false });
});

test('choices made before the screen is left are sent', async () => {
  const calls = holdCalls();
  const changes: (boolean | null)[] = [];
  const change: typeof calls.actor = () =>
    fromPromise<unknown, { change: { included?: boolean } }>(({ input, signal }) => {
      changes.push(input.change.included ?? null);
      return calls.ask('change', signal);
    }) as never;
  const lists = listsFound('importable', true);
  await showAt('/import/7', (machine) => machine.provide({ actors: { readLists: calls.actor('readLists'), change: change('change') } }));
  await act(() => calls.resolve('readLists', lists));
  const vat = () => act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: /^VAT/ })));
  for (const _ of [1, 2, 3]) await vat();
  expect(changes).toEqual([false]);
  cleanup();
  await settled();
  await calls.resolve('change', lists);
  expect(changes).toEqual([false, true]);
  await calls.resolve('change', lists);
  expect(changes).toEqual([false, true, false]);
  await calls.resolve('change', lists);
  expect(calls.pending()).toEqual([]);
});

import { waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { expect } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Comment } from '../../domain/api/estimateShapes.ts';
import { CommentText } from '../../domain/api/fields.ts';
import type { ListCosts, Row, VersionSummary } from '../../domain/api/shapes.ts';
import { AS_MADE, type ColumnLayout } from '../../domain/columnLayout.ts';
import type { RowView } from '../../domain/rowView.ts';
import type { startRowViews } from '../../src/compose/app/rowViews.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { blockEditMachine } from '../../src/machines/blockEdit/blockEdit.ts';
import { OWN_COMMENT } from '../../src/machines/comments/comments.model.ts';
import { findMachine } from '../../src/machines/find/find.ts';
import { form } from '../../src/machines/form/form.ts';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import { gridMachine } from '../../src/machines/grid/grid.ts';
import { type OwnCopy, ownCopy } from '../../src/machines/ownCopy/ownCopy.ts';
import { ActionStore } from '../../src/machines/palette/actionStore.ts';
import { presenceMachine } from '../../src/machines/presence/presence.ts';
import { replaceMachine } from '../../src/machines/replace/replace.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { type RowsMeant, rowEditMachine } from '../../src/machines/rowEdit/rowEdit.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { suggestionMachine } from '../../src/machines/suggestion/suggestion.ts';
import { EstimateProvider, type EstimateShown } from '../../src/views/estimate/context.ts';
import { EstimateList } from '../../src/views/estimate/EstimateList.tsx';
import type { ListOpened } from '../../src/views/estimate/needs.ts';
import type { ListTools, RowsDone, SectionAsked, SectionDone } from '../../src/views/estimate/tools/needs.ts';
import { Past } from '../../src/views/history/Past.tsx';
import { ActionsContext } from '../../src/views/palette/actions.ts';
import { paths, ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import type { ShownRows } from '../../src/views/sections/listFoot.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import type { CommentThread, Together } from '../../src/views/together/needs.ts';
import { manualFeed, rowChange } from './feed.ts';
import { reading } from './samples.ts';
import { type Stage, show, stageFor } from './stage.tsx';

const [PROJECT, VERSION, LIST] = [5, 3, 12];
const amounts = { labour: '1.00', materials: '2.00', tools: '3.00', total: '6.00' };
const list = (id: number, title: string): ListCosts => ({ id, order: id, title, ...amounts });

export const rowNamed = (id: number, name: string, more: Partial<Row> = {}): Row => ({
  id,
  list_id: LIST,
  order: id,
  kind: 'row',
  code: `C${id}`,
  name,
  unit: 'm³',
  quantity: '1',
  unit_labour: '1.00',
  unit_materials: '2.00',
  unit_tools: '3.00',
  unit_total: '6.00',
  revision: 1,
  level: 0,
  section_id: 0,
  row_count: 0,
  ...amounts,
  ...more,
});
export const ROWS: readonly Row[] = [rowNamed(7, 'Gravel bed', { quantity: '12.5' }), rowNamed(8, 'Kerb'), rowNamed(9, 'Paving')];

const summary: VersionSummary = {
  costs: [list(LIST, 'Roads'), list(13, 'Fences')],
  subtotal: amounts,
  additional: [],
  total: amounts,
  taxes: [],
  total_with_taxes: amounts,
  version_id: VERSION,
  project_id: PROJECT,
  frozen: false,
};
const created_at = '2026-01-01T00:00:00.000Z';
const about: EstimateShown['about'] = {
  project: {
    id: PROJECT,
    name: 'Yard',
    status: 'available',
    currency: 'EUR',
    currency_code: 'EUR',
    version_count: 1,
    act_count: 0,
    team_id: 1,
    created_at,
    updated_at: created_at,
    last_version_id: VERSION,
    total_with_taxes: '6.00',
    claimed: '0.00',
    contract_sum: '0.00',
    separate: [],
    limit: null,
  },
  versions: [],
};

const spec = '8.1 Rows are read in windows';
const never = <T,>() => fromPromise<T>(() => new Promise(() => undefined)) as never;

/** Nobody else is present; a row has two comments, one of them new. */
export function togetherHere(): Together {
  const counts = new ValueStore<ReadonlyMap<number, { row_id: number; count: number; unread: number }>>();
  counts.set(new Map([[8, { row_id: 8, count: 2, unread: 1 }]]));
  const threadOf = (comments: readonly Comment[]) => {
    const thread = new ValueStore<CommentThread>();
    thread.set({ comments, earlier: 0 });
    return thread;
  };
  const threads = { [OWN_COMMENT.row_id]: threadOf([OWN_COMMENT]) };
  const writing = form<{ text: string }, Comment>('newComment', v.object({ text: CommentText }), spec).provide({
    actors: {
      submit: fromPromise<Comment, { readonly given: { text: string } }>(async ({ input: { given } }) => ({
        id: 1,
        row_id: 8,
        author_id: 1,
        author_name: 'Ann',
        ...given,
        created_at,
        updated_at: null,
      })),
    },
  });
  const watch: Together['watchComments'] = fromCallback(() => undefined);
  return {
    presence: presenceMachine.provide({ actors: { stay: never(), watchPeople: fromCallback(() => undefined) } }),
    watchComments: watch,
    counts: () => ({ reading, counts, watch }),
    thread: (_, rowId) => ({
      reading,
      thread: threads[rowId] ?? threadOf([]),
      writing,
      rewriting: formDialog('commentChange', spec),
      removal: formDialog('commentRemoval', spec),
    }),
  };
}

/** Replacements of a list's machines, where one of them is walked. */
interface ListMachines {
  readonly queue?: ReturnType<typeof provideScreens>['queue'];
  readonly interruption?: ReturnType<typeof provideScreens>['interruption'];
  readonly grid?: typeof gridMachine;
  readonly windows?: typeof rowWindowMachine;
  readonly blocks?: typeof blockEditMachine;
  readonly find?: typeof findMachine;
  readonly layout?: ListTools['layout'];
  /** The layout this browser has. */
  readonly kept?: OwnCopy<ColumnLayout>;
  readonly rowEdits?: typeof rowEditMachine;
  readonly replace?: typeof replaceMachine;
  readonly suggestions?: typeof suggestionMachine;
  readonly addRow?: ListOpened['addRow'];
  readonly rows?: RowStore<Row>;
  /** The panel of the history, and what it reads. */
  readonly past?: Pick<ReturnType<typeof provideScreens>, 'past' | 'pastOf'>;
  /** How the list is shown, where it is kept. */
  readonly viewed?: (of: Parameters<typeof startRowViews>[0]) => Pick<ListOpened, 'view' | 'keep'>;
}

export interface ListShown {
  /** Runs an action that the screen offers to the palette. */
  readonly run: (name: string) => void;
  /** Somebody else changes the project. */
  readonly change: () => void;
  /** Somebody else changes rows without moving them. */
  readonly changeRows: (ids: readonly number[]) => void;
  /** How often the list asked its screen for the sums. */
  readonly sumsAsked: () => number;
  readonly stage: Stage;
  readonly rows: RowStore<Row>;
  readonly layout: ValueStore<OwnCopy<ColumnLayout>>;
  readonly view: ValueStore<RowView>;
  /** The headings around rows that an edit made or moved. */
  readonly entered: ValueStore<readonly Row[]>;
}

interface ScreenProps {
  readonly shown: EstimateShown;
  readonly actions: ActionStore;
}
/** The screen around a list. */
function Screen({ shown, actions }: ScreenProps) {
  return (
    <ActionsContext value={actions}>
      <EstimateProvider value={shown}>
        <Routes>
          <Route path={ROUTES['version-list']} element={<EstimateList />} />
        </Routes>
        <Past projectId={PROJECT} mayEdit />
        <Hosts />
      </EstimateProvider>
    </ActionsContext>
  );
}

/** A list of the estimate on its screen with its tools, for Ann. Its rows are loaded, unless its windows are walked. */
export async function showList(machines: ListMachines, given = ROWS): Promise<ListShown> {
  const stage = await stageFor('Ann', paths.list(PROJECT, VERSION, LIST));
  const rows = machines.rows ?? new RowStore<Row>();
  const layout = new ValueStore<OwnCopy<ColumnLayout>>();
  if (machines.kept) layout.set(machines.kept);
  const readAgain = rowWindowMachine.provide({
    actors: {
      loadChunk: fromPromise<number, { chunk: number }>(async ({ input: { chunk } }) => {
        rows.setWindow(0, given, given.length);
        return chunk;
      }),
    },
  });
  const tools = Promise.resolve({
    rowEdits: machines.rowEdits ?? rowEditMachine,
    blocks: machines.blocks ?? blockEditMachine,
    find: machines.find ?? findMachine,
    layout: machines.layout ?? ownCopy<ColumnLayout>(AS_MADE, spec).provide({ actors: { readCopy: never(), sendCopy: never() } }),
    replace: machines.replace ?? replaceMachine,
    suggestions: machines.suggestions ?? suggestionMachine.provide({ actors: { suggest: never() } }),
    deletion: formDialog<RowsMeant, null, RowsDone>('rowDeletion', spec),
    moving: formDialog<RowsMeant, number, RowsDone>('rowMove', spec),
    section: formDialog<SectionAsked, boolean, SectionDone>('sectionEdit', spec),
    share: new ValueStore<number>(),
  });
  const provided = provideScreens(stage.actum);
  const { view, keep } = machines.viewed?.({ ...stage.actum, queue: provided.queue }) ?? {
    view: new ValueStore<RowView>(),
    keep: () => undefined,
  };
  const shownAs = { view, keep, shown: new ValueStore<ShownRows>(), entered: new ValueStore<readonly Row[]>() };
  const open = {
    rows,
    windows: machines.windows ?? readAgain,
    grid: machines.grid ?? gridMachine,
    tools: () => tools,
    addRow: machines.addRow ?? (() => 0),
    ...shownAs,
  };
  const screens = {
    ...provided,
    ...machines.past,
    queue: machines.queue ?? provided.queue,
    interruption: machines.interruption ?? provided.interruption,
  };
  const estimate = { ...screens.estimate(VERSION), list: () => open, layout };
  const listChanges = createActor(estimate.listChanges);
  const together = Promise.resolve(togetherHere);
  const feed = manualFeed();
  const actions = new ActionStore();
  const run = (name: string) => actions.run(actions.get().find((action) => action.name === name)?.id ?? '');
  let asked = 0;
  const readSummary = () => {
    asked += 1;
  };
  const shown = { estimate, summary, readSummary, about, version: undefined, listChanges, blocked: null, priced: true };
  await show(stage, <Screen shown={shown} actions={actions} />, { ...screens, watchProject: feed.watchProject, together: () => together });
  // The code of the tools is loaded later.
  if (rows.size() !== null) await waitFor(() => expect(table()?.dataset.movable).toBe('true'));
  const changeRows = (ids: readonly number[]) => feed.change(rowChange({ versionId: VERSION, listId: LIST, rows: ids }));
  return { run, change: feed.readAgain, changeRows, sumsAsked: () => asked, stage, rows, layout, view, entered: shownAs.entered };
}

const table = () => document.querySelector<HTMLElement>('[data-movable]');

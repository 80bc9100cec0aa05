import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { calling } from '../../src/compose/calls/calling.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { CHUNK } from '../../src/machines/rowWindow/chunks.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowModel } from '../../src/machines/rowWindow/rowWindow.model.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { useWindows } from '../../src/views/grid/useWindows.ts';
import { useLoadToPrint } from '../../src/views/paper/rowsToPrint.ts';
import { HEIGHT, layTablesOut, pressButton } from './layout.ts';
import { rowNamed, showList } from './listStage.tsx';
import { stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof rowWindowMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const all: readonly Row[] = Array.from({ length: CHUNK + 40 }, (_, at) => rowNamed(at + 1, `Row ${at + 1}`));
let rows: RowStore<Row>;
let change = () => {};
let changeRows: (ids: readonly number[]) => void = () => {};

/** Whether the number of rows is known, and the visible rows. */
interface World {
  readonly isThere: boolean;
  readonly first: number;
}

function scrollTo(row: number): Promise<void> {
  const scroller = screen.getByRole('grid').parentElement?.parentElement?.parentElement as HTMLElement;
  return act(async () => {
    scroller.scrollTop = row * HEIGHT;
    fireEvent.scroll(scroller);
  });
}
function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'rows.seen':
      return scrollTo(event.first);
    case 'project.changed':
      return act(async () => change());
    case 'rows.changed':
      return act(async () => changeRows(event.ids));
    case 'load.retried':
      return pressButton('Try again');
  }
}

const arrived = (past: readonly ModelEvent<Machine>[]) =>
  past.flatMap((event) => ('output' in event && typeof event.output === 'number' ? [event.output] : []));
const isBusy = () => [...document.querySelectorAll('[data-index]')].some((row) => row.getAttribute('aria-busy') === 'true');

testView<Machine, World>({
  model: rowWindowModel,
  start: 'top',
  promises: ['loadChunk', 'loadRows'],
  longest: 16,
  onScreen: {
    first: { isThere: false, first: 0 },
    events: (snapshot, { isThere, first }) =>
      rowWindowModel.events(snapshot).filter((event) => !('first' in event) || (isThere && event.first !== first)),
    next: (before, event) => ({
      isThere: before.isThere || 'output' in event,
      first: 'first' in event ? event.first : before.first,
    }),
  },
  async show(ready) {
    ({ rows, change, changeRows } = await showList({ windows: ready(rowWindowMachine) }));
  },
  act: does,
  answers: (calls) => ({
    resolve(name, chunk) {
      const from = Number(chunk) * CHUNK;
      rows.setWindow(from, all.slice(from, from + CHUNK), all.length);
      return calls.resolve(name, chunk);
    },
  }),
  seen: () => ({
    isReading: screen.queryByText('Loading the rows') !== null,
    alert: screen.queryByRole('alert')?.textContent?.replace(/Try again$/, '') ?? null,
    canTryAgain: screen.queryByRole('button', { name: 'Try again' }) !== null,
    count: screen.queryByRole('grid')?.getAttribute('aria-rowcount') ?? null,
    isBusy: isBusy(),
  }),
  due(snapshot: SnapshotFrom<Machine>, past) {
    const { wanted, sentence } = snapshot.context;
    const [here, isFailed] = [arrived(past), snapshot.matches('failed')];
    return {
      isReading: here.length === 0 && !isFailed,
      alert: isFailed ? `The rows could not be loaded${here.length === 0 ? '' : '. '}${sentence?.detail}` : null,
      canTryAgain: isFailed,
      count: here.length === 0 ? null : String(all.length + 3),
      isBusy: here.length > 0 && wanted.some((chunk) => !here.includes(chunk)),
    };
  },
});

test('the sums are loaded with a changed row, or separately where its window is loaded instead', async () => {
  const first = Promise.withResolvers<void>();
  let single = Promise.withResolvers<void>();
  const windows = rowWindowMachine.provide({
    actors: {
      loadChunk: calling(async ({ signal }) => {
        await first.promise;
        signal.throwIfAborted();
        rows.setWindow(0, all.slice(0, CHUNK), all.length);
        return 0;
      }),
      loadRows: fromPromise(() => single.promise),
    },
  });
  const list = await showList({ windows });
  rows = list.rows;
  // The first window is on its way. It may be older than the change, so it is read again, and it has no sums.
  await act(async () => list.changeRows([3]));
  expect([rows.arrivals(), list.sumsAsked()]).toEqual([0, 1]);
  await act(async () => first.resolve());
  expect([rows.arrivals(), list.sumsAsked()]).toEqual([2, 1]);
  await act(async () => list.changeRows([3]));
  expect([rows.arrivals(), list.sumsAsked()]).toEqual([2, 1]);
  await act(async () => single.reject(new Error('gone')));
  expect([rows.arrivals(), list.sumsAsked()]).toEqual([3, 2]);
  single = Promise.withResolvers<void>();
  await act(async () => list.changeRows([3]));
  cleanup();
  expect([rows.arrivals(), list.sumsAsked()]).toEqual([3, 3]);
});

/** The rows of a list without its table, as printing loads them; `asked` has the chunks that were asked for. */
async function toPrint() {
  const store = new RowStore<Row>();
  const asked: number[] = [];
  const away = { isAway: false };
  const windows = rowWindowMachine.provide({
    actors: {
      loadChunk: fromPromise<number, { chunk: number }>(async ({ input: { chunk } }) => {
        asked.push(chunk);
        if (away.isAway) throw new Refused(503, { detail: 'The server is away' });
        store.setWindow(chunk * CHUNK, all.slice(chunk * CHUNK, (chunk + 1) * CHUNK), all.length);
        return chunk;
      }),
    },
  });
  const { actum } = await stageFor('Ann');
  const wrapper = ({ children }: { readonly children: ReactNode }) => <ActumProvider actum={actum}>{children}</ActumProvider>;
  const { result } = renderHook(() => ({ ...useWindows(store, windows), load: useLoadToPrint() }), { wrapper });
  return { asked, away, result };
}

test('all rows are loaded for printing, and afterwards only those in sight', async () => {
  const { asked, result } = await toPrint();
  await act(async () => result.current.onSeen(0, 10));
  expect(asked).toEqual([0]);
  await act(() => result.current.load(new AbortController().signal));
  expect(asked).toEqual([0, 1]);
  await act(async () => result.current.onSeen(0, 10));
  await act(async () => result.current.reload());
  expect(asked).toEqual([0, 1, 0]);
});

test('rows that cannot be loaded for printing say why, and are requested again the next time', async () => {
  const { asked, away, result } = await toPrint();
  await act(async () => result.current.onSeen(0, 10));
  away.isAway = true;
  await act(() => expect(result.current.load(new AbortController().signal)).rejects.toThrow('The server is away'));
  away.isAway = false;
  await act(() => result.current.load(new AbortController().signal));
  expect(asked).toEqual([0, 1, 1]);
});

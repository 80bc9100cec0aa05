import * as v from 'valibot';
import type { Api } from '../../../domain/api/call.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import { Row } from '../../../domain/api/rowShapes.ts';
import type { RowColumns } from '../../../domain/api/shapes.ts';
import { AS_STORED, type RowView, viewText } from '../../../domain/rowView.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import { CHUNK } from '../../machines/rowWindow/chunks.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../machines/rowWindow/rowWindow.ts';
import type { ShownRows } from '../../views/sections/listFoot.tsx';
import type { KeptView } from '../app/rowViews.ts';
import { calling } from './calling.ts';
import type { Early } from './early.ts';

interface Window<R> {
  readonly rows: readonly R[];
  readonly total: number;
}
export type ReadWindow<R> = (window: { readonly offset: number; readonly limit: number }, signal: AbortSignal) => Promise<Window<R>>;

/** Reloads a single row. */
type ReadRow = (id: number, signal: AbortSignal) => Promise<void>;
const noSingleRows: ReadRow = () => Promise.reject(new Error('These rows are read in windows alone'));

/** Loads requested windows into a store. */
export const windowsInto = <R extends { readonly id: number }>(store: RowStore<R>, read: ReadWindow<R>, readRow: ReadRow = noSingleRows) =>
  rowWindowMachine.provide({
    actors: {
      loadRows: calling<void, { ids: readonly number[] }>(async ({ input: { ids }, signal }) => {
        await Promise.all(ids.map((id) => readRow(id, signal)));
      }),
      loadChunk: calling<number, { chunk: number }>(async ({ input: { chunk }, signal }) => {
        const offset = chunk * CHUNK;
        const { rows, total } = await read({ offset, limit: CHUNK }, signal);
        store.setWindow(offset, rows, total);
        return chunk;
      }),
    },
  });

const Rows = v.array(Row);

/** Makes rows from columns. */
function rowsOf(columns: RowColumns['columns']): readonly Row[] {
  const names = Object.keys(columns);
  const count = columns.id?.length ?? 0;
  return v.parse(
    Rows,
    Array.from({ length: count }, (_, index) => Object.fromEntries(names.map((name) => [name, columns[name]?.[index]]))),
  );
}

/** The calls for the rows of a list, and the parts of an answer that concern all of them. */
export interface ListView {
  readonly view: ValueStore<RowView>;
  readonly shown: ValueStore<ShownRows>;
  /** The headings around rows that an edit made or moved. */
  readonly entered: ValueStore<readonly Row[]>;
}

/** The server's copy of the person's view, which comes with the first rows. */
export type KeptOnServer = Pick<KeptView, 'isAwaited' | 'found'>;
export const keptWith = (kept: KeptOnServer | undefined) => (kept?.isAwaited() === true ? { kept: 'true' as const } : {});

type RowsAnswer = Answer<'GET /lists/:id/rows/'>;
const askedFor = (
  window: { readonly offset: number; readonly limit: number },
  listId: number,
  { view }: Partial<ListView>,
  kept?: KeptOnServer,
) => ({
  params: { id: listId },
  query: { ...asText(window), view: viewText(view?.get() ?? AS_STORED), shape: 'columns' as const, ...keptWith(kept) },
});
function windowOf(answer: RowsAnswer, { shown }: Partial<ListView>): Window<Row> {
  shown?.set({ stored: answer.stored, amounts: answer.shown ?? null });
  return 'columns' in answer ? { rows: rowsOf(answer.columns), total: answer.total } : answer;
}

export const estimateRows =
  (api: Api, listId: number, listView: Partial<ListView> = {}, kept?: KeptOnServer): ReadWindow<Row> =>
  async (window, signal) => {
    const answer = await api('GET /lists/:id/rows/', askedFor(window, listId, listView, kept), { signal });
    if (answer.kept !== undefined) kept?.found(answer.kept);
    return windowOf(answer, listView);
  };

/**
 * Fills a list with its first rows if they arrived before the list was made, unless the person's kept view shows them differently from how they are stored.
 */
export function fillEarly(early: Early, rows: RowStore<Row>, listId: number, listView: ListView, kept: KeptOnServer): void {
  const answer = early('GET /lists/:id/rows/', askedFor({ offset: 0, limit: CHUNK }, listId, listView, kept));
  if (answer === null || (answer.kept ?? null) !== null) return;
  const { rows: found, total } = windowOf(answer, listView);
  rows.setWindow(0, found, total);
}

export const asText = ({ offset, limit }: { readonly offset: number; readonly limit: number }) => ({
  offset: String(offset),
  limit: String(limit),
});

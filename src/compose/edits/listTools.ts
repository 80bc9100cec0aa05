import { type Api, NotMade } from '../../../domain/api/call.ts';
import type { FoundCells } from '../../../domain/api/estimateShapes.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import type { Row, VersionSummary } from '../../../domain/api/shapes.ts';
import type { BlockColumns, BlockEditKind, BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import { AS_MADE, type ColumnLayout } from '../../../domain/columnLayout.ts';
import type { DecimalMark } from '../../../domain/numberText.ts';
import { AS_STORED, type RowView, viewText } from '../../../domain/rowView.ts';
import { rowsMoved } from '../../../domain/sentences/editing.ts';
import type { OfferedUnit } from '../../../domain/units.ts';
import { placedFields } from '../../machines/blockEdit/asking.ts';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../machines/blockEdit/blockEdit.ts';
import { type CopiedCells, joined, partOf } from '../../machines/blockEdit/copied.ts';
import { refusalIn } from '../../machines/blockEdit/refusal.ts';
import { onScreen } from '../../machines/editQueue/onScreen.ts';
import { listTable } from '../../machines/editQueue/tables.ts';
import { Postponed } from '../../machines/editQueue/types.ts';
import { findMachine } from '../../machines/find/find.ts';
import { ownCopy } from '../../machines/ownCopy/ownCopy.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { type RowEdit, type RowsMeant, rowEditMachine } from '../../machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ListTools, RowsDone, SectionAsked, SectionDone } from '../../views/estimate/tools/needs.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { required } from '../calls/required.ts';
import { rowsBetween, windowsBetween } from '../calls/rowsBetween.ts';
import { estimateRows, type ListView } from '../calls/windows.ts';
import { filledBy } from './fills.ts';
import type { EditQueue } from './queue.ts';
import { replaceOf } from './replace.ts';
import { rowEditing } from './rowEdits.ts';
import { savedFirst } from './savedFirst.ts';
import { suggestionsOf } from './suggestions.ts';
import { throughQueue } from './throughQueue.ts';

const layoutCopy = ownCopy<ColumnLayout>(AS_MADE, '8.41 Columns are hidden, reordered and frozen');
const layoutOf = (api: Api) =>
  layoutCopy.provide({
    actors: {
      readCopy: calling<ColumnLayout | null>(async ({ signal }) => (await api('GET /preferences/', {}, { signal })).list_columns),
      sendCopy: calling<ColumnLayout, { value: ColumnLayout }>(async ({ input: { value }, signal }) => {
        await api('PUT /preferences/', { body: { list_columns: value } }, { signal });
        return value;
      }),
    },
  });

const findOf = (api: Api, listId: number, viewNow: () => RowView) =>
  findMachine.provide({
    actors: {
      search: calling<FoundCells, { text: string; rowId: number | null }>(({ input: { text, rowId }, signal }) =>
        api(
          'GET /lists/:id/find/',
          {
            params: { id: listId },
            query: { text: text.trim(), view: viewText({ ...viewNow(), flipped: [] }), ...(rowId !== null && { row_id: rowId }) },
          },
          { signal },
        ),
      ),
    },
  });

/** The machines of edits of many rows or cells of a list, with their calls. */
export function listToolsOf(
  api: Api,
  queue: EditQueue,
  versionId: number,
  listId: number,
  rows: RowStore<Row>,
  summary: ValueStore<VersionSummary>,
  listView: ListView,
  units: () => readonly OfferedUnit[],
): ListTools {
  const read = estimateRows(api, listId, listView);
  const viewNow = () => listView.view.get() ?? AS_STORED;
  const share = new ValueStore<number>();
  const between = (from: number, to: number, signal: AbortSignal) =>
    rowsBetween(read, from, to, signal, (count) => share.set(Math.min(1, count / (to - from + 1))));
  const idAt = async (index: number, signal: AbortSignal) => rows.at(index)?.id ?? required((await between(index, index, signal))[0]).id;
  const name = () => summary.get()?.costs.find(({ id }) => id === listId)?.title ?? '';
  const shown = (read: readonly Row[]) => read.map(onScreen(queue.getSnapshot(), listTable(listId)));
  /**
   * The rows as they are on screen. Throws `NotMade` when rows that must be loaded for it have moved on the server, as the loaded rows among them show: the
   * edit would set the wrong rows.
   */
  const known = async (from: number, to: number, signal: AbortSignal) => {
    const loaded = () => Array.from({ length: to - from + 1 }, (_, step) => rows.at(from + step));
    const here = loaded();
    if (here.every((row) => row !== undefined)) return shown(here);
    // The server does not count rows that it has not made yet, so they are saved first.
    await savedFirst(queue, signal);
    const seen = loaded();
    const found = await between(from, to, signal);
    if (found.length < seen.length || seen.some((row, step) => row !== undefined && row.id !== found[step]?.id))
      throw new NotMade(rowsMoved());
    return shown(found);
  };
  /** The ids of the rows that a block sets, because other rows may come between them before it is sent. Cells past the last row have no id. */
  const rowIdsFrom = async (top: number | null, height: number, signal: AbortSignal) => {
    const bottom = Math.min((top ?? 0) + height, rows.size() ?? 0) - 1;
    return top === null || bottom < top ? [] : (await known(top, bottom, signal)).map(({ id }) => id);
  };
  interface BlockToSet {
    readonly as: BlockEditKind;
    readonly field: BlockField;
    readonly fields?: BlockColumns;
    readonly cells: Cells;
    readonly decimal: DecimalMark | null;
  }
  const set = async (top: number | null, block: BlockToSet, signal: AbortSignal, seen?: readonly number[]) => {
    const rowIds = seen ?? (await rowIdsFrom(top, block.cells.length, signal));
    const rowId = rowIds[0] ?? (top === null ? null : await idAt(top, signal));
    const apart = rowIds.length > 0 ? { rowIds } : {};
    const edit = { kind: 'block', table: listTable(listId), name: name(), list: listId, rowId, ...apart, ...block } as const;
    const answer = (await throughQueue(queue, edit, signal, (error) => refusalIn(error) !== null)) as Answer<'POST /lists/:id/paste/'>;
    return { ids: answer.ids };
  };
  /** Converted window by window, because the text of 100,000 rows at once would block the page for most of a second. */
  const copied = async ({ top, bottom, columns }: BlockAsked & { kind: 'copy' }, signal: AbortSignal): Promise<CopiedCells> => {
    const parts = new Map<number, CopiedCells>();
    const size = bottom - top + 1;
    let count = 0;
    const offsets = await windowsBetween(read, top, bottom, signal, (offset, window) => {
      parts.set(offset, partOf(shown(window), columns, window.length === size));
      count += window.length;
      share.set(Math.min(1, count / size));
    });
    return joined(offsets.flatMap((offset) => parts.get(offset) ?? []));
  };
  const doBlock = async (asked: BlockAsked, signal: AbortSignal): Promise<BlockOutcome> => {
    share.set(0);
    switch (asked.kind) {
      case 'copy':
        return { copied: await copied(asked, signal), ids: [] };
      case 'fill':
      case 'fillRight':
      case 'series': {
        const filled = await filledBy(asked, { between: (from, to) => known(from, to, signal), count: rows.size() ?? 0 });
        const columns = filled && placedFields(filled.fields);
        if (filled === null || columns === null) return { ids: [] };
        const { top, cells, filledTo } = filled;
        const done = await set(top, { as: 'fill', ...columns, cells, decimal: '.' }, signal);
        return { ...done, ...(filledTo !== undefined && { filledTo }) };
      }
      case 'paste':
      case 'clear': {
        const { kind: as, top, rowIds, ...block } = asked;
        return set(top, { as, ...block }, signal, rowIds);
      }
    }
  };
  const edit = rowEditing({ read, queue, version: versionId, table: listTable(listId), name });
  /** The dialog shows a refusal; a waiting edit is shown by the queue. */
  const fromDialog = (made: RowEdit, signal: AbortSignal): Promise<RowsDone> =>
    edit(made, signal, () => true).catch((error: unknown) => {
      if (error instanceof Postponed) return null;
      throw error;
    });
  return {
    share,
    rowEdits: rowEditMachine.provide({
      actors: { doEdit: calling<readonly number[], { edit: RowEdit | null }>(({ input, signal }) => edit(required(input.edit), signal)) },
    }),
    blocks: blockEditMachine.provide({
      actors: {
        doBlock: calling<BlockOutcome, { asked: BlockAsked | null }>(({ input, signal }) => doBlock(required(input.asked), signal)),
      },
    }),
    layout: layoutOf(api),
    suggestions: suggestionsOf(api, listId, units),
    replace: replaceOf(api, queue, listId),
    find: findOf(api, listId, viewNow),
    deletion: dialog<RowsMeant, null, RowsDone>('rowDeletion', '2.10 A confirmation says what will be lost', ({ subject: meant }, signal) =>
      fromDialog({ kind: 'delete', rows: meant }, signal),
    ),
    section: dialog<SectionAsked, boolean, SectionDone>(
      'sectionEdit',
      '7.13 A section goes with its rows',
      async ({ subject: { whole, alone }, given: isWhole }, signal) => ({
        kind: alone.kind,
        ids: await fromDialog(isWhole ? whole : alone, signal),
      }),
    ),
    moving: dialog<RowsMeant, number, RowsDone>(
      'rowMove',
      '7.4 Rows are added, duplicated, moved and deleted',
      ({ subject: meant, given: to }, signal) => fromDialog({ kind: 'move', rows: meant, listId: to }, signal),
    ),
  };
}

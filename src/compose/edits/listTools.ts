import type { Api } from '../../../domain/api/call.ts';
import type { FoundCells } from '../../../domain/api/estimateShapes.ts';
import type { Row, VersionSummary } from '../../../domain/api/shapes.ts';
import { AS_MADE, type ColumnLayout } from '../../../domain/columnLayout.ts';
import { AS_STORED, type RowView, viewText } from '../../../domain/rowView.ts';
import type { OfferedUnit } from '../../../domain/units.ts';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../machines/blockEdit/blockEdit.ts';
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
import { estimateRows, type ListView } from '../calls/windows.ts';
import { blockEditing } from './blockEdits.ts';
import type { EditQueue } from './queue.ts';
import { replaceOf } from './replace.ts';
import { rowEditing } from './rowEdits.ts';
import { suggestionsOf } from './suggestions.ts';

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
  const name = () => summary.get()?.costs.find(({ id }) => id === listId)?.title ?? '';
  const table = listTable(listId);
  const doBlock = blockEditing({ read, queue, table, list: listId, rows, name, share });
  const edit = rowEditing({ read, queue, version: versionId, table, name });
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

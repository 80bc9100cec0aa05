import { BLOCK_FIELDS, type BlockEditKind, type BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import type { Api } from '../../../domain/contract/call.ts';
import type { FoundCells } from '../../../domain/contract/estimateShapes.ts';
import type { Answer } from '../../../domain/contract/routes.ts';
import type { Row, VersionSummary } from '../../../domain/contract/shapes.ts';
import type { OfferedUnit } from '../../../domain/units.ts';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../machines/blockEdit/blockEdit.ts';
import { refusalIn } from '../../machines/blockEdit/refusal.ts';
import { listTable } from '../../machines/editQueue/tables.ts';
import { Postponed } from '../../machines/editQueue/types.ts';
import { findMachine } from '../../machines/find/find.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { type RowEdit, type RowsMeant, rowEditMachine } from '../../machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ListTools, RowsDone } from '../../views/estimate/tools/needs.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { required } from '../calls/required.ts';
import { rowsBetween } from '../calls/rowsBetween.ts';
import { estimateRows } from '../calls/windows.ts';
import type { EditQueue } from './queue.ts';
import { rowEditing } from './rowEdits.ts';
import { suggestionsOf } from './suggestions.ts';
import { throughQueue } from './throughQueue.ts';

/** The machines of what is done to many rows or cells of a list at once, with the calls they make. */
export function listToolsOf(
  api: Api,
  queue: EditQueue,
  versionId: number,
  listId: number,
  rows: RowStore<Row>,
  summary: ValueStore<VersionSummary>,
  units: () => readonly OfferedUnit[],
): ListTools {
  const params = { id: listId };
  const share = new ValueStore<number>();
  const between = (from: number, to: number, signal: AbortSignal) =>
    rowsBetween(estimateRows(api, listId), from, to, signal, (count) => share.set(Math.min(1, count / (to - from + 1))));
  const idAt = async (place: number, signal: AbortSignal) => rows.at(place)?.id ?? required((await between(place, place, signal))[0]).id;
  const name = () => summary.get()?.costs.find(({ id }) => id === listId)?.title ?? '';
  const set = async (as: BlockEditKind, rowId: number | null, field: BlockField, cells: Cells, signal: AbortSignal) => {
    const edit = { kind: 'block', table: listTable(listId), name: name(), list: listId, as, rowId, field, cells } as const;
    const answer = (await throughQueue(queue, edit, signal, (error) => refusalIn(error) !== null)) as Answer<'POST /lists/:id/paste/'>;
    return { rows: [], ids: answer.ids };
  };
  const doBlock = async (asked: BlockAsked, signal: AbortSignal): Promise<BlockOutcome> => {
    share.set(0);
    switch (asked.kind) {
      case 'copy':
        return { rows: await between(asked.top, asked.bottom, signal), ids: [] };
      case 'fill': {
        const [source, first] = [rows.at(asked.top), rows.at(asked.top + 1)].every((row) => row !== undefined)
          ? [rows.at(asked.top), rows.at(asked.top + 1)]
          : await between(asked.top, asked.top + 1, signal);
        const [from, to] = [BLOCK_FIELDS.indexOf(required(asked.fields[0])), BLOCK_FIELDS.indexOf(required(asked.fields.at(-1)))];
        const values = BLOCK_FIELDS.slice(from, to + 1).map((field) => required(source)[field]);
        const cells = Array.from({ length: asked.bottom - asked.top }, () => values);
        return set('fill', required(first).id, required(asked.fields[0]), cells, signal);
      }
      case 'paste':
      case 'clear': {
        const rowId = asked.top === null ? null : await idAt(asked.top, signal);
        return set(asked.kind, rowId, asked.field, asked.cells, signal);
      }
    }
  };
  const edit = rowEditing({ api, queue, version: versionId, table: listTable(listId), name });
  /** The dialog shows a refusal; an edit that waits is the queue's alone. */
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
    suggestions: suggestionsOf(api, listId, units),
    find: findMachine.provide({
      actors: {
        search: calling<FoundCells, { text: string }>(({ input: { text }, signal }) =>
          api('GET /lists/:id/find/', { params, query: { text: text.trim() } }, { signal }),
        ),
      },
    }),
    deletion: dialog<RowsMeant, null, RowsDone>('rowDeletion', '2.10 A confirmation says what will be lost', ({ subject: meant }, signal) =>
      fromDialog({ kind: 'delete', rows: meant }, signal),
    ),
    moving: dialog<RowsMeant, number, RowsDone>(
      'rowMove',
      '7.4 Rows are added, duplicated, moved and deleted',
      ({ subject: meant, given: to }, signal) => fromDialog({ kind: 'move', rows: meant, listId: to }, signal),
    ),
  };
}

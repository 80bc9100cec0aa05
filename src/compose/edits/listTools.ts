import { BLOCK_FIELDS, type BlockEditKind, type BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import type { Api } from '../../../domain/contract/call.ts';
import type { FoundCells } from '../../../domain/contract/estimateShapes.ts';
import type { Answer } from '../../../domain/contract/routes.ts';
import type { Row, VersionSummary } from '../../../domain/contract/shapes.ts';
import { enteredIn } from '../../../domain/entered.ts';
import type { DecimalMark } from '../../../domain/numberText.ts';
import { AS_STORED, isArranged, isFolding, viewText } from '../../../domain/rowView.ts';
import type { OfferedUnit } from '../../../domain/units.ts';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../machines/blockEdit/blockEdit.ts';
import { refusalIn } from '../../machines/blockEdit/refusal.ts';
import { listTable } from '../../machines/editQueue/tables.ts';
import { Postponed } from '../../machines/editQueue/types.ts';
import { findMachine } from '../../machines/find/find.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { type RowEdit, type RowsMeant, rowEditMachine } from '../../machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ListTools, RowsDone, SectionAsked, SectionDone } from '../../views/estimate/tools/needs.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { required } from '../calls/required.ts';
import { rowsBetween } from '../calls/rowsBetween.ts';
import { estimateRows, type ListView } from '../calls/windows.ts';
import type { EditQueue } from './queue.ts';
import { replaceOf } from './replace.ts';
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
  listView: ListView,
  units: () => readonly OfferedUnit[],
): ListTools {
  const params = { id: listId };
  const read = estimateRows(api, listId, listView);
  const viewNow = () => listView.view.get() ?? AS_STORED;
  const share = new ValueStore<number>();
  const between = (from: number, to: number, signal: AbortSignal) =>
    rowsBetween(read, from, to, signal, (count) => share.set(Math.min(1, count / (to - from + 1))));
  const idAt = async (place: number, signal: AbortSignal) => rows.at(place)?.id ?? required((await between(place, place, signal))[0]).id;
  const name = () => summary.get()?.costs.find(({ id }) => id === listId)?.title ?? '';
  /** The rows shown from a place on, where those stored behind the first are others. */
  const rowIdsFrom = async (top: number | null, height: number, signal: AbortSignal) => {
    if (top === null || (!isArranged(viewNow()) && !isFolding(viewNow()))) return {};
    const bottom = Math.min(top + height, rows.size() ?? 0) - 1;
    const known = Array.from({ length: bottom - top + 1 }, (_, step) => rows.at(top + step));
    const found = known.every((row) => row !== undefined) ? known : await between(top, bottom, signal);
    return { rowIds: found.map(({ id }) => id) };
  };
  interface BlockToSet {
    readonly as: BlockEditKind;
    readonly field: BlockField;
    readonly cells: Cells;
    readonly decimal: DecimalMark | null;
  }
  const set = async (top: number | null, block: BlockToSet, signal: AbortSignal) => {
    const rowId = top === null ? null : await idAt(top, signal);
    const apart = await rowIdsFrom(top, block.cells.length, signal);
    const edit = { kind: 'block', table: listTable(listId), name: name(), list: listId, rowId, ...apart, ...block } as const;
    const answer = (await throughQueue(queue, edit, signal, (error) => refusalIn(error) !== null)) as Answer<'POST /lists/:id/paste/'>;
    return { rows: [], ids: answer.ids };
  };
  const doBlock = async (asked: BlockAsked, signal: AbortSignal): Promise<BlockOutcome> => {
    share.set(0);
    switch (asked.kind) {
      case 'copy':
        return { rows: await between(asked.top, asked.bottom, signal), ids: [] };
      case 'fill': {
        const source = rows.at(asked.top) ?? (await between(asked.top, asked.top, signal))[0];
        const [from, to] = [BLOCK_FIELDS.indexOf(required(asked.fields[0])), BLOCK_FIELDS.indexOf(required(asked.fields.at(-1)))];
        const values = BLOCK_FIELDS.slice(from, to + 1).map((field) => enteredIn(required(source), field));
        const cells = Array.from({ length: asked.bottom - asked.top }, () => values);
        return set(asked.top + 1, { as: 'fill', field: required(asked.fields[0]), cells, decimal: '.' }, signal);
      }
      case 'paste':
      case 'clear': {
        const { kind: as, top, field, cells, decimal } = asked;
        return set(top, { as, field, cells, decimal }, signal);
      }
    }
  };
  const edit = rowEditing({ read, queue, version: versionId, table: listTable(listId), name });
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
    replace: replaceOf(api, queue, listId),
    find: findMachine.provide({
      actors: {
        search: calling<FoundCells, { text: string }>(({ input: { text }, signal }) =>
          api('GET /lists/:id/find/', { params, query: { text: text.trim(), view: viewText({ ...viewNow(), flipped: [] }) } }, { signal }),
        ),
      },
    }),
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

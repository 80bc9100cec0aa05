import { NotMade } from '../../../domain/api/call.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import type { Row } from '../../../domain/api/shapes.ts';
import type { BlockColumns, BlockEditKind, BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import type { DecimalMark } from '../../../domain/numberText.ts';
import { rowsMoved } from '../../../domain/sentences/editing.ts';
import { placedFields } from '../../machines/blockEdit/asking.ts';
import type { BlockAsked, BlockOutcome } from '../../machines/blockEdit/blockEdit.ts';
import { type CopiedCells, joined, partOf } from '../../machines/blockEdit/copied.ts';
import { refusalIn } from '../../machines/blockEdit/refusal.ts';
import { onScreen } from '../../machines/editQueue/onScreen.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { required } from '../calls/required.ts';
import { rowsBetween, windowsBetween } from '../calls/rowsBetween.ts';
import { filledBy } from './fills.ts';
import type { EditedRows } from './rowEdits.ts';
import { savedFirst } from './savedFirst.ts';
import { throughQueue } from './throughQueue.ts';

interface BlockEditing extends Pick<EditedRows, 'read' | 'queue' | 'table' | 'name'> {
  /** The id of the list. */
  readonly list: number;
  /** Its loaded rows. */
  readonly rows: RowStore<Row>;
  /** Receives the fraction of the work that is done, 0 to 1. */
  readonly share: ValueStore<number>;
}
interface BlockToSet {
  readonly as: BlockEditKind;
  readonly field: BlockField;
  readonly fields?: BlockColumns;
  readonly cells: Cells;
  readonly decimal: DecimalMark | null;
}

/** Copies, fills, pastes and clears blocks of cells of a list. What changes cells goes through the queue. */
export function blockEditing({
  read,
  queue,
  table,
  list,
  rows,
  name,
  share,
}: BlockEditing): (asked: BlockAsked, signal: AbortSignal) => Promise<BlockOutcome> {
  const between = (from: number, to: number, signal: AbortSignal) =>
    rowsBetween(read, from, to, signal, (count) => share.set(Math.min(1, count / (to - from + 1))));
  const idAt = async (index: number, signal: AbortSignal) => rows.at(index)?.id ?? required((await between(index, index, signal))[0]).id;
  const shown = (read: readonly Row[]) => read.map(onScreen(queue.getSnapshot(), table));
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
  const set = async (top: number | null, block: BlockToSet, signal: AbortSignal, seen?: readonly number[]) => {
    const rowIds = seen ?? (await rowIdsFrom(top, block.cells.length, signal));
    const rowId = rowIds[0] ?? (top === null ? null : await idAt(top, signal));
    const apart = rowIds.length > 0 ? { rowIds } : {};
    const edit = { kind: 'block', table, name: name(), list, rowId, ...apart, ...block } as const;
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
  return async (asked, signal) => {
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
}

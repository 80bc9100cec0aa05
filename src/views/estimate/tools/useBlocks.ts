import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Row } from '../../../../domain/api/shapes.ts';
import {
  type BlockDecision,
  type BlockTable,
  carriedOn,
  cleared,
  filled,
  filledRight,
  pasted,
  pastedBlock,
  seriesBlock,
} from '../../../machines/blockEdit/asking.ts';
import type { BlockAsked, blockEditMachine } from '../../../machines/blockEdit/blockEdit.ts';
import { type CopiedCells, type CopiedColumn, joined, partOf } from '../../../machines/blockEdit/copied.ts';
import { onScreen } from '../../../machines/editQueue/onScreen.ts';
import { listTable } from '../../../machines/editQueue/tables.ts';
import type { Block } from '../../../machines/grid/range.ts';
import { chosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { focusTable } from '../../../ui/grid/pointing.ts';
import { isTypedInto } from '../../../ui/isTypedInto.ts';
import { useShowNotice } from '../../actum.tsx';
import { OWN_CELLS } from '../../grid/ownCells.ts';
import { isAsked } from '../../palette/keys.ts';
import { useEmitted } from '../../reading.ts';
import { useScreens } from '../../screens.tsx';
import { blockTableOf, sentenceOf } from './blockTable.ts';
import { copyNow, putCells } from './clipboard.ts';
import { isCommand } from './isCommand.ts';
import type { OpenList } from './types.ts';

interface Blocks extends OpenList {
  readonly blocks: ActorRefFrom<typeof blockEditMachine>;
  readonly say: (text: string) => void;
  /** Cells were set. A paste names the block. */
  readonly onSet: (block: Block | null) => void;
}
const idsOf = (columns: readonly CopiedColumn[]) => columns.map(({ id }) => id);

/** Copies, cuts, pastes, fills and clears blocks of cells. */
export function useBlocks(open: Blocks) {
  const { grid, handle, rows, count, columns, list, blocked, isRead, reload, blocks, say, onSet } = open;
  const showNotice = useShowNotice();
  const { queue } = useScreens();
  /** A copy of rows that are not loaded, until it is on the clipboard. */
  const ready = useRef<(BlockAsked & { kind: 'copy'; copied: CopiedCells | undefined }) | null>(null);
  /** A block that sets rows, with their ids: it may be asked about before it is done. */
  const onRows = (asked: BlockAsked): BlockAsked => {
    if ((asked.kind !== 'paste' && asked.kind !== 'clear') || asked.top === null) return asked;
    const { top, cells } = asked;
    const set = Array.from({ length: Math.min(cells.length, count - top) }, (_, step) => rows.at(top + step)?.id);
    const rowIds = set.filter((id) => id !== undefined);
    return rowIds.length === set.length ? { ...asked, rowIds } : asked;
  };
  /** Returns whether there was something to do or a reason not to do it. */
  const begin = (decision: BlockDecision): boolean => {
    if (decision === null) return false;
    if ('asked' in decision) blocks.send({ type: 'block.asked', asked: onRows(decision.asked) });
    else showNotice(sentenceOf(decision.problem, blocked));
    return true;
  };
  useEmitted(blocks, 'block.postponed', () => showNotice(m.block_busy()));
  useEmitted(blocks, 'block.refused', ({ sentence }) => {
    showNotice(sentenceText(sentence));
    reload();
  });
  useEmitted(blocks, 'block.done', ({ asked, outcome }) => {
    if (asked.kind === 'copy') {
      ready.current = { ...asked, copied: outcome.copied };
      focusTable(handle.current?.element);
      if (!copyNow(copy)) showNotice(m.block_copy_again());
      return;
    }
    const table = blockTableOf(open);
    onSet(pastedBlock(table, asked) ?? seriesBlock(table, asked, outcome.filledTo));
    if (asked.kind === 'paste') say(m.block_pasted({ count: outcome.ids.length }));
  });

  /** The cells to copy; null when they are not all loaded. */
  const cellsToCopy = ({ block: { top, bottom }, hasRange, hasPicked }: BlockTable, taken: readonly CopiedColumn[]): CopiedCells | null => {
    const of = (chosen: readonly Row[]) => joined([partOf(chosen.map(onScreen(queue.getSnapshot(), listTable(list.id))), taken, true)]);
    if (hasPicked) return of(chosenRows(grid.getSnapshot().context, rows, count, list.id)?.known ?? []);
    if (top >= count) return of([]);
    if (!hasRange || isRead(top, bottom))
      return of(Array.from({ length: bottom - top + 1 }, (_, step) => rows.at(top + step)).filter((row) => row !== undefined));
    const read = ready.current;
    ready.current = null;
    const isSame = read?.top === top && read.bottom === bottom && String(idsOf(read.columns)) === String(idsOf(taken));
    return isSame ? (read.copied ?? null) : null;
  };
  const copy = (event: ClipboardEvent): boolean => {
    const table = blockTableOf(open);
    const { top, bottom, left, right } = table.block;
    const taken = (table.hasPicked ? columns : columns.slice(left, right + 1)).filter(({ copied }) => copied);
    if (isTypedInto(event.target) || document.getSelection()?.isCollapsed === false || taken.length === 0) return false;
    const copied = cellsToCopy(table, taken);
    if (copied === null) return begin({ asked: { kind: 'copy', top, bottom, columns: taken } });
    if (copied.rows === 0) return false;
    putCells(event.clipboardData, copied);
    say(m.block_copied({ rows: copied.rows, columns: taken.length }));
    return true;
  };
  const paste = (event: ClipboardEvent): boolean => {
    const own = event.clipboardData?.getData(OWN_CELLS) ?? '';
    const text = own === '' ? (event.clipboardData?.getData('text/plain') ?? '') : own;
    return !isTypedInto(event.target) && !isAsked() && text !== '' && begin(pasted(blockTableOf(open), text, own !== ''));
  };
  const clear = () => begin(cleared(blockTableOf(open)));
  const cut = (event: ClipboardEvent): boolean => {
    const { block, hasRange, isFrozen } = blockTableOf(open);
    // Cells are cleared only once they are on the clipboard.
    return !isFrozen && hasRange && !isTypedInto(event.target) && isRead(block.top, block.bottom) && copy(event) && clear();
  };
  const fill = () => begin(filled(blockTableOf(open)));
  const fillRight = () => begin(filledRight(blockTableOf(open)));
  const carryOn = (source: Block, to: number | null) => begin(carriedOn(blockTableOf(open), source, to));
  const key = (event: KeyboardEvent): boolean => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (isCommand(event, 'd')) return fill() || true;
    if (isCommand(event, 'r')) return fillRight() || true;
    const isClear = event.key === 'Delete' || event.key === 'Backspace';
    return isClear && !ctrlKey && !metaKey && !altKey && !shiftKey && clear();
  };
  const copyChosen = () => {
    focusTable(handle.current?.element);
    copyNow(copy);
  };
  return { key, copy, cut, paste, fill, fillRight, carryOn, copyChosen };
}

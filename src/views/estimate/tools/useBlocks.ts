import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { BLOCK_COLUMNS, BLOCK_FIELDS, BLOCK_ROWS, type BlockField } from '../../../../domain/blockShape.ts';
import { blockCells, blockTable, blockText, type Cells, tiled } from '../../../../domain/blockText.ts';
import type { Row } from '../../../../domain/contract/shapes.ts';
import type { BlockAsked, blockEditMachine } from '../../../machines/blockEdit/blockEdit.ts';
import type { Block } from '../../../machines/grid/range.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { useShowNotice } from '../../actum.tsx';
import { useEmitted } from '../../reading.ts';
import { chosenBlock, chosenRows, fieldOf, fieldsIn, isCommand } from './choice.ts';
import type { OpenList } from './types.ts';
import { focusTable } from './useChoosing.ts';

interface Blocks extends OpenList {
  readonly blocks: ActorRefFrom<typeof blockEditMachine>;
  readonly say: (text: string) => void;
  /** To be chosen once the rows have been read again. */
  readonly chooseLater: (block: Block) => void;
}

/** Copies as the keyboard would, for the browser gives the clipboard to such an event alone; false where it gives none, as long after a key. */
function copyNow(copy: (event: ClipboardEvent) => boolean): boolean {
  let isDone = false;
  const hear = (event: ClipboardEvent) => {
    isDone = copy(event);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('copy', hear, { capture: true });
  const isAllowed = document.execCommand('copy');
  document.removeEventListener('copy', hear, { capture: true });
  return isAllowed && isDone;
}

/** Copies, cuts, pastes, fills and clears blocks of cells. */
export function useBlocks(open: Blocks) {
  const { grid, handle, rows, count, columns, blocked, isRead, reload, blocks, say, chooseLater } = open;
  const showNotice = useShowNotice();
  const ready = useRef<{ readonly top: number; readonly bottom: number; readonly rows: readonly Row[] } | null>(null);
  const ask = (asked: BlockAsked) => {
    blocks.send({ type: 'block.asked', asked });
    return true;
  };
  const refuse = (why: string) => {
    showNotice(why);
    return true;
  };
  /** Why a block of this height cannot be set; null when it can. */
  const problemOf = (height: number, width = 1): string | null =>
    blocked ??
    (grid.getSnapshot().context.picked.length > 0
      ? m.block_one_range()
      : height > BLOCK_ROWS || width > BLOCK_COLUMNS
        ? m.block_too_large({ rows: BLOCK_ROWS, columns: BLOCK_COLUMNS })
        : null);

  useEmitted(blocks, 'block.refused', ({ sentence }) => {
    showNotice(sentenceText(sentence));
    reload();
  });
  useEmitted(blocks, 'block.done', ({ asked, outcome }) => {
    if (asked.kind === 'copy') {
      ready.current = { ...asked, rows: outcome.rows };
      focusTable(handle.current?.element);
      if (!copyNow(copy)) showNotice(m.block_copy_again());
      return;
    }
    reload();
    if (asked.kind !== 'paste') return;
    const [top, left] = [asked.top ?? count, columns.findIndex((column) => fieldOf(column) === asked.field)];
    const width = Math.max(...asked.cells.map((row) => row.length));
    chooseLater({ top, left, bottom: top + asked.cells.length - 1, right: Math.min(left + width, columns.length) - 1 });
    say(m.block_pasted({ count: outcome.ids.length }));
  });

  /** The rows to copy in their order; null when they are yet to be read. */
  const rowsToCopy = (): readonly Row[] | null => {
    const { range, picked } = grid.getSnapshot().context;
    if (picked.length > 0) return chosenRows(open)?.known ?? [];
    const { top, bottom } = chosenBlock({ grid });
    if (range === null || isRead(top, bottom))
      return Array.from({ length: bottom - top + 1 }, (_, step) => rows.at(top + step)).filter((row) => row !== undefined);
    const read = ready.current;
    ready.current = null;
    return read?.top === top && read.bottom === bottom ? read.rows : null;
  };
  const copy = (event: ClipboardEvent): boolean => {
    const { picked } = grid.getSnapshot().context;
    const { top, bottom, left, right } = chosenBlock({ grid });
    const taken = columns
      .slice(picked.length > 0 ? 0 : left, picked.length > 0 ? columns.length : right + 1)
      .filter(({ copied }) => copied);
    if (event.target instanceof HTMLInputElement || document.getSelection()?.isCollapsed === false || taken.length === 0) return false;
    const copied = rowsToCopy();
    if (copied === null) return ask({ kind: 'copy', top, bottom });
    const cells = copied.map((row) => taken.map((column) => column.copied?.(row) ?? ''));
    const [only] = cells.length === 1 && taken.length === 1 ? cells : [];
    event.clipboardData?.setData('text/plain', only?.[0] ?? blockText(cells));
    event.clipboardData?.setData(
      'text/html',
      blockTable(cells, (column) => taken[column]?.figures === true),
    );
    say(m.block_copied({ rows: cells.length, columns: taken.length }));
    return true;
  };

  const startField = (left: number): BlockField | undefined => {
    const column = columns[left];
    return column?.id === 'place' ? BLOCK_FIELDS[0] : column && fieldOf(column);
  };
  const paste = (event: ClipboardEvent): boolean => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (event.target instanceof HTMLInputElement || text === '') return false;
    const { range } = grid.getSnapshot().context;
    const block = chosenBlock({ grid });
    const [field, height] = [startField(count === 0 ? 0 : block.left), block.bottom - block.top + 1];
    if (field === undefined) return refuse(blocked ?? m.block_no_column());
    const copied = blockCells(text);
    const isRepeated = range !== null && height % copied.length === 0 && height <= BLOCK_ROWS;
    const cells = isRepeated ? tiled(copied, height, fieldsIn(columns, block).length) : copied;
    const repeatedBeyond = range !== null && copied.length === 1 ? height : 0;
    const problem = problemOf(Math.max(cells.length, repeatedBeyond), Math.max(...cells.map((row) => row.length)));
    return problem === null ? ask({ kind: 'paste', top: count === 0 ? null : block.top, field, cells }) : refuse(problem);
  };
  const clear = (): boolean => {
    const block = chosenBlock({ grid });
    const fields = fieldsIn(columns, block);
    const [field] = fields;
    const problem = problemOf(block.bottom - block.top + 1);
    if (count === 0 || field === undefined) return false;
    if (problem !== null) return refuse(problem);
    const emptied = fields.map((each) => (each === 'code' || each === 'name' || each === 'unit' ? '' : '0'));
    const cells: Cells = Array.from({ length: block.bottom - block.top + 1 }, () => emptied);
    return ask({ kind: 'clear', top: block.top, field, cells });
  };
  const cut = (event: ClipboardEvent): boolean => {
    const { range } = grid.getSnapshot().context;
    if (blocked !== null || range === null || event.target instanceof HTMLInputElement) return false;
    const { top, bottom } = chosenBlock({ grid });
    // What is cleared must be on the clipboard.
    return isRead(top, bottom) && copy(event) && clear();
  };
  /** Down from the first row; of one row, from the row above it. */
  const fill = (): boolean => {
    const block = chosenBlock({ grid });
    const top = block.top === block.bottom ? block.top - 1 : block.top;
    const fields = fieldsIn(columns, block);
    if (top < 0 || count === 0 || fields.length === 0) return true;
    const problem = problemOf(block.bottom - top + 1);
    return problem === null ? ask({ kind: 'fill', top, bottom: block.bottom, fields }) : refuse(problem);
  };
  const key = (event: KeyboardEvent): boolean => {
    if (isCommand(event, 'd')) return fill();
    const isClear = event.key === 'Delete' || event.key === 'Backspace';
    return isClear && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && clear();
  };
  return {
    key,
    copy,
    cut,
    paste,
    fill,
    copyNow: () => {
      focusTable(handle.current?.element);
      copyNow(copy);
    },
  };
}

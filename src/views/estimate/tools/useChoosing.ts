import { useRef } from 'react';
import type { Cursor } from '../../../machines/grid/cursor.ts';
import { blockOf, type CellRange } from '../../../machines/grid/range.ts';
import { MOVES } from '../../../ui/grid/keys.ts';
import { cellAt, followPointer } from '../../../ui/grid/pointing.ts';
import { chosenBlock, isCommand } from './choice.ts';
import type { OpenList } from './types.ts';

/** Focus goes into the table, and stays in its cell when it is there. */
export function focusTable(element: HTMLElement | undefined): void {
  if (element?.contains(document.activeElement)) return;
  element?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus({ preventScroll: true });
}

/** Chooses ranges and rows by mouse and keyboard, as a spreadsheet does. Each way answers whether the event meant something to it. */
export function useChoosing({ grid, handle, rows, columns }: OpenList) {
  const byFinger = useRef(false);
  const placeCol = columns.findIndex(({ id }) => id === 'place');
  const lastCol = columns.length - 1;
  const context = () => grid.getSnapshot().context;
  const wholeRows = (from: number, to: number): CellRange => ({ anchor: { row: from, col: 0 }, reach: { row: to, col: lastCol } });
  const stretch = (to: Cursor) => grid.send({ type: 'range.stretched', to });
  const follow = (event: MouseEvent, reachOf: (cell: Cursor) => Cursor) => {
    const element = handle.current?.element;
    const start = cellAt(event.clientX, event.clientY);
    let last = start;
    if (!element || !start) return;
    followPointer(element, event, {
      onMove: (x, y) => {
        const cell = cellAt(x, y);
        if (!cell || (cell.row === last?.row && cell.col === last.col)) return;
        last = cell;
        stretch(reachOf(cell));
      },
      onEnd: () => undefined,
      onDrop: () => undefined,
    });
  };

  const pressOnPlace = (event: MouseEvent, row: number) => {
    const { range, cursor } = context();
    const from = event.shiftKey ? (range?.anchor.row ?? cursor.row) : row;
    grid.send({ type: 'range.placed', range: wholeRows(from, row), cursor: { row: from, col: placeCol } });
    follow(event, (cell) => ({ row: cell.row, col: lastCol }));
    return true;
  };
  const pick = (row: number) => {
    const id = rows.at(row)?.id;
    if (id !== undefined) grid.send({ type: 'row.picked', id, row });
    return true;
  };
  const isChosen = ({ row, col }: Cursor) => {
    const { range, picked } = context();
    const block = range && blockOf(range);
    const id = rows.at(row)?.id;
    if (id !== undefined && picked.includes(id)) return true;
    return block !== null && row >= block.top && row <= block.bottom && col >= block.left && col <= block.right;
  };
  const press = (event: MouseEvent): boolean => {
    const target = event.target as Element;
    const cell = cellAt(event.clientX, event.clientY);
    if (byFinger.current || cell === null || target.closest('input, a, button')) return false;
    // The menu is about all that is chosen.
    if (event.button === 2) return isChosen(cell);
    if (event.button !== 0) return false;
    const isPick = event.ctrlKey || event.metaKey;
    if (!event.shiftKey && !isPick && cell.col !== placeCol) {
      follow(event, (to) => to);
      return false;
    }
    focusTable(handle.current?.element);
    if (isPick) return pick(cell.row);
    if (cell.col === placeCol) return pressOnPlace(event, cell.row);
    stretch(cell);
    follow(event, (to) => to);
    return true;
  };

  const stretchByKey = (event: KeyboardEvent): boolean => {
    const move = MOVES[event.key];
    if (move === undefined) return false;
    const { range, cursor, rows: count } = context();
    const { row, col } = range?.reach ?? cursor;
    const far = { up: { row: 0, col }, down: { row: count - 1, col }, left: { row, col: 0 }, right: { row, col: lastCol } };
    if (!event.ctrlKey && !event.metaKey) grid.send({ type: 'range.moved', move });
    else if (move in far) stretch(far[move as keyof typeof far]);
    else grid.send({ type: 'range.moved', move: move === 'home' ? 'first' : move === 'end' ? 'last' : move });
    const { range: now } = context();
    if (now) handle.current?.show(now.reach);
    return true;
  };
  const place = (range: CellRange) => {
    grid.send({ type: 'range.placed', range, cursor: context().cursor });
    return true;
  };
  const key = (event: KeyboardEvent): boolean => {
    const { top, bottom, left, right } = chosenBlock({ grid });
    const { rows: count } = context();
    if (event.altKey || count === 0) return false;
    if (isCommand(event, 'a')) return place(wholeRows(0, count - 1));
    if (event.key === ' ' && event.shiftKey) return place(wholeRows(top, bottom));
    if (event.key === ' ' && event.ctrlKey) return place({ anchor: { row: 0, col: left }, reach: { row: count - 1, col: right } });
    return event.shiftKey && stretchByKey(event);
  };
  return {
    press,
    key,
    notePointer: ({ pointerType }: PointerEvent) => {
      byFinger.current = pointerType === 'touch';
    },
  };
}

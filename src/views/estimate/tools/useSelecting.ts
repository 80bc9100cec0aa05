import { useActorRef, useSelector } from '@xstate/react';
import { useRef } from 'react';
import { selectionMachine } from '../../../machines/selection/selection.ts';
import { isChosen } from '../../../machines/selection/table.ts';
import { MOVES } from '../../../ui/grid/keys.ts';
import { cellAt, focusTable } from '../../../ui/grid/pointing.ts';
import { isCommand } from './isCommand.ts';
import type { OpenList } from './types.ts';
import { useHeldPointer } from './useHeldPointer.ts';

/** Selects cells and rows by mouse and keyboard. Each listener returns whether it handled the event. */
export function useSelecting({ grid, handle, rows, columns, count }: OpenList) {
  const selection = useActorRef(selectionMachine, { input: { table: grid } });
  const isStretching = useSelector(selection, (snapshot) => snapshot.matches('stretching'));
  const noteStart = useHeldPointer(handle, selection, isStretching);
  const byFinger = useRef(false);
  const numbers = columns.findIndex(({ id }) => id === 'place');

  /** Selecting all leaves out the empty row at the end. */
  const tableNow = () => ({ ...grid.getSnapshot().context, rows: count });

  const press = (event: MouseEvent): boolean => {
    const { button, shiftKey, ctrlKey, metaKey } = event;
    const cell = cellAt(event.clientX, event.clientY);
    if (byFinger.current || cell === null || (event.target as Element).closest('input, a, button')) return false;
    const [table, id] = [tableNow(), rows.at(cell.row)?.id];
    // A right press on the selection keeps it, because the menu is about all of it.
    if (button === 2) return isChosen(table, cell, id);
    if (button !== 0) return false;
    const [isPick, isNumber] = [ctrlKey || metaKey, cell.col === numbers];
    if (isPick || shiftKey || isNumber) focusTable(handle.current?.element);
    if (isPick) {
      if (id !== undefined && cell.row < count) grid.send({ type: 'row.picked', id, row: cell.row });
      return true;
    }
    noteStart(event);
    selection.send({ type: isNumber ? 'rowNumber.pressed' : 'cell.pressed', cell, isLonger: shiftKey, table });
    return shiftKey || isNumber;
  };
  const key = (event: KeyboardEvent): boolean => {
    const { shiftKey, ctrlKey, metaKey, altKey } = event;
    const table = tableNow();
    const move = MOVES[event.key];
    if (altKey || table.rows === 0) return false;
    if (isCommand(event, 'a')) selection.send({ type: 'wholeTable.asked', table });
    else if (event.key === ' ' && shiftKey) selection.send({ type: 'wholeRows.asked', table });
    else if (event.key === ' ' && ctrlKey) selection.send({ type: 'wholeColumns.asked', table });
    else if (shiftKey && move !== undefined) {
      selection.send({ type: 'corner.stepped', move, isFar: ctrlKey || metaKey, table });
      const { range } = grid.getSnapshot().context;
      if (range) handle.current?.show(range.reach);
    } else return false;
    return true;
  };
  return {
    press,
    key,
    notePointer: ({ pointerType }: PointerEvent): boolean => {
      byFinger.current = pointerType === 'touch';
      return false;
    },
  };
}

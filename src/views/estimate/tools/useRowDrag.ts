import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { isArranged } from '../../../../domain/rowView.ts';
import { rowDragMachine } from '../../../machines/rowDrag/rowDrag.ts';
import { isChosen } from '../../../machines/selection/table.ts';
import { cellAt } from '../../../ui/grid/pointing.ts';
import { useEmitted } from '../../reading.ts';
import type { OpenList } from './types.ts';
import { useHeldPointer } from './useHeldPointer.ts';

/** The grip is left of a row's number; in px. */
const GRIP = 20;

/** Drags rows by the grip beside their number. `gap` is the index of the row before which they would be dropped. */
export function useRowDrag({ grid, handle, rows, count, columns, blocked, view }: OpenList, onDropped: (gap: number) => void) {
  const drag = useActorRef(rowDragMachine, { input: { table: grid } });
  const isHeld = useSelector(drag, (snapshot) => snapshot.matches('held'));
  const gap = useSelector(drag, ({ context }) => context.gap);
  const noteStart = useHeldPointer(handle, drag, isHeld);
  useEmitted(drag, 'rows.dropped', (dropped) => onDropped(dropped.gap));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed count ends the drag, because the rows it began with may be elsewhere
  useEffect(() => drag.send({ type: 'rows.counted' }), [drag, count]);

  const press = (event: MouseEvent): boolean => {
    const cell = cellAt(event.clientX, event.clientY);
    const target = event.target instanceof Element ? event.target.closest('[data-col]') : null;
    if (!cell || !target || columns[cell.col]?.id !== 'place' || event.button !== 0 || blocked !== null || isArranged(view)) return false;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.clientX - target.getBoundingClientRect().left > GRIP) return false;
    const table = grid.getSnapshot().context;
    noteStart(event);
    drag.send({ type: 'rows.taken', cell, isChosen: isChosen(table, cell, rows.at(cell.row)?.id), table });
    return true;
  };
  return { press, gap };
}

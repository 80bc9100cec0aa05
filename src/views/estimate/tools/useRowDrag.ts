import { useActorRef, useSelector } from '@xstate/react';
import { dragMachine } from '../../../machines/drag/drag.ts';
import { blockOf } from '../../../machines/grid/range.ts';
import { cellAt, followPointer } from '../../../ui/grid/pointing.ts';
import { useEmitted } from '../../reading.ts';
import { type ChosenRows, chosenRows } from './choice.ts';
import type { OpenList } from './types.ts';

/** The grip stands left of a row's number; in px. */
const GRIP = 20;

/** Rows carried by the grip beside their number. `gap` is where they would go: before the row of that place. */
export function useRowDrag(open: OpenList, move: (chosen: ChosenRows, afterId: number | null) => void) {
  const { grid, handle, rows, columns, blocked } = open;
  const drag = useActorRef(dragMachine);
  const gap = useSelector(drag, ({ context }) => context.dragged?.to ?? null);
  const placeCol = columns.findIndex(({ id }) => id === 'place');
  useEmitted(drag, 'drag.done', ({ to }) => {
    const chosen = chosenRows(open);
    const isInside = chosen !== null && to >= chosen.top && to <= chosen.bottom + 1 && chosen.count === chosen.bottom - chosen.top + 1;
    if (chosen === null || isInside) return;
    // Rows that are carried themselves are no place to go to.
    const carried = new Set(chosen.rows.ids);
    let before = to - 1;
    while (before >= 0 && carried.has(rows.at(before)?.id ?? -1)) before--;
    move(chosen, rows.at(before)?.id ?? null);
  });

  const press = (event: MouseEvent): boolean => {
    const element = handle.current?.element;
    const cell = cellAt(event.clientX, event.clientY);
    const target = event.target instanceof Element ? event.target.closest('[data-col]') : null;
    if (!element || !cell || !target || cell.col !== placeCol || event.button !== 0 || blocked !== null) return false;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.clientX - target.getBoundingClientRect().left > GRIP) return false;
    const { range, picked } = grid.getSnapshot().context;
    const block = range && blockOf(range);
    const id = rows.at(cell.row)?.id;
    const isChosen = (block && cell.row >= block.top && cell.row <= block.bottom) || (id !== undefined && picked.includes(id));
    const whole = { anchor: { row: cell.row, col: 0 }, reach: { row: cell.row, col: columns.length - 1 } };
    if (!isChosen) grid.send({ type: 'range.placed', range: whole, cursor: cell });
    const gapAt = (x: number, y: number) => {
      const over = cellAt(x, y);
      const box = over && element.querySelector(`[data-index="${over.row}"]`)?.getBoundingClientRect();
      return over && box ? over.row + (y > box.top + box.height / 2 ? 1 : 0) : cell.row;
    };
    followPointer(element, event, {
      onMove: (x, y) => {
        const to = gapAt(x, y);
        drag.send(drag.getSnapshot().matches('resting') ? { type: 'drag.begun', what: 'rows', to } : { type: 'drag.moved', to });
      },
      onEnd: () => drag.send({ type: 'drag.ended' }),
      onDrop: () => drag.send({ type: 'drag.dropped' }),
    });
    return true;
  };
  return { press, gap };
}

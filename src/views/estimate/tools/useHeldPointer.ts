import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { HeldPointerEvent } from '../../../machines/grid/heldPointer.ts';
import { cellAt, followPointer, gapAt } from '../../../ui/grid/pointing.ts';
import type { GridHandle } from '../../../ui/grid/types.ts';

interface Holder {
  readonly send: (event: HeldPointerEvent) => void;
}

/** Sends the pointer's events to an actor while the actor holds something. Returns a function that notes where the pointer was pressed. */
export function useHeldPointer(handle: RefObject<GridHandle | null>, holder: Holder, isHeld: boolean): (event: MouseEvent) => void {
  const start = useRef({ x: 0, y: 0 });
  useLayoutEffect(() => {
    const element = handle.current?.element;
    if (!isHeld || !element) return;
    return followPointer(element, start.current, {
      onMove: (x, y) => {
        const cell = cellAt(x, y);
        holder.send({ type: 'pointer.moved', at: { x, cell, gap: cell && gapAt(element, cell.row, y) } });
      },
      onRelease: () => holder.send({ type: 'pointer.released' }),
      onLost: () => holder.send({ type: 'pointer.lost' }),
    });
  }, [handle, holder, isHeld]);
  return ({ clientX, clientY }) => {
    start.current = { x: clientX, y: clientY };
  };
}

import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { fillHandleMachine } from '../../../machines/fillHandle/fillHandle.ts';
import type { Block } from '../../../machines/grid/range.ts';
import { useEmitted } from '../../reading.ts';
import { blockTableOf } from './blockTable.ts';
import type { OpenList } from './types.ts';
import { useHeldPointer } from './useHeldPointer.ts';

/** The size of the handle at the corner, in px. */
const SIZE = 9;

/** Fills from the selected cells by the handle at their corner. `box` is the source with the cells that a release would set. */
export function useFillHandle(open: OpenList, onFill: (source: Block, to: number | null) => void) {
  const { grid, handle, blocked, isNarrow, count } = open;
  const fill = useActorRef(fillHandleMachine);
  const isHeld = useSelector(fill, (snapshot) => snapshot.matches('held'));
  const { taken, to } = useSelector(fill, ({ context }) => context);
  const noteStart = useHeldPointer(handle, fill, isHeld);
  useEmitted(fill, 'fill.asked', ({ source, to: end }) => onFill(source, end));
  const isOff = blocked !== null || isNarrow || count === 0;

  /** The selected cells, if their handle is under the pointer. */
  const sourceUnder = ({ button, target, clientX, clientY }: MouseEvent): Block | null => {
    const cell = target instanceof Element && !target.closest('input') ? target.closest<HTMLElement>('[data-index] > [data-col]') : null;
    if (isOff || button !== 0 || cell === null || grid.getSnapshot().context.picked.length > 0) return null;
    const { block, rows } = blockTableOf(open);
    const isCorner = cell.parentElement?.dataset.index === String(block.bottom) && cell.dataset.col === String(block.right);
    const { right, bottom } = cell.getBoundingClientRect();
    return isCorner && block.bottom < rows && right - clientX <= SIZE && bottom - clientY <= SIZE ? block : null;
  };
  useEffect(() => {
    const element = handle.current?.element;
    const leave = new AbortController();
    if (element) element.dataset.fills = String(!isOff);
    const fillBlock = (event: MouseEvent) => {
      const source = sourceUnder(event);
      if (source) fill.send({ type: 'handle.doublePressed', source });
    };
    element?.addEventListener('dblclick', fillBlock, leave);
    return () => leave.abort();
  });
  const press = (event: MouseEvent): boolean => {
    const source = event.shiftKey || event.ctrlKey || event.metaKey ? null : sourceUnder(event);
    if (source === null) return false;
    noteStart(event);
    fill.send({ type: 'handle.taken', source, rows: count });
    return true;
  };
  const box =
    taken && to !== null ? { ...taken.source, top: Math.min(taken.source.top, to), bottom: Math.max(taken.source.bottom, to) } : null;
  return { press, box };
}

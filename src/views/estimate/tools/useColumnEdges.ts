import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect } from 'react';
import { dragMachine } from '../../../machines/drag/drag.ts';
import type { ValueStore } from '../../../machines/resource/valueStore.ts';
import { m } from '../../../messages/messages.ts';
import { followPointer } from '../../../ui/grid/pointing.ts';
import type { ColumnWidths } from '../../grid/widths.ts';
import { useScreenActions } from '../../palette/actions.ts';
import type { OpenList } from './types.ts';

const [LEAST, MOST] = [40, 900];
const STEP = 16;
/** How far from a heading's end its edge can be taken, in px. */
const REACH = 6;

const headingsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLElement>('[role=row]:not([data-index]) > [role=columnheader]'),
];

/** The column whose end is at a point among the headings, by its place. */
function edgeAt(element: HTMLElement, x: number, y: number): number | null {
  const at = headingsOf(element).filter((heading) => {
    const { right, top, bottom } = heading.getBoundingClientRect();
    return y >= top && y <= bottom && Math.abs(x - right) <= REACH;
  });
  const [heading] = at;
  if (!heading) return null;
  return Number(heading.getAttribute('aria-colindex')) + Number(heading.getAttribute('aria-colspan') ?? 1) - 2;
}

/** As wide as the widest of what is seen in a column. */
function fitting(element: HTMLElement, col: number): number {
  const cells = element.querySelectorAll(
    `[data-index] > [data-col="${col}"], [role=columnheader][aria-colindex="${col + 1}"]:not([aria-colspan])`,
  );
  const held = document.createRange();
  const widths = [...cells].map((cell) => {
    held.selectNodeContents(cell);
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    return held.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + 2;
  });
  return Math.ceil(Math.max(LEAST, ...widths));
}

/** Columns made wider and narrower: by the edge of a heading, which fits at a double click, and by the keyboard. */
export function useColumnEdges({ grid, handle, columns, isNarrow }: OpenList, widths: ValueStore<ColumnWidths>) {
  const drag = useActorRef(dragMachine);
  const dragged = useSelector(drag, ({ context }) => context.dragged);
  const set = (id: string, width: number) => {
    widths.set({ ...widths.get(), [id]: Math.round(Math.min(MOST, Math.max(LEAST, width))) });
  };
  useLayoutEffect(() => {
    if (dragged && widths.get()?.[dragged.what] !== dragged.to) widths.set({ ...widths.get(), [dragged.what]: dragged.to });
  });
  const widthNow = (col: number) =>
    handle.current?.element.querySelector(`[data-index] > [data-col="${col}"]`)?.getBoundingClientRect().width ??
    columns[col]?.width ??
    LEAST;
  const fit = (col: number) => {
    const [element, column] = [handle.current?.element, columns[col]];
    if (element && column) set(column.id, fitting(element, col));
  };

  useEffect(() => {
    const element = handle.current?.element;
    const leave = new AbortController();
    element?.addEventListener(
      'mousemove',
      ({ clientX, clientY, buttons }) => {
        if (buttons === 0) element.style.cursor = !isNarrow && edgeAt(element, clientX, clientY) !== null ? 'col-resize' : '';
      },
      leave,
    );
    element?.addEventListener(
      'dblclick',
      ({ clientX, clientY }) => {
        const col = isNarrow ? null : edgeAt(element, clientX, clientY);
        if (col !== null) fit(col);
      },
      leave,
    );
    return () => leave.abort();
  });

  const press = (event: MouseEvent): boolean => {
    const element = handle.current?.element;
    const col = element && !isNarrow && event.button === 0 ? edgeAt(element, event.clientX, event.clientY) : null;
    const column = col === null || col === undefined ? undefined : columns[col];
    if (!element || !column) return false;
    const [before, from] = [widths.get() ?? {}, widthNow(columns.indexOf(column))];
    const widthAt = (x: number) => Math.round(Math.min(MOST, Math.max(LEAST, from + x - event.clientX)));
    followPointer(element, event, {
      onMove: (x) =>
        drag.send(
          drag.getSnapshot().matches('resting')
            ? { type: 'drag.begun', what: column.id, to: widthAt(x) }
            : { type: 'drag.moved', to: widthAt(x) },
        ),
      onEnd: () => drag.send({ type: 'drag.ended' }),
      onDrop: () => {
        drag.send({ type: 'drag.dropped' });
        widths.set(before);
      },
    });
    return true;
  };
  const current = () => grid.getSnapshot().context.cursor.col;
  const key = ({ key: name, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (!altKey || !shiftKey || ctrlKey || metaKey || isNarrow || (name !== 'ArrowLeft' && name !== 'ArrowRight')) return false;
    const column = columns[current()];
    if (column) set(column.id, widthNow(current()) + (name === 'ArrowRight' ? STEP : -STEP));
    return true;
  };
  useScreenActions(
    isNarrow
      ? []
      : [
          { name: m.columns_fit(), run: () => fit(current()) },
          { name: m.columns_as_first(), run: () => widths.set({}) },
        ],
  );
  return { press, key };
}

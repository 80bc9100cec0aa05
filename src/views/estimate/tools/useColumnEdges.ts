import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { type ColumnLayout, type LayoutChange, LIST_COLUMNS } from '../../../../domain/columnLayout.ts';
import { columnEdgesMachine } from '../../../machines/columnEdges/columnEdges.ts';
import { m } from '../../../messages/messages.ts';
import { contentWidth, edgeAt, shownWidth } from '../../../ui/grid/edges.ts';
import { useScreenActions } from '../../palette/actions.ts';
import { useEmitted } from '../../reading.ts';
import type { OpenList } from './types.ts';
import { useHeldPointer } from './useHeldPointer.ts';

interface Laid {
  readonly layout: ColumnLayout;
  readonly change: (change: LayoutChange) => void;
}

/** Resizes columns by the edge of a heading, by a double click on it to fit the contents, and by the keyboard. `wasPressed` says whether the last press took an edge. */
export function useColumnEdges({ grid, handle, columns, isNarrow }: OpenList, { layout, change }: Laid) {
  const edges = useActorRef(columnEdgesMachine);
  const isPulling = useSelector(edges, (snapshot) => snapshot.matches('pulling'));
  const noteStart = useHeldPointer(handle, edges, isPulling);
  useEmitted(edges, 'column.widened', ({ column, width }) => {
    const known = LIST_COLUMNS.find((each) => each === column);
    if (known) change({ kind: 'widened', column: known, width });
  });
  useEmitted(edges, 'widths.dropped', () => change({ kind: 'widthsDropped' }));

  const edgeUnder = ({ clientX, clientY }: MouseEvent): number => {
    const element = handle.current?.element;
    return (element && !isNarrow ? edgeAt(element, clientX, clientY) : null) ?? -1;
  };
  /** A column as it is on screen. */
  const shownAt = (col: number) => {
    const column = columns[col];
    return column && { column: column.id, width: shownWidth(handle.current?.element, col) ?? column.width };
  };
  const fitAt = (col: number) => {
    const [element, column] = [handle.current?.element, columns[col]];
    if (element && column) edges.send({ type: 'column.measured', column: column.id, width: contentWidth(element, col) });
  };
  useEffect(() => {
    const element = handle.current?.element;
    const leave = new AbortController();
    const showCursor = (event: MouseEvent) => {
      if (element && event.buttons === 0) element.style.cursor = edgeUnder(event) === -1 ? '' : 'col-resize';
    };
    element?.addEventListener('mousemove', showCursor, leave);
    element?.addEventListener('dblclick', (event) => fitAt(edgeUnder(event)), leave);
    return () => leave.abort();
  });

  const isPressed = useRef(false);
  const press = (event: MouseEvent): boolean => {
    const shown = event.button === 0 ? shownAt(edgeUnder(event)) : undefined;
    isPressed.current = shown !== undefined;
    if (shown === undefined) return false;
    noteStart(event);
    const { widths }: { widths: Readonly<Record<string, number | undefined>> } = layout;
    edges.send({ type: 'edge.taken', ...shown, x: event.clientX, before: widths[shown.column] ?? null });
    return true;
  };
  const cursorCol = () => grid.getSnapshot().context.cursor.col;
  const key = ({ key: name, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (!altKey || !shiftKey || ctrlKey || metaKey || isNarrow || (name !== 'ArrowLeft' && name !== 'ArrowRight')) return false;
    const shown = shownAt(cursorCol());
    if (shown) edges.send({ type: 'edge.stepped', ...shown, by: name === 'ArrowRight' ? 1 : -1 });
    return true;
  };
  useScreenActions(
    isNarrow
      ? []
      : [
          { name: m.columns_fit(), run: () => fitAt(cursorCol()) },
          { name: m.columns_as_first(), run: () => edges.send({ type: 'firstWidths.asked' }) },
        ],
  );
  return { press, key, wasPressed: () => isPressed.current };
}

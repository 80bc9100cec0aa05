import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import type { RowHeights } from './columns.ts';
import { MOST_PRINTED, useIsPrinting } from './printing.ts';
import type { GridCursor, RowSource } from './types.ts';

const OVERSCAN = 4;
/** In px: the bars around a table that fills the window. */
const AROUND = 150;

interface RowBox {
  readonly index: number;
  /** In px from the first row. */
  readonly start: number;
  readonly size: number;
}

/** On paper the browser stacks the rows, so their start does not matter. */
const printedRows = (count: number, sizeOf: (index: number) => number): readonly RowBox[] =>
  Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => ({ index, start: 0, size: sizeOf(index) }));

/** The visible rows, and the cursor's row wherever it is, because it holds the focus. */
function useShownRange(row: number) {
  return useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const [first = 0] = indexes;
      if (row < first) indexes.unshift(row);
      else if (row > (indexes.at(-1) ?? -1) && row < range.count) indexes.push(row);
      return indexes;
    },
    [row],
  );
}

interface WindowedRows<Row> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: RowSource<Row>;
  readonly count: number;
  readonly cursor: GridCursor;
  readonly heights: RowHeights<Row>;
  readonly headHeight: number;
  readonly footHeight: number;
  readonly onSeen: ((first: number, last: number) => void) | undefined;
}

/** The rows that are rendered, and their positions. */
export function useRowWindow<Row>({ scroller, rows, count, cursor, heights, headHeight, footHeight, onSeen }: WindowedRows<Row>) {
  const isPrinting = useIsPrinting();
  const sizeOf = (index: number) => (heights.isEven ? heights.base : heights.of(rows.at(index)));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    overscan: OVERSCAN,
    // Assumed until the table can be measured, so that rows are rendered together with it.
    initialRect: { width: innerWidth, height: Math.max(0, innerHeight - AROUND) },
    rangeExtractor: useShownRange(cursor.row),
    scrollPaddingEnd: headHeight + footHeight,
  });
  // Rows of different heights are measured when they arrive.
  useLayoutEffect(() => {
    virtual.measure();
    return heights.isEven ? undefined : rows.subscribeArrivals?.(() => virtual.measure());
  }, [virtual, heights, rows]);
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const isLaidOut = virtual.range !== null;
  useEffect(() => {
    if (isLaidOut) onSeen?.(startIndex, endIndex);
  }, [isLaidOut, startIndex, endIndex, onSeen]);
  const scrollTo = useCallback((row: number) => virtual.scrollToIndex(row, { align: 'auto' }), [virtual]);
  return {
    items: isPrinting ? printedRows(count, sizeOf) : (virtual.getVirtualItems() as readonly RowBox[]),
    /** Whether it is being printed without all its rows. */
    isCut: isPrinting && (count > MOST_PRINTED || Array.from({ length: count }).some((_, index) => rows.at(index) === undefined)),
    height: virtual.getTotalSize(),
    headHeight,
    /** The upper end of the visible rows, in px from the first row. */
    top: virtual.scrollOffset ?? 0,
    /** The lower end of the visible rows, in px from the first row. */
    bottom: (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) - headHeight - footHeight,
    boxOf: (row: number) => virtual.measurementsCache[row] ?? { start: row * heights.base, size: heights.base },
    scrollTo,
  };
}
export type RowWindow = ReturnType<typeof useRowWindow>;

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../classNames.ts';
import { trackOf, typedRun } from './columns.ts';
import styles from './Grid.module.css';
import type { GridColumn, GridCursor } from './types.ts';

interface HelperProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly cursor: GridCursor;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Under the row across the screen, where there is no room beside the cells. */
  readonly isAcross: boolean;
  readonly children: ReactNode;
}
type Side = 'right' | 'left' | 'under';

/** Hangs beside the cells that are typed in, level with their row, so that it covers none of them. */
export function Helper<Row>({ columns, cursor, scroller, isAcross, children }: HelperProps<Row>) {
  const held = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState<Side>('right');
  const [first, last] = typedRun(columns, cursor.col);
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector(`[data-index="${cursor.row}"]`);
    const from = row?.querySelector(`[data-col="${first}"]`)?.getBoundingClientRect();
    const to = row?.querySelector(`[data-col="${last}"]`)?.getBoundingClientRect();
    const box = scroller.current?.getBoundingClientRect();
    const width = (held.current?.firstElementChild?.getBoundingClientRect().width ?? 0) + 8;
    if (!from || !to || !box) return;
    setSide(to.right + width <= box.right ? 'right' : from.left - width >= box.left ? 'left' : 'under');
  }, [scroller, cursor.row, first, last]);
  const column = side === 'right' ? last : side === 'left' ? first : cursor.col;
  return (
    <div
      ref={held}
      className={classNames(styles.note, isAcross ? styles.across : side !== 'under' && styles[side])}
      style={{ gridColumn: isAcross ? '1 / -1' : trackOf(columns, column) }}
    >
      {children}
    </div>
  );
}

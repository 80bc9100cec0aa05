import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../classNames.ts';
import { trackOf } from './columns.ts';
import styles from './Grid.module.css';
import type { GridColumn, HelperPlace } from './types.ts';

interface HelperProps<Row> extends HelperPlace<Row> {
  readonly children: ReactNode;
}
type Side = 'right' | 'left' | 'under';

/** The first and the last of the neighbouring editable columns around a column. */
function typedRun<Row>(columns: readonly GridColumn<Row>[], col: number): readonly [number, number] {
  const isTyped = (at: number) => columns[at]?.accepts !== undefined && columns[at].above !== true;
  let [first, last] = [col, col];
  while (isTyped(first - 1)) first--;
  while (isTyped(last + 1)) last++;
  return [first, last];
}

/** Lies beside the editable cells, level with their row, so that it covers none of them. */
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

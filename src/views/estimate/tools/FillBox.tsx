import type { Block } from '../../../machines/grid/range.ts';
import styles from './columns.module.css';

/** A line around the visible cells that a fill would set. */
export function FillBox({ scroller, block }: { readonly scroller: HTMLElement; readonly block: Block }) {
  const corners = [...scroller.querySelectorAll<HTMLElement>('[data-index]')]
    .filter(({ dataset }) => Number(dataset.index) >= block.top && Number(dataset.index) <= block.bottom)
    .flatMap((row) => [block.left, block.right].map((col) => row.querySelector(`[data-col="${col}"]`)?.getBoundingClientRect()))
    .filter((box) => box !== undefined);
  if (corners.length === 0) return null;
  const edge = (side: 'left' | 'top' | 'right' | 'bottom', most: (...values: number[]) => number) =>
    most(...corners.map((box) => box[side]));
  const [left, top] = [edge('left', Math.min), edge('top', Math.min)];
  const frame = scroller.getBoundingClientRect();
  return (
    <div
      className={styles.fillBox}
      style={{
        left: left - frame.left + scroller.scrollLeft,
        top: top - frame.top + scroller.scrollTop,
        width: edge('right', Math.max) - left,
        height: edge('bottom', Math.max) - top,
      }}
    />
  );
}

import { type Cursor, clamped, type Extent } from './cursor.ts';

/** A rectangle of cells: the fixed corner, and the corner that moves. */
export interface CellRange {
  readonly anchor: Cursor;
  readonly reach: Cursor;
}
/** The same rectangle by its edges, which are part of it. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const blockOf = ({ anchor, reach }: CellRange): Block => ({
  top: Math.min(anchor.row, reach.row),
  bottom: Math.max(anchor.row, reach.row),
  left: Math.min(anchor.col, reach.col),
  right: Math.max(anchor.col, reach.col),
});

/** The part of a range inside the table. */
export const rangeWithin = ({ anchor, reach }: CellRange, extent: Extent): CellRange => ({
  anchor: clamped(anchor, extent),
  reach: clamped(reach, extent),
});

/** Takes the first or the last row off a range; a row in between stays, because a range has no holes. */
export function withoutRow(range: CellRange, row: number): CellRange | null {
  const { top, bottom, left, right } = blockOf(range);
  if (row < top || row > bottom || (row > top && row < bottom)) return range;
  if (top === bottom) return null;
  const [from, to] = row === top ? [top + 1, bottom] : [top, bottom - 1];
  return { anchor: { row: from, col: left }, reach: { row: to, col: right } };
}

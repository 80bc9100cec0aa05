export interface Cursor {
  readonly row: number;
  readonly col: number;
}
/** Tab and Shift+Tab move along a row; Enter moves down, back to the column in which tabbing began. */
export type Move =
  | 'tab'
  | 'tabBack'
  | 'enter'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}
const PAGE = 20;

const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));

/** The nearest cell inside the table. */
export const clamped = ({ row, col }: Cursor, { rows, cols }: Extent): Cursor => ({ row: within(row, rows), col: within(col, cols) });

/** The target of a move, which stops at the edges. */
export function moved({ row, col }: Cursor, move: Move, extent: Extent): Cursor {
  const to: Readonly<Record<Move, Cursor>> = {
    tab: { row, col: col + 1 },
    tabBack: { row, col: col - 1 },
    enter: { row: row + 1, col },
    up: { row: row - 1, col },
    down: { row: row + 1, col },
    left: { row, col: col - 1 },
    right: { row, col: col + 1 },
    home: { row, col: 0 },
    end: { row, col: extent.cols - 1 },
    pageUp: { row: row - PAGE, col },
    pageDown: { row: row + PAGE, col },
    first: { row: 0, col: 0 },
    last: { row: extent.rows - 1, col: extent.cols - 1 },
  };
  return clamped(to[move], extent);
}

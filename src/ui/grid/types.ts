import type { MouseEvent, ReactNode, RefObject } from 'react';

export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** What the column is called where its header alone would not say it: the name of its editor. */
  readonly label?: string;
  /** A heading over neighbouring columns that share it. */
  readonly group?: string;
  /** In px; the least width when the column grows. */
  readonly width: number;
  readonly grows?: boolean;
  readonly figures?: boolean;
  /** Stays in sight when the table scrolls sideways. */
  readonly pinned?: boolean;
  /** On a line of its own across the row: above the other cells always, below them as many lines as the row has to say there. */
  readonly above?: boolean;
  readonly below?: (row: Row) => number;
  /** A line to its left. */
  readonly edge?: boolean;
  /** Heads its row for a screen reader. */
  readonly heads?: boolean;
  /** What may be typed into its cells; none when they are read only. */
  readonly accepts?: 'number' | 'text';
  /** Tinted as the place to type in. */
  readonly tinted?: boolean;
  /** The column under the pointer is highlighted. */
  readonly highlight?: boolean;
  readonly tone?: (row: Row) => string | undefined;
  readonly render: (row: Row, index: number) => ReactNode;
  /** The plain text a copy of the cell gives. */
  readonly copied?: (row: Row) => string;
}

/** Rows by place; those not read yet are undefined. */
export interface RowSource<Row> {
  readonly at: (index: number) => Row | undefined;
  readonly subscribe: (index: number, listener: () => void) => () => void;
  /** Tells rows apart wherever they stand, and where one stands now; not needed where rows keep their places. */
  readonly keyAt?: (index: number) => number | undefined;
  readonly placeOf?: (key: number) => number | undefined;
  /** Follows the arrival of rows that were unread; not needed where all are there. */
  readonly subscribeArrivals?: (listener: () => void) => () => void;
  /** Counts them. */
  readonly arrivals?: () => number;
}

export type RowLooks = 'section' | 'total' | 'sub';

/** What a cell shows while its value is on the way, just saved, waiting, or refused. */
export interface CellState {
  readonly mode: 'saving' | 'saved' | 'waiting' | 'refused';
  readonly text: string;
  /** What it waits for, in the cell itself. */
  readonly hint?: string;
  readonly note?: ReactNode;
}

export interface GridCursor {
  readonly row: number;
  readonly col: number;
}

/** Rows and columns between and with these. */
export interface GridBlock {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What may be chosen in a table besides the cell under its cursor. */
export interface Chosen<Row> {
  readonly block: GridBlock | null;
  /** Rows apart from the block. */
  readonly isPicked: ((row: Row) => boolean) | undefined;
}

/** What those who work on a table from outside can do with it. */
export interface GridHandle {
  readonly element: HTMLElement;
  /** Brings a cell into sight. */
  readonly show: (cell: GridCursor) => void;
}

/** Where what hangs from the cell under the cursor may stand: what `Helper` needs to know. */
export interface HelperPlace<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly cursor: GridCursor;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Under the row across the screen, where there is no room beside the cells. */
  readonly isAcross: boolean;
}

export type GridMove = 'up' | 'down' | 'left' | 'right' | 'home' | 'end' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** The open editor: the text it starts with, and whether that text is selected as a whole. */
export interface OpenEditor {
  readonly text: string;
  readonly selected: boolean;
}

export interface GridHandlers {
  readonly onMove: (move: GridMove) => void;
  readonly onPlace: (cursor: GridCursor) => void;
  /** Asks to edit the cell under the cursor; `draft` is what was typed over it. */
  readonly onEdit: (draft: string | null) => void;
  readonly onCommit: (text: string, next: GridMove | null) => void;
  readonly onRevert: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

export interface GridProps<Row> extends GridHandlers {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
  readonly count: number;
  readonly cursor: GridCursor;
  readonly editor: OpenEditor | null;
  /** By row, then by column id: the cells that show something else than their value. */
  readonly states: ReadonlyMap<number, Readonly<Record<string, CellState>>>;
  readonly isWritable: (row: Row, column: GridColumn<Row>) => boolean;
  readonly looksOf?: (row: Row) => RowLooks | undefined;
  /** Left out where nothing can be chosen. */
  readonly chosen?: Chosen<Row>;
  readonly handle?: RefObject<GridHandle | null>;
  /** Hangs from the cell under the cursor. */
  readonly helper?: ((place: HelperPlace<Row>) => ReactNode) | undefined;
  /** The line of totals, by column id; it stays in sight. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  readonly grandTotals?: boolean;
  readonly empty?: ReactNode;
  /** The right button, a long press or the keyboard's menu key on a row. */
  readonly onContextMenu?: (event: MouseEvent) => void;
  /** The rows in sight, each time they change. */
  readonly onSeen?: (first: number, last: number) => void;
}

import type { ComponentType, MouseEvent, ReactNode, RefObject } from 'react';

export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** The name of the column's editor, where the header alone is not enough. */
  readonly label?: string;
  /** A heading shared with neighbouring columns. */
  readonly group?: string;
  /** In px; the minimum when the column grows. */
  readonly width: number;
  readonly grows?: boolean;
  readonly figures?: boolean;
  /** Its text is shown on up to two lines; all rows of the table are high enough for them. */
  readonly wraps?: boolean;
  /** A smaller line under the header. */
  readonly note?: string;
  /** Stays visible when the table scrolls sideways. */
  readonly pinned?: boolean;
  /** Whether it is the last pinned column, which has a line at its right edge. */
  readonly pinnedLast?: boolean;
  /** Gives the cell a line of its own across the row: always above the other cells, or below them where the row has content for it. */
  readonly above?: boolean;
  readonly below?: (row: Row) => number;
  /** A line to its left. */
  readonly edge?: boolean;
  /** Whether its cell is the row's heading for screen readers. */
  readonly heads?: boolean;
  /** The kind of input its cells accept; absent when they are read only. */
  readonly accepts?: 'number' | 'text';
  /** The kind of number that a formula in its cells gives; absent where formulas are not accepted. */
  readonly formula?: 'quantity' | 'unitPrice';
  /** Tinted to show that it is for input. */
  readonly tinted?: boolean;
  /** Whether the rows are sorted by its values. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** The column under the pointer is highlighted. */
  readonly highlight?: boolean;
  readonly tone?: (row: Row) => string | undefined;
  readonly render: (row: Row, index: number) => ReactNode;
  /** The plain text of a copied cell. */
  readonly copied?: (row: Row) => string;
}

/** Rows by index; rows that are not loaded are undefined. */
export interface RowSource<Row> {
  readonly at: (index: number) => Row | undefined;
  readonly subscribe: (index: number, listener: () => void) => () => void;
  /** A key that identifies a row wherever it is, and the index of a key. Not needed where rows do not move. */
  readonly keyAt?: (index: number) => number | undefined;
  readonly indexOf?: (key: number) => number | undefined;
  /** The row at an index, or the one seen there last while it is loaded again, and its key. Not needed where all are loaded. */
  readonly seenAt?: (index: number) => Row | undefined;
  readonly keySeenAt?: (index: number) => number | undefined;
  /** Subscribes to the arrival of rows. Not needed where all are loaded. */
  readonly subscribeArrivals?: (listener: () => void) => () => void;
  /** Counts the arrivals. */
  readonly arrivals?: () => number;
  /** Whether any window of rows is loaded, even one without rows. Not needed where all are. */
  readonly isRead?: () => boolean;
}

export type RowLooks = 'section' | 'total' | 'sub' | 'open';

/** The state of a cell whose value is pending, just saved, waiting, or refused. */
export interface CellState {
  readonly mode: 'saving' | 'saved' | 'waiting' | 'refused';
  readonly text: string;
  /** The reason for the wait, shown in the cell itself. */
  readonly hint?: string;
  readonly note?: ReactNode;
}

export interface GridCursor {
  readonly row: number;
  readonly col: number;
}

/** A block of rows and columns, bounds included. */
export interface GridBlock {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The selection of a table apart from the cursor. */
export interface Chosen<Row> {
  readonly block: GridBlock | null;
  /** Rows outside the block. */
  readonly isPicked: ((row: Row) => boolean) | undefined;
}

/** The functions of a table for code outside it. */
export interface GridHandle {
  readonly element: HTMLElement;
  /** Scrolls to a cell. */
  readonly show: (cell: GridCursor) => void;
}

export type GridMove =
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

/** The open editor: its initial text, and whether the text is selected. */
export interface OpenEditor {
  readonly text: string;
  readonly selected: boolean;
  /** The element below the cell in which an editor shows its remarks. */
  readonly noteSlot?: HTMLElement | null;
  /** The editor of numbers; without it they are typed as plain text. */
  readonly NumberEditor?: ComponentType<NumberEditorProps> | undefined;
}

/** The editor of numbers comes with the cell it is open in. */
export interface NumberEditorProps {
  readonly label: string;
  readonly open: OpenEditor;
  readonly formula: GridColumn<unknown>['formula'];
  readonly onLeave: (text: string) => void;
}

export interface GridHandlers {
  readonly onMove: (move: GridMove) => void;
  readonly onPlace: (cursor: GridCursor) => void;
  /** Requests to edit the cell under the cursor; `draft` is the text typed over it. */
  readonly onEdit: (draft: string | null) => void;
  readonly onCommit: (text: string, next: GridMove | null) => void;
  readonly onRevert: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** How far a table is scrolled, and the text of its open editor; null while none is open. */
export interface PlaceInGrid {
  readonly top: number;
  readonly left: number;
  readonly text: string | null;
}
/** Reads the scroll position and the editor's text of a table, and restores them. */
export interface KeptPlace {
  readonly reader: RefObject<(() => PlaceInGrid) | null>;
  readonly begin: PlaceInGrid | null;
}

export interface GridProps<Row> extends GridHandlers {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
  readonly count: number;
  readonly cursor: GridCursor;
  readonly editor: OpenEditor | null;
  /** By row, then by column id: the cells that show something other than their value. */
  readonly states: ReadonlyMap<number, Readonly<Record<string, CellState>>>;
  readonly isWritable: (row: Row, column: GridColumn<Row>) => boolean;
  readonly looksOf?: (row: Row) => RowLooks | undefined;
  /** Absent in a table without selection. */
  readonly chosen?: Chosen<Row>;
  readonly handle?: RefObject<GridHandle | null>;
  readonly place?: KeptPlace;
  /** The row of totals, by column id; it stays visible. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  readonly grandTotals?: boolean;
  /** Shown below the rows of a table without any; `isEmpty` says that its rows do not count. */
  readonly empty?: ReactNode;
  readonly isEmpty?: boolean;
  /** The right button, a long press or the keyboard's menu key on a row. */
  readonly onContextMenu?: (event: MouseEvent) => void;
  /** Called with the visible rows whenever they change. */
  readonly onSeen?: (first: number, last: number) => void;
}

import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { classNames } from '../classNames.ts';
import { Icon } from '../Icon.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Spinner } from '../Spinner.tsx';
import { cellPart, rowPart } from './aria.ts';
import { CellEditor } from './CellEditor.tsx';
import styles from './Grid.module.css';
import type { CellState, GridBlock, GridColumn, OpenEditor, RowLooks, RowSource } from './types.ts';

export const columnLabel = <Row,>({ label, header }: GridColumn<Row>): string => label ?? header;
export const cellClass = <Row,>({ figures, pinned, pinnedLast, edge, above, below, wraps }: GridColumn<Row>): string =>
  classNames(
    styles.cell,
    figures && 'num',
    pinned && styles.pinned,
    pinnedLast && styles.pinnedLast,
    edge && styles.edge,
    wraps && !above && styles.wraps,
    above && styles.lineAbove,
    below !== undefined && styles.lineBelow,
  );

interface GridCellProps<Row> {
  readonly column: GridColumn<Row>;
  readonly row: Row;
  readonly index: number;
  readonly col: number;
  readonly left: string | undefined;
  readonly active: boolean;
  readonly editor: OpenEditor | null;
  readonly state: CellState | undefined;
  readonly writable: boolean;
  /** Undefined in a table without selection, 0 for a cell that is not selected, otherwise 1 plus bits for its edges. */
  readonly mark: number | undefined;
  readonly onLeave: (text: string) => void;
}

/** A block without cells. */
export const NONE_CHOSEN: GridBlock = { top: 0, bottom: -1, left: 0, right: -1 };
const EDGES = ['ontop', 'beneath', 'before', 'behind'] as const;

/** Whether a cell is selected, and at which edges of the selection it is. */
function markOf({ top, bottom, left, right }: GridBlock, row: number, col: number): number {
  if (row < top || row > bottom || col < left || col > right) return 0;
  const edges = [row === top, row === bottom, col === left, col === right];
  return edges.reduce((mark, isThere, at) => mark + (isThere ? 2 << at : 0), 1);
}
const markClass = (mark = 0) => mark > 0 && classNames(styles.chosen, ...EDGES.map((edge, at) => (mark & (2 << at)) > 0 && styles[edge]));

/** A cell's content, in an element of its own where the style cuts it. In a line across the row, which is a flex box, bare text would have no ellipsis. */
export function framed<Row>({ wraps, above }: GridColumn<Row>, content: ReactNode): ReactNode {
  if (above) return typeof content === 'string' ? <span>{content}</span> : content;
  return wraps ? <span className={styles.lines}>{content}</span> : content;
}

/** No hooks here, because a screen has some five hundred cells. */
function Cell<Row>({ column, row, index, col, left, active, editor, state, writable, mark, onLeave }: GridCellProps<Row>) {
  const { accepts } = column;
  const NumberEditor = editor?.NumberEditor;
  const content =
    editor && accepts ? (
      accepts === 'number' && NumberEditor ? (
        <NumberEditor label={columnLabel(column)} open={editor} formula={column.formula} onLeave={onLeave} />
      ) : (
        <CellEditor label={columnLabel(column)} isNumber={accepts === 'number'} open={editor} onLeave={onLeave} />
      )
    ) : state && state.mode !== 'saved' ? (
      <>
        {state.mode === 'saving' && <Spinner size="extra-small" delayed />}
        {state.hint !== undefined && <Icon name="clock" />}
        <span>{state.text}</span>
        {state.hint !== undefined && <span className="sr-only">, {state.hint}</span>}
      </>
    ) : (
      framed(column, column.render(row, index))
    );
  return (
    <div
      {...cellPart({
        colIndex: col + 1,
        heads: column.heads === true,
        writable,
        refused: state?.mode === 'refused',
        saving: state?.mode === 'saving',
        selected: mark === undefined ? undefined : mark > 0,
      })}
      data-col={col}
      data-highlight={column.highlight || undefined}
      title={state?.hint}
      tabIndex={active && !editor ? 0 : -1}
      style={left === undefined ? undefined : { left }}
      className={classNames(
        cellClass(column),
        column.tone?.(row),
        writable && styles.writable,
        writable && column.tinted && styles.tinted,
        active && styles.active,
        editor && styles.editing,
        !editor && state && styles[state.mode],
        markClass(mark),
      )}
    >
      {content}
    </div>
  );
}
const GridCell = memo(Cell) as typeof Cell;

interface GridRowProps<Row> {
  readonly index: number;
  readonly start: number;
  /** In px, where rows differ in height. */
  readonly height: number | undefined;
  readonly rowIndex: number;
  readonly template: string;
  readonly lefts: readonly (string | undefined)[];
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
  /** The cursor's column when it is in this row, otherwise -1. */
  readonly activeCol: number;
  readonly editor: OpenEditor | null;
  readonly states: Readonly<Record<string, CellState>> | undefined;
  readonly looksOf: ((row: Row) => RowLooks | undefined) | undefined;
  readonly hasBelow: (row: Row | undefined) => boolean;
  readonly isWritable: (row: Row, column: GridColumn<Row>) => boolean;
  readonly onLeave: (text: string) => void;
  /** The selection, or NONE_CHOSEN where it is in other rows; undefined in a table without selection. */
  readonly chosen: GridBlock | undefined;
  readonly isPicked: ((row: Row) => boolean) | undefined;
}

/** A row subscribes to its own index in the source and to the cursor's part in it. */
function RowAt<Row>(props: GridRowProps<Row>) {
  const {
    index,
    start,
    height,
    rowIndex,
    template,
    lefts,
    columns,
    rows,
    activeCol,
    editor,
    states,
    looksOf,
    hasBelow,
    isWritable,
    onLeave,
  } = props;
  const { chosen, isPicked } = props;
  const row = useSyncExternalStore(
    (listener) => rows.subscribe(index, listener),
    () => rows.at(index),
  );
  const looks = row && looksOf?.(row);
  const ownBlock = row !== undefined && isPicked?.(row) ? { top: index, bottom: index, left: 0, right: columns.length - 1 } : chosen;
  const markAt = (col: number) => ownBlock && markOf(ownBlock, index, col);
  return (
    <div
      {...rowPart(rowIndex, row === undefined)}
      data-index={index}
      className={classNames(styles.row, looks && styles[looks], hasBelow(row) && styles.speaks)}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${start}px)` }}
    >
      {columns.map((column, col) =>
        row === undefined ? (
          <div
            key={column.id}
            {...cellPart({ colIndex: col + 1 })}
            data-col={col}
            tabIndex={col === activeCol ? 0 : -1}
            style={{ left: lefts[col] }}
            className={classNames(cellClass(column), markClass(markAt(col)))}
          >
            <Skeleton width={Math.min(160, column.width / 2)} />
          </div>
        ) : (
          <GridCell
            key={column.id}
            column={column}
            row={row}
            index={index}
            col={col}
            left={lefts[col]}
            active={col === activeCol}
            editor={col === activeCol ? editor : null}
            state={states?.[column.id]}
            writable={isWritable(row, column)}
            mark={markAt(col)}
            onLeave={onLeave}
          />
        ),
      )}
    </div>
  );
}
export const GridRow = memo(RowAt) as typeof RowAt;

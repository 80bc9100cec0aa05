import { useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from '../classNames.ts';
import { Icon } from '../Icon.tsx';
import { cellPart, gridPart, groupPart, headerPart, rowPart } from './aria.ts';
import { columnDefinitions, features, heightsOf, leastWidth, NO_ROWS, trackOf, tracks } from './columns.ts';
import styles from './Grid.module.css';
import { cellClass, columnLabel, GridRow, NONE_CHOSEN } from './GridRow.tsx';
import { pressKey } from './keys.ts';
import { keyInNotes, noteOf } from './notes.ts';
import { useIsPrinting } from './printing.ts';
import type {
  CellState,
  Chosen,
  GridColumn,
  GridCursor,
  GridHandle,
  GridHandlers,
  HelperPlace,
  OpenEditor,
  RowLooks,
  RowSource,
} from './types.ts';

const OVERSCAN = 4;
/** As many rows go on paper. */
const PRINTED = 2_000;
const NOTE_HEIGHT = 112;
/** In px; a note at a column further left than this hangs from its left edge. */
const NOTE_WIDTH = 264;

/** A column without a visible heading still has one to be read out. */
function headingOf<Row>(
  header: { readonly isPlaceholder: boolean; readonly column: { readonly columnDef: { readonly header?: unknown } } },
  column: GridColumn<Row> | undefined,
) {
  if (header.isPlaceholder) return null;
  const heading = String(header.column.columnDef.header ?? '');
  return heading === '' && column ? <span className="sr-only">{columnLabel(column)}</span> : heading;
}

/** On paper rows stand one after another in the flow: where each begins does not matter. */
const printedRows = (count: number, sizeOf: (index: number) => number) =>
  Array.from({ length: Math.min(count, PRINTED) }, (_, index) => ({ index, start: 0, size: sizeOf(index) }));

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

/**
 * A table of any number of rows, of which only those in sight exist.
 * It is one tab stop; arrows, Home, End and pages move in it, Enter, F2 or typing open the cell, Escape reverts.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    label,
    columns,
    rows,
    count,
    cursor,
    editor,
    states,
    isWritable,
    looksOf,
    chosen,
    handle,
    helper,
    totals,
    grandTotals = false,
    empty,
    onSeen,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const holdsFocus = useRef(false);
  const [hovered, setHovered] = useState<number | null>(null);
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  const table = useTable({ features, columns: definitions, data: NO_ROWS });
  const headers = table.getHeaderGroups();
  const template = useMemo(() => tracks(columns), [columns]);
  const headHeight = headers.length > 1 ? 52 : 32;
  const heights = useMemo(() => heightsOf(columns, looksOf), [columns, looksOf]);
  const footHeight = totals === undefined ? 0 : heights.isStacked ? 64 : grandTotals ? 44 : heights.base;

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const [first = 0] = indexes;
      if (cursor.row < first) indexes.unshift(cursor.row);
      else if (cursor.row > (indexes.at(-1) ?? -1) && cursor.row < range.count) indexes.push(cursor.row);
      return indexes;
    },
    [cursor.row],
  );
  const isPrinting = useIsPrinting();
  const sizeOf = (index: number) => (heights.isEven ? heights.base : heights.of(rows.at(index)));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollPaddingEnd: headHeight + footHeight,
  });
  // Rows of several heights are measured anew when some arrive.
  useLayoutEffect(() => {
    virtual.measure();
    return heights.isEven ? undefined : rows.subscribeArrivals?.(() => virtual.measure());
  }, [virtual, heights, rows]);
  const items = isPrinting ? printedRows(count, sizeOf) : virtual.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const isLaidOut = virtual.range !== null;
  useEffect(() => {
    if (isLaidOut) onSeen?.(startIndex, endIndex);
  }, [isLaidOut, startIndex, endIndex, onSeen]);

  // One place moves the focus to the cell under the cursor; rows and cells hold no focus logic.
  const isEditing = editor !== null;
  useLayoutEffect(() => {
    if (!holdsFocus.current || isEditing) return;
    virtual.scrollToIndex(cursor.row, { align: 'auto' });
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-index="${cursor.row}"] > [data-col="${cursor.col}"]`);
    cell?.focus({ preventScroll: true });
    if (scroller.current && scroller.current.scrollWidth > scroller.current.clientWidth)
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cursor.row, cursor.col, isEditing, virtual]);

  useImperativeHandle(
    handle,
    (): GridHandle => ({
      element: scroller.current as HTMLElement,
      show: ({ row, col }) => {
        virtual.scrollToIndex(row, { align: 'auto' });
        scroller.current
          ?.querySelector(`[role=columnheader][aria-colindex="${col + 1}"]`)
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      },
    }),
    [virtual],
  );

  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const onLeave = useCallback((text: string) => latest.current.onCommit(text, null), []);

  const byFinger = useRef(false);
  const pressPointer = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-col]') : null;
    const row = cell?.parentElement?.dataset.index;
    if (!cell || row === undefined || event.target instanceof HTMLInputElement) return;
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    const pressed = { row: Number(row), col: Number(cell.dataset.col) };
    const again = pressed.row === cursor.row && pressed.col === cursor.col && cell === document.activeElement && !chosen?.block;
    event.preventDefault();
    holdsFocus.current = true;
    cell.focus({ preventScroll: true });
    if (!again) props.onPlace(pressed);
    const [record, column] = [rows.at(pressed.row), columns[pressed.col]];
    const opensAtOnce = byFinger.current && record !== undefined && column !== undefined && isWritable(record, column);
    if (event.button === 0 && (again || opensAtOnce)) props.onEdit(null);
  };
  const backToCell = () =>
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${cursor.row}"] > [data-col="${cursor.col}"]`)
      ?.focus({ preventScroll: true });
  // What a note offers is done: the focus goes to the cell it was about.
  const leaveNote = ({ target }: MouseEvent) => {
    const noted = target instanceof Element && target.closest('button') ? target.closest<HTMLElement>('[data-note]') : null;
    const [row, col] = (noted?.dataset.note ?? '').split(':').map(Number);
    if (row === undefined || col === undefined) return;
    holdsFocus.current = true;
    props.onPlace({ row, col });
    if (row === cursor.row && col === cursor.col) backToCell();
  };
  const followPointer = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-highlight]') : null;
    setHovered(cell ? Number(cell.dataset.col) : null);
  };
  const takeFocus = () => {
    if (!holdsFocus.current) props.onFocus();
    holdsFocus.current = true;
  };
  const loseFocus = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    holdsFocus.current = false;
    props.onBlur();
  };
  const copyCell = (event: ClipboardEvent) => {
    const row = rows.at(cursor.row);
    const text = row && columns[cursor.col]?.copied?.(row);
    if (isEditing || text === undefined || document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };
  const place = { cursor, lastCol: columns.length - 1, accepts: columns[cursor.col]?.accepts };
  const listeners = {
    onKeyDown: (event: KeyboardEvent) => {
      if (isEditing || !keyInNotes(event, scroller.current, cursor, backToCell)) pressKey(event, isEditing, place, props);
    },
    onPointerDown: ({ pointerType }: PointerEvent) => {
      byFinger.current = pointerType === 'touch';
    },
    onMouseDown: pressPointer,
    onClick: leaveNote,
    onMouseOver: followPointer,
    onMouseLeave: () => setHovered(null),
    onFocus: takeFocus,
    onBlur: loseFocus,
    onCopy: copyCell,
    onContextMenu: props.onContextMenu,
  };
  /** What the pinned column covers of the others. */
  const hidden = heights.isStacked ? undefined : columns.find(({ pinned }) => pinned)?.width;
  const height = virtual.getTotalSize();
  const least = leastWidth(columns);
  const contentStyle: CSSProperties & { '--lines': string; '--least': number } = {
    minWidth: least,
    '--lines': heights.lines,
    '--least': least,
  };
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) - headHeight - footHeight;
  const isUnderNote = (row: number) => Boolean(helper) && cursor.row > row && cursor.row <= row + 2;
  const hangs = (row: number, makesWay = false) => {
    const { start, size } = virtual.measurementsCache[row] ?? { start: row * heights.base, size: heights.base };
    const above = (makesWay && row >= 2) || (row > 2 && start + size + NOTE_HEIGHT > Math.max(bottom, NOTE_HEIGHT * 2));
    return {
      className: classNames(styles.hanging, above && styles.above),
      style: { gridTemplateColumns: template, top: start, height: size },
    };
  };

  return (
    <div ref={scroller} className={styles.scroller} style={{ scrollPaddingLeft: hidden }} {...listeners}>
      <div className={classNames(styles.content, heights.isStacked && styles.stacked)} style={contentStyle}>
        <div {...gridPart(label, count + headers.length + (totals ? 1 : 0), columns.length, chosen !== undefined)}>
          <div {...groupPart} className={styles.head}>
            {headers.map((group, level) => (
              <div
                key={group.id}
                {...rowPart(level + 1)}
                className={classNames(styles.headRow, level < headers.length - 1 && styles.groupRow)}
                style={{ gridTemplateColumns: template }}
              >
                {group.headers.map((header) => {
                  const leaf = header.getLeafHeaders().at(-1)?.column.id ?? header.column.id;
                  const from = header.getLeafHeaders().filter(({ subHeaders }) => subHeaders.length === 0)[0]?.column.id ?? leaf;
                  const start = columns.findIndex(({ id }) => id === from);
                  const column = columns[start];
                  const heading = level === headers.length - 1;
                  const isAcross = column?.above || column?.below !== undefined;
                  if (isAcross && !heading) return null;
                  return (
                    <div
                      key={header.id}
                      {...headerPart(start + 1, header.colSpan, header.isPlaceholder)}
                      className={
                        column &&
                        (isAcross
                          ? 'sr-only'
                          : heading
                            ? cellClass(column)
                            : classNames(styles.cell, column.edge && styles.edge, column.pinned && styles.pinned))
                      }
                      style={{ gridColumn: `span ${header.colSpan}` }}
                      title={heading && column ? columnLabel(column) : undefined}
                    >
                      {headingOf(header, heading ? column : undefined)}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          <div {...groupPart} className={styles.body} style={{ height }}>
            {items.map(({ index, start, size }) => (
              <GridRow
                key={rows.keyAt?.(index) ?? -index - 1}
                index={index}
                start={start}
                height={heights.isEven ? undefined : size}
                rowIndex={index + headers.length + 1}
                template={template}
                columns={columns}
                rows={rows}
                activeCol={index === cursor.row ? cursor.col : -1}
                editor={index === cursor.row ? editor : null}
                states={states.get(index)}
                looksOf={looksOf}
                hasBelow={heights.hasBelow}
                isWritable={isWritable}
                onLeave={onLeave}
                chosen={chosen && (chosen.block && index >= chosen.block.top && index <= chosen.block.bottom ? chosen.block : NONE_CHOSEN)}
                isPicked={chosen?.isPicked}
              />
            ))}
          </div>
          {totals && (
            <div {...groupPart} className={styles.foot}>
              <div
                {...rowPart(count + headers.length + 1)}
                className={classNames(styles.totals, grandTotals && styles.grand)}
                style={{ gridTemplateColumns: template }}
              >
                {columns.map((column, col) =>
                  column.below !== undefined ? null : (
                    <div
                      key={column.id}
                      {...cellPart({ colIndex: col + 1, heads: column.pinned === true })}
                      data-highlight={column.highlight || undefined}
                      data-col={col}
                      className={cellClass(column)}
                    >
                      {totals[column.id]}
                    </div>
                  ),
                )}
              </div>
            </div>
          )}
        </div>
        {count === 0 && empty}
        {hovered !== null && (
          <div className={styles.hoverBar} style={{ gridTemplateColumns: template }} aria-hidden="true">
            <div style={{ gridColumn: trackOf(columns, hovered) }} />
          </div>
        )}
        <div className={styles.layer} style={{ top: headHeight + 1 }}>
          {[...states].flatMap(([row, byColumn]) =>
            columns.flatMap(({ id }, col) => {
              const note = byColumn[id]?.note;
              if (note === undefined || (isEditing && row === cursor.row && col === cursor.col)) return [];
              return [
                <div key={`${row}:${id}`} {...hangs(row, isUnderNote(row))}>
                  <div
                    className={classNames(
                      styles.note,
                      heights.isStacked ? styles.across : leastWidth(columns.slice(0, col + 1)) < NOTE_WIDTH && styles.fromLeft,
                    )}
                    style={{ gridColumn: heights.isStacked ? '1 / -1' : trackOf(columns, col) }}
                    role="alert"
                    data-note={noteOf({ row, col })}
                  >
                    <div className={styles.noteBox}>
                      <Icon name="alert" />
                      <span>{note}</span>
                    </div>
                  </div>
                </div>,
              ];
            }),
          )}
          {helper && <div {...hangs(cursor.row)}>{helper({ columns, cursor, scroller, isAcross: heights.isStacked })}</div>}
        </div>
      </div>
    </div>
  );
}

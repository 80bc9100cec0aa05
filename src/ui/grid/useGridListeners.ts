import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { pressKey } from './keys.ts';
import { keyInNotes } from './notes.ts';
import type { GridCursor, GridProps } from './types.ts';

const cellElement = (scroller: HTMLElement | null, { row, col }: GridCursor): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-index="${row}"] > [data-col="${col}"]`) ?? null;

/** The cell an event belongs to, unless the event is in an editor, a link or a button of the cell. */
function pressedCell({ target }: MouseEvent): { readonly element: HTMLElement; readonly at: GridCursor } | null {
  if (!(target instanceof Element) || target.closest('input, a, button')) return null;
  const element = target.closest<HTMLElement>('[data-col]');
  const row = element?.parentElement?.dataset.index;
  return element && row !== undefined ? { element, at: { row: Number(row), col: Number(element.dataset.col) } } : null;
}

/** Moves the focus to the cell under the cursor. Rows and cells have no focus logic of their own. */
function useCursorFocus(
  scroller: RefObject<HTMLDivElement | null>,
  { row, col }: GridCursor,
  isEditing: boolean,
  scrollTo: (row: number) => void,
) {
  const holdsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!holdsFocus.current || isEditing) return;
    scrollTo(row);
    const cell = cellElement(scroller.current, { row, col });
    cell?.focus({ preventScroll: true });
    if (scroller.current && scroller.current.scrollWidth > scroller.current.clientWidth)
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [scroller, row, col, isEditing, scrollTo]);
  // A row that is rendered again, because its window was loaded again, keeps the focus.
  useLayoutEffect(() => {
    if (holdsFocus.current && !isEditing && document.activeElement === document.body)
      cellElement(scroller.current, { row, col })?.focus({ preventScroll: true });
  });
  return holdsFocus;
}

/** Keeps the focus at the cursor, and turns DOM events into the table's. */
export function useGridListeners<Row>(props: GridProps<Row>, scroller: RefObject<HTMLDivElement | null>, scrollTo: (row: number) => void) {
  const { rows, columns, cursor, editor, chosen, isWritable } = props;
  const isEditing = editor !== null;
  const holdsFocus = useCursorFocus(scroller, cursor, isEditing, scrollTo);
  const byFinger = useRef(false);
  const [hovered, setHovered] = useState<number | null>(null);
  const focusCursor = () => cellElement(scroller.current, cursor)?.focus({ preventScroll: true });

  const pressPointer = (event: MouseEvent) => {
    const pressed = pressedCell(event);
    if (pressed === null) return;
    const { element, at } = pressed;
    const isAgain = at.row === cursor.row && at.col === cursor.col && element === document.activeElement && !chosen?.block;
    event.preventDefault();
    holdsFocus.current = true;
    element.focus({ preventScroll: true });
    if (!isAgain) props.onPlace(at);
    const [record, column] = [rows.at(at.row), columns[at.col]];
    const opensAtOnce = byFinger.current && record !== undefined && column !== undefined && isWritable(record, column);
    if (event.button === 0 && (isAgain || opensAtOnce)) props.onEdit(null);
  };
  // A press on a button of a note may remove the note, so the focus goes back to its cell.
  const leaveNote = ({ target }: MouseEvent) => {
    const note = target instanceof Element && target.closest('button') ? target.closest<HTMLElement>('[data-note]') : null;
    const [row, col] = (note?.dataset.note ?? '').split(':').map(Number);
    if (row === undefined || col === undefined) return;
    holdsFocus.current = true;
    props.onPlace({ row, col });
    if (row === cursor.row && col === cursor.col) focusCursor();
  };
  const followPointer = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-highlight]') : null;
    setHovered(cell ? Number(cell.dataset.col) : null);
  };
  const takeFocus = ({ target }: FocusEvent) => {
    if (holdsFocus.current) return;
    holdsFocus.current = true;
    props.onFocus();
    // A closing menu returns the focus to the cell it opened from, but the cursor may have moved since.
    if (target.matches('[data-index] > [data-col]') && target !== cellElement(scroller.current, cursor)) focusCursor();
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
  const [rowAt, columnAt] = [rows.at(cursor.row), columns[cursor.col]];
  const place = {
    cursor,
    lastCol: columns.length - 1,
    // Text typed over a row that is still loading is kept for it.
    accepts: rowAt === undefined || (columnAt !== undefined && isWritable(rowAt, columnAt)) ? columnAt?.accepts : undefined,
    takesFormulas: columnAt?.formula !== undefined,
  };
  const listeners = {
    onKeyDown: (event: KeyboardEvent) => {
      if (isEditing || !keyInNotes(event, scroller.current, cursor, focusCursor)) pressKey(event, isEditing, place, props);
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
  const letGo = () => {
    holdsFocus.current = false;
    scroller.current?.closest('main')?.focus({ preventScroll: true });
    props.onBlur();
  };
  return { listeners, hovered, letGo };
}

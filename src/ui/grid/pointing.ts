import type { GridCursor } from './types.ts';

/** The cell of the table's body under a point of the window. */
export function cellAt(x: number, y: number): GridCursor | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-index] > [data-col]');
  return cell ? { row: Number(cell.parentElement?.dataset.index), col: Number(cell.dataset.col) } : null;
}

/** The index of the row before which something dropped at this height would go: the row under it, or the next one below its middle. */
export function gapAt(scroller: HTMLElement, row: number, y: number): number {
  const { top = 0, height = 0 } = scroller.querySelector(`[data-index="${row}"]`)?.getBoundingClientRect() ?? {};
  return row + (y > top + height / 2 ? 1 : 0);
}

/** Moves the focus into the table, if it is elsewhere. */
export function focusTable(scroller: HTMLElement | undefined): void {
  if (scroller?.contains(document.activeElement)) return;
  scroller?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus({ preventScroll: true });
}

/** The part of the window with rows: between the headings and the totals. */
function bodyBox(scroller: HTMLElement) {
  const { left, top, right, bottom } = scroller.getBoundingClientRect();
  const [head, , foot] = scroller.querySelectorAll('[role=rowgroup]');
  const [under, over] = [head?.getBoundingClientRect().bottom ?? top, foot?.getBoundingClientRect().top ?? bottom];
  return {
    left: left + 1,
    top: Math.max(top, under) + 1,
    right: Math.min(right, left + scroller.clientWidth) - 2,
    bottom: Math.min(bottom, over) - 2,
  };
}

interface Following {
  /** Receives the point, clamped to the part of the window with rows. */
  readonly onMove: (x: number, y: number) => void;
  readonly onRelease: () => void;
  /** Escape was pressed, or the browser or another window took the pointer. */
  readonly onLost: () => void;
}
/** In px; smaller movements are ignored. */
const STILL = 4;

/**
 * Follows a pressed pointer and scrolls the rows when it is beyond their edge. Ends when the pointer is released or lost, or when the returned function is
 * called.
 */
export function followPointer(
  scroller: HTMLElement,
  start: { readonly x: number; readonly y: number },
  { onMove, onRelease, onLost }: Following,
): () => void {
  const following = new AbortController();
  const { signal } = following;
  let [point, hasMoved, frame] = [start, false, 0];
  const stop = () => {
    following.abort();
    cancelAnimationFrame(frame);
  };
  const ending = (end: () => void) => () => {
    stop();
    end();
  };
  const emitMove = () => {
    const box = bodyBox(scroller);
    onMove(Math.min(Math.max(point.x, box.left), box.right), Math.min(Math.max(point.y, box.top), box.bottom));
  };
  const scroll = () => {
    const box = bodyBox(scroller);
    const beyond = (at: number, least: number, most: number) => Math.min(0, at - least) + Math.max(0, at - most);
    const [x, y] = [beyond(point.x, box.left, box.right), beyond(point.y, box.top, box.bottom)];
    if (hasMoved && (x !== 0 || y !== 0)) {
      scroller.scrollBy(x / 3, y / 3);
      emitMove();
    }
    frame = requestAnimationFrame(scroll);
  };
  const follow = ({ buttons, clientX, clientY }: MouseEvent) => {
    // The button was released outside the window.
    if (buttons === 0) return ending(onRelease)();
    point = { x: clientX, y: clientY };
    hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) >= STILL;
    if (hasMoved) emitMove();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    ending(onLost)();
  };
  addEventListener('mousemove', follow, { signal });
  addEventListener('mouseup', ending(onRelease), { signal });
  addEventListener('blur', ending(onLost), { signal });
  addEventListener('pointercancel', ending(onLost), { signal });
  addEventListener('keydown', press, { signal, capture: true });
  frame = requestAnimationFrame(scroll);
  return stop;
}

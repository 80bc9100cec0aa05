import type { GridCursor } from './types.ts';

/** The cell of the table's body under a point of the window. */
export function cellAt(x: number, y: number): GridCursor | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-index] > [data-col]');
  return cell ? { row: Number(cell.parentElement?.dataset.index), col: Number(cell.dataset.col) } : null;
}

/** Where rows are seen: between the headings and the line of totals. */
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
  /** The point, moved into what is seen of the rows. */
  readonly onMove: (x: number, y: number) => void;
  readonly onEnd: () => void;
  /** Escape, or the window lost sight of the pointer. */
  readonly onDrop: () => void;
}
const STILL = 4;

/** Follows a pressed pointer until it is let go; held beyond an edge of the rows it scrolls them. */
export function followPointer(scroller: HTMLElement, start: MouseEvent, { onMove, onEnd, onDrop }: Following): void {
  const leave = new AbortController();
  const point = { x: start.clientX, y: start.clientY };
  let [moves, frame] = [false, 0];
  const stop = (tell: () => void) => {
    leave.abort();
    cancelAnimationFrame(frame);
    tell();
  };
  const tellMove = () => {
    const box = bodyBox(scroller);
    onMove(Math.min(Math.max(point.x, box.left), box.right), Math.min(Math.max(point.y, box.top), box.bottom));
  };
  const scroll = () => {
    const box = bodyBox(scroller);
    const beyond = (at: number, least: number, most: number) => Math.min(0, at - least) + Math.max(0, at - most);
    const [x, y] = [beyond(point.x, box.left, box.right), beyond(point.y, box.top, box.bottom)];
    if (moves && (x !== 0 || y !== 0)) {
      scroller.scrollBy(x / 3, y / 3);
      tellMove();
    }
    frame = requestAnimationFrame(scroll);
  };
  const follow = (event: MouseEvent) => {
    if (event.buttons === 0) return stop(onEnd);
    Object.assign(point, { x: event.clientX, y: event.clientY });
    moves ||= Math.hypot(point.x - start.clientX, point.y - start.clientY) >= STILL;
    if (moves) tellMove();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    stop(onDrop);
  };
  addEventListener('mousemove', follow, leave);
  addEventListener('mouseup', () => stop(onEnd), leave);
  addEventListener('blur', () => stop(onDrop), leave);
  addEventListener('keydown', press, { ...leave, signal: leave.signal, capture: true });
  frame = requestAnimationFrame(scroll);
}

import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';

/** The table's height of a row without styles. */
export const HEIGHT = 36;
const [WIDTH, HEAD, ROW] = [100, 32, 16];
const numberIn = (element: Element, name: string) => Number(element.getAttribute(name) ?? 1);

/** The box of an element of a table: columns are 100 px wide, rows 36 px high, below headings of 32 px. */
function boxOf(element: Element): DOMRect {
  const line = element.closest<HTMLElement>('[data-index]');
  const top = HEAD + Number(line?.dataset.index) * HEIGHT;
  if (line === element) return new DOMRect(0, top, 12 * WIDTH, HEIGHT);
  if (line && element instanceof HTMLElement && element.dataset.col !== undefined)
    return new DOMRect(Number(element.dataset.col) * WIDTH, top, WIDTH, HEIGHT);
  if (element.role === 'columnheader') {
    const [col, span, row] = [numberIn(element, 'aria-colindex'), numberIn(element, 'aria-colspan'), element.parentElement];
    return new DOMRect((col - 1) * WIDTH, row ? (numberIn(row, 'aria-rowindex') - 1) * ROW : 0, span * WIDTH, ROW - 1);
  }
  if (element.role === 'rowgroup') {
    const isHead = element.querySelector('[role=columnheader]') !== null;
    return isHead ? new DOMRect(0, 0, 12 * WIDTH, HEAD) : new DOMRect(0, 400 - HEIGHT, 12 * WIDTH, HEIGHT);
  }
  return new DOMRect(0, 0, 12 * WIDTH, 400);
}
const isOver = (element: Element, x: number, y: number) => {
  const { left, right, top, bottom } = boxOf(element);
  return x >= left && x < right && y >= top && y < bottom;
};

/** jsdom has no layout, so a table gets a height of 400 px, boxes for its cells, and an element under the pointer. */
export function layTablesOut(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(12 * WIDTH);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxOf(this);
  });
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollBy = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  document.elementFromPoint = (x, y) =>
    [...document.querySelectorAll('[data-index] > [data-col]')].find((cell) => isOver(cell, x, y)) ?? null;
}

const COLUMNS = ['place', 'code', 'name', 'unit', 'quantity', 'labour'] as const;
type Column = (typeof COLUMNS)[number];
export const colOf = (column: Column): number => COLUMNS.indexOf(column);
/** The cell of the estimate's row with this name. */
export function cellOf(row: string, column: Column): HTMLElement {
  const line = screen.getByText(row, { selector: '[data-index] *' }).closest('[data-index]');
  return line?.querySelector(`[data-col="${colOf(column)}"]`) as HTMLElement;
}

type Pointed = 'mouseDown' | 'mouseMove' | 'mouseUp' | 'contextMenu';
/** Dispatches a pointer event at a point. */
export const pointAt = (type: Pointed, target: Element, clientX: number, clientY: number, more: object = {}) =>
  act(async () => void fireEvent[type](target, { button: 0, buttons: type === 'mouseUp' ? 0 : 1, clientX, clientY, ...more }));
/** Dispatches a pointer event in the middle of an element. */
export function point(type: Pointed, target: Element, more: object = {}): Promise<void> {
  const { left, top, width, height } = boxOf(target);
  return pointAt(type, target, left + width / 2, top + height / 2, more);
}
export async function click(target: Element, more: object = {}): Promise<void> {
  await point('mouseDown', target, more);
  await point('mouseUp', target, more);
}
/** Presses a key at the focused element. */
export const press = (key: string, more: object = {}): Promise<void> =>
  act(async () => void fireEvent.keyDown(document.activeElement as Element, { key, ...more }));
/** Presses a button by its name. */
export const pressButton = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click());
export const cellAt = (row: number, col: number): HTMLElement =>
  document.querySelector(`[data-index="${row}"] > [data-col="${col}"]`) as HTMLElement;

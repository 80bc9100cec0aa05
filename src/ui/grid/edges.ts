/** The distance from a heading's end within which its edge can be taken, in px. */
const REACH = 6;

const headingsOf = (scroller: HTMLElement) => [
  ...scroller.querySelectorAll<HTMLElement>('[role=row]:not([data-index]) > [role=columnheader]'),
];

/** The index of the column whose right edge is at a point among the headings. */
export function edgeAt(scroller: HTMLElement, x: number, y: number): number | null {
  const heading = headingsOf(scroller).find((each) => {
    const { right, top, bottom } = each.getBoundingClientRect();
    return y >= top && y <= bottom && Math.abs(x - right) <= REACH;
  });
  if (!heading) return null;
  return Number(heading.getAttribute('aria-colindex')) + Number(heading.getAttribute('aria-colspan') ?? 1) - 2;
}

/** The width of a column on screen, in px; undefined while no row is shown. */
export const shownWidth = (scroller: HTMLElement | undefined, col: number): number | undefined =>
  scroller?.querySelector(`[data-index] > [data-col="${col}"]`)?.getBoundingClientRect().width;

/** The width of the widest visible cell of a column, with its padding, in px. */
export function contentWidth(scroller: HTMLElement, col: number): number {
  const cells = scroller.querySelectorAll(
    `[data-index] > [data-col="${col}"], [role=columnheader][aria-colindex="${col + 1}"]:not([aria-colspan])`,
  );
  const contents = document.createRange();
  const widths = [...cells].map((cell) => {
    contents.selectNodeContents(cell);
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    return contents.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + 2;
  });
  return Math.ceil(Math.max(0, ...widths));
}

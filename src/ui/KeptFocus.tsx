import { useEffect } from 'react';

/** An element with its neighbours and its surroundings, as they were when it had the focus. */
interface Level {
  readonly element: Element;
  readonly parent: Element;
  readonly neighbours: readonly (Element | null)[];
}
type Place = readonly Level[];

const FOCUSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]';
/** The heading shown in place of something that is gone (EmptyState). */
const INSTEAD = 'main :is(h1, h2)[tabindex="-1"]:not([data-kept])';
const BOUNDS = 'main, [role=dialog], [role=alertdialog]';
/** The most places remembered: enough for the fields and buttons of a dialog, its opener, and what was used before. */
const MOST = 40;
/** Milliseconds left to dialogs, menus and tables to return the focus themselves. */
const OTHERS_FIRST = 100;

function placeOf(focused: Element): Place {
  const levels: Level[] = [];
  for (let element = focused; element.parentElement !== null && !element.matches(BOUNDS); element = element.parentElement)
    levels.push({ element, parent: element.parentElement, neighbours: [element.nextElementSibling, element.previousElementSibling] });
  return levels.at(-1)?.parent.matches(BOUNDS) ? levels : levels.slice(0, 1);
}

const isThere = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.closest('[hidden], [inert], [data-closed]') === null;

/** The element that can take the focus: the given one, or else the last focusable one in it, because the buttons of a line are at its end. */
function focusableIn(element: Element | null): HTMLElement | null {
  if (!isThere(element)) return null;
  return element.matches(FOCUSABLE) ? element : ([...element.querySelectorAll<HTMLElement>(FOCUSABLE)].findLast(isThere) ?? null);
}

/** The element that takes the focus of one that has gone: the same one if it is back, a neighbour, or the heading of the part it was in. */
function heirOf(place: Place): HTMLElement | null {
  if (isThere(place[0]?.element ?? null)) return place[0]?.element as HTMLElement;
  const level = place.find(({ parent }) => isThere(parent));
  if (level === undefined) return null;
  const near = ({ neighbours }: Level) => neighbours.map(focusableIn).find((each) => each !== null);
  return (
    near(level) ??
    level.parent.closest('aside, section, main, [role=dialog]')?.querySelector<HTMLElement>('h1, h2, h3') ??
    place.map(near).find((each) => each) ??
    null
  );
}

/** Keeps the keyboard's place: when the focused element disappears, such as the button of a withdrawn token, a neighbour takes the focus. */
export function KeptFocus() {
  useEffect(() => {
    let places: readonly Place[] = [];
    let table: Element | null = null;
    let path = '';
    let later: ReturnType<typeof setTimeout> | undefined;
    const leave = new AbortController();
    const { signal } = leave;
    const isNowhere = () => document.activeElement === document.body;
    const isLost = () => isNowhere() && places[0]?.[0]?.element.isConnected === false && path === location.pathname;
    const giveOn = () => {
      if (!isLost()) return;
      const lost = places;
      for (const heir of [
        document.querySelector<HTMLElement>(INSTEAD),
        ...lost.map(heirOf),
        table?.querySelector<HTMLElement>('[tabindex="0"]') ?? null,
      ]) {
        if (heir === null) continue;
        places = [];
        if (!heir.matches(`${FOCUSABLE}, ${INSTEAD}`)) {
          heir.tabIndex = -1;
          heir.dataset.kept = '';
        }
        heir.focus();
        if (document.activeElement === heir) return;
      }
      // Nothing on screen can take the focus now, but the screen may be about to show something that can.
      places = lost;
    };
    const keep = ({ target }: FocusEvent) => {
      if (!isThere(target)) return;
      // A table keeps its own cursor, to which menus and dialogs opened from it return the focus.
      const grid = target.closest('[role=grid]');
      const isKept = grid === null;
      if (grid !== null) table = grid;
      places = isKept ? [placeOf(target), ...places.filter((place) => place[0]?.element !== target)].slice(0, MOST) : [];
      path = location.pathname;
    };
    const forget = () => {
      if (isNowhere() && !isLost()) places = [];
    };
    addEventListener('focusin', keep, { signal });
    // A person who clicks on empty space has left the place on purpose.
    addEventListener('click', forget, { signal });
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(later);
      later = setTimeout(giveOn, OTHERS_FIRST);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      leave.abort();
      observer.disconnect();
      clearTimeout(later);
    };
  }, []);
  return null;
}

import type { KeyboardEvent } from 'react';
import type { GridCursor } from './types.ts';

/** The id of the cell a note belongs to. */
export const noteOf = ({ row, col }: GridCursor): string => `${row}:${col}`;

/**
 * Tab goes from a cell into the buttons of its note, through them and back to the cell; Escape goes back at once. The buttons handle other keys
 * themselves. Returns whether the key was handled.
 */
export function keyInNotes(event: KeyboardEvent, scroller: HTMLElement | null, cursor: GridCursor, onBack: () => void): boolean {
  const { key, shiftKey, target } = event;
  const noted = target instanceof Element ? target.closest('[data-note]') : null;
  if (noted === null && (key !== 'Tab' || shiftKey)) return false;
  const buttons = [...((noted ?? scroller?.querySelector(`[data-note="${noteOf(cursor)}"]`))?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex((button) => button === target);
  const next = key === 'Tab' ? buttons[at + (shiftKey ? -1 : 1)] : undefined;
  if (noted === null && next === undefined) return false;
  if (key === 'Tab' || key === 'Escape') {
    event.preventDefault();
    if (next) next.focus();
    else onBack();
  }
  return true;
}

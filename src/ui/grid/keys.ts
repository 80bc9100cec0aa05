import type { KeyboardEvent } from 'react';
import type { GridCursor, GridHandlers, GridMove } from './types.ts';

export const MOVES: Readonly<Record<string, GridMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'home',
  End: 'end',
};

/** The text entered in an open editor, with the signs it did not accept, so that a number is never saved without what was typed into it. */
export const enteredText = ({ dataset, value }: HTMLInputElement): string => dataset.entered ?? value;

/** Keys inside an open editor. Left and right move in the text. */
function keyWhileEditing(event: KeyboardEvent, { onCommit, onRevert }: GridHandlers): boolean {
  const text = event.target instanceof HTMLInputElement ? enteredText(event.target) : '';
  switch (event.key) {
    case 'Enter':
      onCommit(text, event.shiftKey ? 'up' : 'enter');
      return true;
    case 'Tab':
      onCommit(text, event.shiftKey ? 'tabBack' : 'tab');
      return true;
    case 'ArrowUp':
      onCommit(text, 'up');
      return true;
    case 'ArrowDown':
      onCommit(text, 'down');
      return true;
    case 'Escape':
      onRevert();
      return true;
    default:
      return false;
  }
}

interface Place {
  readonly cursor: GridCursor;
  readonly lastCol: number;
  /** The kind of text that the cell under the cursor accepts; undefined where nothing can be typed. */
  readonly accepts: 'number' | 'text' | undefined;
  readonly takesFormulas: boolean;
}

function keyWhileNavigating(event: KeyboardEvent, { cursor, lastCol, accepts, takesFormulas }: Place, handlers: GridHandlers): boolean {
  const { key } = event;
  const command = event.ctrlKey || event.metaKey;
  if (key === 'Tab') {
    // At the ends of a row Tab leaves the table, because the table is one tab stop of the page.
    if (event.shiftKey ? cursor.col === 0 : cursor.col === lastCol) return false;
    handlers.onMove(event.shiftKey ? 'tabBack' : 'tab');
    return true;
  }
  const move = MOVES[key];
  if (move !== undefined) {
    handlers.onMove(command && move === 'home' ? 'first' : command && move === 'end' ? 'last' : move);
    return true;
  }
  if (key === 'Enter' || key === 'F2') {
    handlers.onEdit(null);
    return true;
  }
  if (key === 'Escape') {
    handlers.onRevert();
    return true;
  }
  const typed = key.length === 1 && !command && !event.altKey;
  if (typed && (accepts === 'number' ? /[\d.,-]/.test(key) || (takesFormulas && key === '=') : accepts === 'text' && key !== ' ')) {
    handlers.onEdit(key);
    return true;
  }
  // A key that no number contains still opens the editor, which then shows why it was not accepted. "?" opens the shortcuts.
  if (typed && accepts === 'number' && !/[\s?]/.test(key)) handlers.onEdit(null);
  return false;
}

/** Calls the handler of a key. A key with a handler is not passed on. */
export function pressKey(event: KeyboardEvent, editing: boolean, place: Place, handlers: GridHandlers): void {
  if (event.nativeEvent.isComposing) return;
  const meant = editing ? keyWhileEditing(event, handlers) : keyWhileNavigating(event, place, handlers);
  if (meant) event.preventDefault();
}

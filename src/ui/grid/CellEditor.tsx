import { type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './Grid.module.css';
import type { OpenEditor } from './types.ts';

interface HeldEditor {
  readonly open: OpenEditor;
  /** The text to save, if it is not the input's own. */
  readonly textOf?: (input: HTMLInputElement) => string;
  readonly onLeave: (text: string) => void;
}

/** Focuses the editor when it opens, and passes its text on when its row or table is removed. */
export function useEditorFocus(field: RefObject<HTMLInputElement | null>, { open: { selected }, onLeave, textOf }: HeldEditor): void {
  const leave = (input: HTMLInputElement) => onLeave(textOf?.(input) ?? input.value);
  const leaves = useRef(leave);
  useLayoutEffect(() => {
    const input = field.current;
    leaves.current = leave;
    return () => queueMicrotask(() => input && !input.isConnected && leaves.current(input));
  });
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    input.focus({ preventScroll: true });
    if (selected) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, [field, selected]);
}

/** Line breaks become ↵; the browser would drop them, and make one number of two. */
function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain');
  if (!/[\t\r\n]/.test(text.trim())) return;
  event.preventDefault();
  const input = event.currentTarget;
  input.setRangeText(text.trim().replace(/\s*[\t\r\n]\s*/g, ' ↵ '), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
}

/** The open editor of a cell, which accepts any text. */
export function CellEditor({ label, isNumber, open, onLeave }: HeldEditor & { readonly label: string; readonly isNumber: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useEditorFocus(field, { open, onLeave });
  return (
    <input
      ref={field}
      className={isNumber ? styles.numberEditor : styles.textEditor}
      aria-label={label}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={!isNumber}
      defaultValue={open.text}
      onPaste={isNumber ? pasteLines : undefined}
      onBlur={(event) => onLeave(event.target.value)}
    />
  );
}

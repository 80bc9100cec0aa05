import { useLayoutEffect, useRef } from 'react';
import styles from './Grid.module.css';
import type { OpenEditor } from './types.ts';

const NUMBER = /^[\d.,-]*$/;

interface CellEditorProps {
  readonly accepts: 'number' | 'text';
  readonly label: string;
  readonly open: OpenEditor;
  readonly onLeave: (text: string) => void;
}

/**
 * The open editor of a cell. A number cell accepts only digits, minus, comma and dot; a comma becomes a dot, and spaces between pasted thousands are
 * removed.
 */
export function CellEditor({ accepts, label, open, onLeave }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const { selected } = open;
  const leaves = useRef(onLeave);
  // An editor whose row or table is removed still passes on its text.
  useLayoutEffect(() => {
    const input = field.current;
    leaves.current = onLeave;
    return () => queueMicrotask(() => input && !input.isConnected && leaves.current(input.value));
  }, [onLeave]);
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    input.focus({ preventScroll: true });
    if (selected) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
    if (accepts !== 'number') return;
    const leave = new AbortController();
    const put = (text: string) => {
      if (NUMBER.test(text)) input.setRangeText(text.replaceAll(',', '.'), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    };
    input.addEventListener(
      'beforeinput',
      (event) => {
        if (event.data === null || (NUMBER.test(event.data) && !event.data.includes(','))) return;
        event.preventDefault();
        put(event.data);
      },
      leave,
    );
    input.addEventListener(
      'paste',
      (event) => {
        event.preventDefault();
        put(event.clipboardData?.getData('text/plain').replace(/\s/g, '') ?? '');
      },
      leave,
    );
    return () => leave.abort();
  }, [accepts, selected]);
  return (
    <input
      ref={field}
      className={accepts === 'number' ? styles.numberEditor : styles.textEditor}
      aria-label={label}
      inputMode={accepts === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={accepts === 'text'}
      defaultValue={open.text}
      onBlur={(event) => onLeave(event.target.value)}
    />
  );
}

import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './classNames.ts';
import styles from './Suggestions.module.css';

interface SuggestedLine {
  readonly name: ReactNode;
  readonly detail: ReactNode;
}
interface SuggestionsProps {
  /** The input field. It keeps the focus and points at the highlighted line, as in the ARIA combobox pattern. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly lines: readonly SuggestedLine[];
  /** The index of the highlighted line; -1 for none. */
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onChoose: (at: number) => void;
}

const GAP = 2;
const listPart = (label: string) => ({ role: 'listbox', 'aria-label': label }) as const;
const linePart = (isHighlighted: boolean) => ({ role: 'option', 'aria-selected': isHighlighted }) as const;

/** Below the field's cell, or above it where there is more room: never over it. */
function place(box: HTMLElement, cell: Element): void {
  const { left, top, bottom, width } = cell.getBoundingClientRect();
  const below = innerHeight - bottom - 2 * GAP;
  const isAbove = below < Math.min(box.scrollHeight, 200) && top > below;
  box.style.minWidth = `${Math.max(width, 220)}px`;
  box.style.maxHeight = `${Math.min(360, (isAbove ? top : below) - 2 * GAP)}px`;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - box.offsetWidth - 2 * GAP))}px`;
  box.style.top = isAbove ? '' : `${bottom + GAP}px`;
  box.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : '';
}

/** A list of suggestions at a field. */
export function Suggestions({ field, label, lines, at, onPoint, onChoose }: SuggestionsProps) {
  const box = useRef<HTMLDivElement>(null);
  const base = useId();
  useLayoutEffect(() => {
    const cell = field.current?.closest('[data-col]') ?? field.current;
    if (cell && box.current) place(box.current, cell);
  });
  useLayoutEffect(() => {
    const input = field.current;
    const attributes = { role: 'combobox', 'aria-expanded': 'true', 'aria-controls': base, 'aria-autocomplete': 'list' };
    for (const [name, value] of Object.entries(attributes)) input?.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) input?.removeAttribute(name);
    };
  }, [field, base]);
  useLayoutEffect(() => {
    const input = field.current;
    if (at === -1) input?.removeAttribute('aria-activedescendant');
    else input?.setAttribute('aria-activedescendant', `${base}-${at}`);
    box.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
    return () => input?.removeAttribute('aria-activedescendant');
  }, [field, base, at]);
  return (
    <div {...listPart(label)} ref={box} id={base} className={styles.list}>
      {lines.map(({ name, detail }, index) => (
        <button
          {...linePart(index === at)}
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its index alone
          key={index}
          type="button"
          tabIndex={-1}
          id={`${base}-${index}`}
          className={classNames(styles.line, index === at && styles.highlighted)}
          onPointerMove={() => index !== at && onPoint(index)}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span className={styles.name}>{name}</span>
          <span className={styles.detail}>{detail}</span>
        </button>
      ))}
    </div>
  );
}

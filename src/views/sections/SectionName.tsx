import type { CSSProperties, ReactNode } from 'react';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './sections.module.css';

interface Named {
  readonly id: number;
  readonly kind: 'row' | 'section';
  readonly name: string;
  readonly level: number;
  readonly row_count: number;
}

interface SectionNameProps {
  readonly row: Named;
  readonly isFolded: boolean;
  readonly onFlip: (id: number) => void;
  /** Shown in place of a missing name. */
  readonly placeholder?: string | undefined;
  /** On a phone, where a heading has a line of its own: its sum, at the end of the line. */
  readonly sum?: ReactNode;
  /** Markers behind the name. */
  readonly children?: ReactNode;
}

/** The indentation on paper, where there is less room. */
const indented = (level: number): CSSProperties & { '--level': number } => ({ '--level': level });

/** The name of a row, indented by its level in the outline; a heading begins with the button that folds its section. */
export function SectionName({ row, isFolded, onFlip, placeholder, sum, children }: SectionNameProps) {
  const { id, kind, name, level, row_count: count } = row;
  if (placeholder !== undefined) return <span className="faint">{placeholder}</span>;
  if (kind === 'row')
    return (
      <>
        <span title={name} className={classNames(styles.name, level > 0 && styles.within)} style={indented(level)}>
          {name}
        </span>
        {children}
      </>
    );
  return (
    <span className={styles.heading} style={indented(level - 1)}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.twist}
        aria-expanded={!isFolded}
        aria-label={isFolded ? m.section_unfold({ name }) : m.section_fold({ name })}
        onClick={() => onFlip(id)}
      >
        <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} />
      </button>
      <span title={name} className={styles.name}>
        {name}
        <span className="sr-only">, {m.section_level({ level })}</span>
      </span>
      {isFolded && <span className={styles.count}>{m.section_rows({ count })}</span>}
      {children}
      {sum !== undefined && <span className={styles.sum}>{sum}</span>}
    </span>
  );
}

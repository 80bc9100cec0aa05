import type { ReactNode } from 'react';
import { m } from '../../messages/messages.ts';
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
  /** In the place of a name that is not there yet. */
  readonly placeholder?: string | undefined;
  /** Markers behind the name. */
  readonly children?: ReactNode;
}

/** The name of a row, as deep as it stands in the outline; a heading begins with the button that folds its section. */
export function SectionName({ row, isFolded, onFlip, placeholder, children }: SectionNameProps) {
  const { id, kind, name, level, row_count: count } = row;
  if (placeholder !== undefined) return <span className="faint">{placeholder}</span>;
  if (kind === 'row')
    return (
      <>
        <span title={name} className={styles.name} style={level > 0 ? { paddingLeft: level * 16 + 4 } : undefined}>
          {name}
        </span>
        {children}
      </>
    );
  return (
    <span className={styles.heading} style={{ paddingLeft: (level - 1) * 16 }}>
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
    </span>
  );
}

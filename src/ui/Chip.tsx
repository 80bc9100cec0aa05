import type { CSSProperties, ReactNode } from 'react';
import styles from './Chip.module.css';
import { classNames } from './classNames.ts';

export type Tone = 'plain' | 'done' | 'waits' | 'wrong';

interface ChipProps {
  readonly tone?: Tone;
  /** The colour of its mark, where the caller gives each state a colour. */
  readonly mark?: string;
  readonly children: ReactNode;
}

/** A state as a word with a shape of its own. */
export function Chip({ tone = 'plain', mark, children }: ChipProps) {
  const style: CSSProperties & { '--mark'?: string } = mark === undefined ? {} : { '--mark': mark };
  return (
    <span className={classNames(styles.chip, styles[tone])} style={style}>
      {children}
    </span>
  );
}

/** A filter with the number of items it shows. */
export function Filter({
  chosen,
  count,
  children,
  onChoose,
}: {
  chosen: boolean;
  count?: number;
  children: ReactNode;
  onChoose: () => void;
}) {
  return (
    <button type="button" className={classNames(styles.filter, chosen && styles.chosen)} aria-pressed={chosen} onClick={onChoose}>
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}

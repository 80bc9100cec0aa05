import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Table.module.css';

interface TableFrameProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** Rows of 28 px instead of 36. */
  readonly compact?: boolean;
  readonly children: ReactNode;
}

/** A plain table that scrolls in its own frame. Its head and its totals stay visible. */
export function TableFrame({ label, compact = false, children }: TableFrameProps) {
  return (
    <div className={styles.scroll}>
      <table className={classNames(styles.table, compact && styles.compact)} aria-label={label}>
        {children}
      </table>
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Table.module.css';

interface TableFrameProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** Rows of 28 px instead of 36. */
  readonly compact?: boolean;
  /** Whether nothing in it takes the focus: then the frame does, so that keys can scroll it. */
  readonly focusable?: boolean;
  readonly children: ReactNode;
}

/** A plain table that scrolls in its own frame. Its head and its totals stay visible. */
export function TableFrame({ label, compact = false, focusable = false, children }: TableFrameProps) {
  return (
    <div className={styles.scroll} {...(focusable && { tabIndex: 0, role: 'region', 'aria-label': label })}>
      <table className={classNames(styles.table, compact && styles.compact)} aria-label={label}>
        {children}
      </table>
    </div>
  );
}

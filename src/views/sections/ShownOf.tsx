import type { ReactNode } from 'react';
import { m } from '../../messages/messages.ts';
import styles from './sections.module.css';

/** What the rows shown come to, above what the list comes to. */
export const ShownOf = ({ children, all }: { readonly children: ReactNode; readonly all: string }) => (
  <span className={styles.shownOf}>
    <span>{children}</span>
    <span className={styles.of}>{m.view_of_list({ amount: all })}</span>
  </span>
);

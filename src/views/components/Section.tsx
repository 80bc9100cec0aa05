import type { ReactNode } from 'react';
import styles from './components.module.css';

interface SectionProps {
  readonly title: string;
  /** Takes the whole width of the sheet. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export const Section = ({ title, wide = false, children }: SectionProps) => (
  <section aria-label={title} className={wide ? styles.wide : undefined}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);

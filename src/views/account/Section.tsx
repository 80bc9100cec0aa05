import { type ReactNode, useId } from 'react';
import styles from './account.module.css';

interface SectionProps {
  readonly title: string;
  /** One sentence that says what the section is for. */
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A part of the account page. */
export function Section({ title, lead, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {lead !== undefined && <p className="muted">{lead}</p>}
      {children}
    </section>
  );
}

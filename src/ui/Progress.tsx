import styles from './Progress.module.css';

const width = (fraction: number) => `${Math.min(100, Math.max(0, fraction * 100)).toFixed(1)}%`;

/** Fractions of a whole, 0 to 1. Earlier work is plain and paler, current work fuller and hatched. */
export function Progress({ before, now = 0, label }: { readonly before: number; readonly now?: number; readonly label: string }) {
  return (
    <span className={styles.progress} role="img" aria-label={label} title={label}>
      <i style={{ width: width(before) }} />
      <i style={{ width: width(now) }} />
    </span>
  );
}

/** The progress of an action, 0 to 1; null where it is unknown. */
export function ProgressBar({ value, label }: { readonly value: number | null; readonly label: string }) {
  return <progress className={styles.bar} value={value ?? undefined} max={1} aria-label={label} />;
}

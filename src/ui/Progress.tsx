import styles from './Progress.module.css';

const width = (share: number) => `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`;

/** Shares of a whole, 0 to 1: what was done before plain and paler, what is done now fuller and hatched. */
export function Progress({ before, now = 0, label }: { readonly before: number; readonly now?: number; readonly label: string }) {
  return (
    <span className={styles.progress} role="img" aria-label={label} title={label}>
      <i style={{ width: width(before) }} />
      <i style={{ width: width(now) }} />
    </span>
  );
}

/** How far something on its way has come, 0 to 1. */
export function ProgressBar({ value, label }: { readonly value: number; readonly label: string }) {
  return <progress className={styles.bar} value={value} max={1} aria-label={label} />;
}

import { classNames } from './classNames.ts';
import styles from './Spinner.module.css';

type SpinnerSize = 'large' | 'medium' | 'small' | 'extra-small';

/** Turns while something is loading. `delayed` hides it for the first 300 ms. */
export function Spinner({ size = 'medium', delayed = false, label }: { size?: SpinnerSize; delayed?: boolean; label?: string }) {
  const looks = classNames(styles.spinner, styles[size], delayed && styles.delayed);
  if (label === undefined) return <span className={looks} aria-hidden="true" />;
  return (
    <span role="status" className={styles.holder}>
      <span className={looks} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

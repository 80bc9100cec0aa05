import { memo } from 'react';
import styles from './Skeleton.module.css';

/** Holds the place of a line of text. */
export function Skeleton({ width }: { readonly width: number }) {
  return <span className={styles.bar} style={{ width }} aria-hidden="true" />;
}

const NAMES = [220, 164, 248, 196, 132, 232, 180, 212] as const;
const FIGURES = [72, 64, 80, 76] as const;

/** A table that is loading: its head and its rows, as high as the loaded ones. */
export const SkeletonRows = memo(({ label }: { readonly label: string }) => {
  return (
    <div role="status" className={styles.rows}>
      <span className="sr-only">{label}</span>
      <div className={styles.head} />
      {NAMES.map((name) => (
        <div key={name} className={styles.row}>
          <Skeleton width={name} />
          <span className="grow" />
          {FIGURES.map((figure) => (
            <Skeleton key={figure} width={figure} />
          ))}
        </div>
      ))}
    </div>
  );
});

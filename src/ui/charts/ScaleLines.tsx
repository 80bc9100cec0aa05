import styles from './charts.module.css';

/** The sum that a chart of running sums goes up to, such as a contract. */
export interface Ceiling {
  readonly name: string;
  readonly amount: number;
  readonly shown: string;
}

interface Frame {
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
}
/** The height of an amount in a chart in which all amounts, 0 and the ceiling have room. */
export function heightScale(amounts: readonly number[], { height, top, bottom }: Frame): (amount: number) => number {
  const [most, least] = [Math.max(Number.MIN_VALUE, ...amounts), Math.min(0, ...amounts)];
  return (amount) => top + ((most - amount) / (most - least)) * (height - top - bottom);
}

/** The line of 0, and the line of the ceiling with its name. */
export const ScaleLines = ({ ceiling, y }: { readonly ceiling: Ceiling; readonly y: (amount: number) => number }) => (
  <>
    <line className={styles.base} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
    <line className={styles.ceiling} x1="0" x2="100%" y1={y(ceiling.amount)} y2={y(ceiling.amount)} />
    <text x="100%" y={y(ceiling.amount) - 8} textAnchor="end" className={styles.plan}>
      {ceiling.name} {ceiling.shown}
    </text>
  </>
);

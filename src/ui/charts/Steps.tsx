import { useNarrow } from '../narrow.ts';
import styles from './charts.module.css';

export interface Step {
  readonly key: string;
  readonly name: string;
  /** Under the name, such as a day. */
  readonly remark: string;
  readonly amount: number;
  readonly shown: string;
}
interface StepsProps {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly ceiling: { readonly name: string; readonly amount: number; readonly shown: string };
  /** Over the steps' names, remarks and amounts, in the table that is read out. */
  readonly headings: { readonly name: string; readonly remark: string; readonly amount: string };
}

const HEIGHT = 208;
const TOP = 28;
const BOTTOM = 44;
/** In percent of the width: where the first step begins and the last one ends. */
const LEFT = 1;
const RIGHT = 97;
const LABELS = { narrow: 3, wide: 8 } as const;

const percent = (place: number) => `${place.toFixed(3)}%`;

/** What has come together step by step, under a line it may reach, with the numbers in a table to be read out. */
export function Steps({ title, steps, ceiling, headings }: StepsProps) {
  const isNarrow = useNarrow();
  const most = Math.max(Number.MIN_VALUE, ceiling.amount, ...steps.map(({ amount }) => amount));
  const least = Math.min(0, ...steps.map(({ amount }) => amount));
  const y = (amount: number) => TOP + ((most - amount) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const width = (RIGHT - LEFT) / Math.max(1, steps.length);
  const every = Math.ceil(steps.length / (isNarrow ? LABELS.narrow : LABELS.wide));
  const isLabelled = (at: number) => (steps.length - 1 - at) % every === 0;
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.head}>
        <h2>{title}</h2>
      </figcaption>
      <svg className={styles.steps} width="100%" height={HEIGHT} aria-hidden="true">
        <line className={styles.base} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        <line className={styles.ceiling} x1="0" x2="100%" y1={y(ceiling.amount)} y2={y(ceiling.amount)} />
        <text x="0" y={y(ceiling.amount) - 8} className={styles.plan}>
          {ceiling.name} {ceiling.shown}
        </text>
        {steps.map(({ key, name, remark, amount, shown }, at) => {
          const [from, to] = [LEFT + width * at, LEFT + width * (at + 1)];
          const before = steps[at - 1]?.amount ?? 0;
          const above = Math.min(y(amount), y(before));
          const isLast = at === steps.length - 1;
          return (
            <g key={key}>
              <rect
                className={styles.area}
                x={percent(from)}
                width={percent(width)}
                y={Math.min(y(amount), y(0))}
                height={Math.abs(y(0) - y(amount))}
              />
              <line className={styles.step} x1={percent(from)} x2={percent(from)} y1={above} y2={Math.max(y(amount), y(before))} />
              <line className={styles.step} x1={percent(from)} x2={percent(to)} y1={y(amount)} y2={y(amount)} />
              {isLabelled(at) && (
                <>
                  <text x={percent(to)} y={HEIGHT - BOTTOM + 18} textAnchor="end">
                    {name}
                  </text>
                  <text x={percent(to)} y={HEIGHT - BOTTOM + 34} textAnchor="end" className={styles.remark}>
                    {remark}
                  </text>
                </>
              )}
              {isLast && (
                <text
                  x={percent(to)}
                  y={y(amount) + (y(amount) - y(ceiling.amount) < 24 ? 18 : -8)}
                  textAnchor="end"
                  className={styles.last}
                >
                  {shown}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <table className="sr-only">
        <caption>
          {title}. {ceiling.name} {ceiling.shown}
        </caption>
        <thead>
          <tr>
            <th scope="col">{headings.name}</th>
            <th scope="col">{headings.remark}</th>
            <th scope="col">{headings.amount}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ key, name, remark, shown }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{remark}</td>
              <td>{shown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

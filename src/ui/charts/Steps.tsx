import { useId } from 'react';
import { useNarrow } from '../narrow.ts';
import styles from './charts.module.css';
import { fillOf, Patterns, Sample } from './Patterns.tsx';

interface Step {
  readonly key: string;
  readonly name: string;
  /** Shown under the name, such as a day. */
  readonly remark: string;
  readonly amount: number;
  readonly shown: string;
}
interface StepsProps {
  readonly title: string;
  /** The sum before the first step. */
  readonly start: number;
  readonly steps: readonly Step[];
  /** The two parts of a column: the sum before, and the step's own amount. */
  readonly parts: { readonly before: string; readonly added: string };
  readonly ceiling: { readonly name: string; readonly amount: number; readonly shown: string };
  /** Headings of the steps' names, remarks and amounts, in the table for screen readers. */
  readonly headings: { readonly name: string; readonly remark: string; readonly amount: string };
}

const HEIGHT = 208;
const TOP = 28;
const BOTTOM = 44;
/** In percent of the width, so that few columns do not fill the chart and neighbours stay apart. */
const WIDEST = 24;
const GAP = 0.12;
const LABELS = { narrow: 4, wide: 8 } as const;

const percent = (value: number) => `${value.toFixed(3)}%`;

/** A running sum step by step. Each step's amount is hatched, below the line of the ceiling. The numbers are in a table for screen readers. */
export function Steps({ title, start, steps, parts, ceiling, headings }: StepsProps) {
  const id = useId();
  const isNarrow = useNarrow();
  const most = Math.max(Number.MIN_VALUE, ceiling.amount, start, ...steps.map(({ amount }) => amount));
  const least = Math.min(0, start, ...steps.map(({ amount }) => amount));
  const y = (amount: number) => TOP + ((most - amount) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const between = (one: number, other: number) => ({ y: Math.min(y(one), y(other)), height: Math.abs(y(one) - y(other)) });
  const pitch = Math.min(WIDEST, 100 / Math.max(1, steps.length));
  const every = Math.ceil(steps.length / (isNarrow ? LABELS.narrow : LABELS.wide));
  return (
    <figure className={styles.chart} aria-label={title}>
      <Patterns id={id} tone="done" />
      <figcaption className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.legend}>
          <span>
            <Sample id={id} look="plain" />
            {parts.before}
          </span>
          <span>
            <Sample id={id} look="hatched" />
            {parts.added}
          </span>
        </span>
      </figcaption>
      <svg className={styles.steps} width="100%" height={HEIGHT} aria-hidden="true">
        <line className={styles.base} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        <line className={styles.ceiling} x1="0" x2="100%" y1={y(ceiling.amount)} y2={y(ceiling.amount)} />
        <text x="100%" y={y(ceiling.amount) - 8} textAnchor="end" className={styles.plan}>
          {ceiling.name} {ceiling.shown}
        </text>
        {steps.map(({ key, name, remark, amount, shown }, at) => {
          const before = steps[at - 1]?.amount ?? start;
          const column = { x: percent(pitch * (at + GAP / 2)), width: percent(pitch * (1 - GAP)) };
          const middle = percent(pitch * (at + 0.5));
          return (
            <g key={key}>
              <rect {...column} {...between(0, Math.min(before, amount))} fill={fillOf(id, 'plain')} />
              <rect {...column} {...between(before, amount)} fill={fillOf(id, amount < before ? 'dotted' : 'hatched')} />
              {(steps.length - 1 - at) % every === 0 && (
                <>
                  <text x={middle} y={HEIGHT - BOTTOM + 18} textAnchor="middle">
                    {name}
                  </text>
                  <text x={middle} y={HEIGHT - BOTTOM + 34} textAnchor="middle" className={styles.remark}>
                    {remark}
                  </text>
                  <text x={middle} y={Math.min(y(amount), y(before)) - 6} textAnchor="middle" className={styles.figure}>
                    {shown}
                  </text>
                </>
              )}
            </g>
          );
        })}
      </svg>
      <div className="sr-only">
        <table>
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
      </div>
    </figure>
  );
}

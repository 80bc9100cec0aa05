import { useId } from 'react';
import { useNarrow } from '../narrow.ts';
import { ChartTable } from './ChartTable.tsx';
import styles from './charts.module.css';
import { fillOf, Patterns, Sample } from './Patterns.tsx';
import { type Ceiling, heightScale, ScaleLines } from './ScaleLines.tsx';

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
  readonly ceiling: Ceiling;
  /** Headings of the steps' names, remarks and amounts, in the table for screen readers. */
  readonly headings: { readonly name: string; readonly remark: string; readonly amount: string };
}

const FRAME = { height: 208, top: 28, bottom: 44 } as const;
/** Where the names of steps begin. */
const NAMES_AT = FRAME.height - FRAME.bottom;
/** In percent of the width, so that few columns do not fill the chart and neighbours stay apart. */
const WIDEST = 24;
const GAP = 0.12;
const LABELS = { narrow: 4, wide: 8 } as const;

const percent = (value: number) => `${value.toFixed(3)}%`;

/** A running sum step by step. Each step's amount is hatched, below the line of the ceiling. The numbers are in a table for screen readers. */
export function Steps({ title, start, steps, parts, ceiling, headings }: StepsProps) {
  const id = useId();
  const isNarrow = useNarrow();
  const y = heightScale([ceiling.amount, start, ...steps.map(({ amount }) => amount)], FRAME);
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
      <svg className={styles.steps} width="100%" height={FRAME.height} aria-hidden="true">
        <ScaleLines ceiling={ceiling} y={y} />
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
                  <text x={middle} y={NAMES_AT + 18} textAnchor="middle">
                    {name}
                  </text>
                  <text x={middle} y={NAMES_AT + 34} textAnchor="middle" className={styles.remark}>
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
      <ChartTable
        caption={`${title}. ${ceiling.name} ${ceiling.shown}`}
        headings={[
          { key: 'name', name: headings.name },
          { key: 'remark', name: headings.remark },
          { key: 'amount', name: headings.amount },
        ]}
        rows={steps.map(({ key, name, remark, shown }) => ({ key, cells: [name, remark, shown] }))}
      />
    </figure>
  );
}

import { useNarrow } from '../narrow.ts';
import { ChartTable } from './ChartTable.tsx';
import styles from './charts.module.css';
import { type Ceiling, heightScale, ScaleLines } from './ScaleLines.tsx';

/** How a line is drawn. Lines differ without colour. */
type Stroke = 'solid' | 'dashed' | 'dotted';

interface DatePoint {
  readonly key: string;
  /** As `2026-03-09`; points are in the order of their days. */
  readonly day: string;
  readonly shownDay: string;
  /** The name of the event, for the table. */
  readonly name: string;
  /** One amount for each line. */
  readonly amounts: readonly { readonly amount: number; readonly shown: string }[];
}
interface DatesProps {
  readonly title: string;
  readonly lines: readonly { readonly key: string; readonly name: string; readonly stroke: Stroke }[];
  readonly points: readonly DatePoint[];
  readonly ceiling: Ceiling;
  /** Headings of the points and of their days, in the table for screen readers. */
  readonly headings: { readonly name: string; readonly day: string };
}

const FRAME = { height: 220, top: 28, bottom: 28 } as const;
/** Margins in percent of the width, so that the first and the last point are not cut. */
const MARGIN = 4;
const LABELS = { narrow: 3, wide: 8 } as const;
const time = (day: string) => Date.parse(`${day}T00:00:00Z`);
const percent = (value: number) => `${value.toFixed(3)}%`;

/** Running sums on a scale of dates: each keeps its height until the day it changes. The numbers are in a table for screen readers. */
export function Dates({ title, lines, points, ceiling, headings }: DatesProps) {
  const isNarrow = useNarrow();
  const amounts = points.flatMap((point) => point.amounts.map(({ amount }) => amount));
  const y = heightScale([ceiling.amount, ...amounts], FRAME);
  const [first, last] = [time(points[0]?.day ?? ''), time(points.at(-1)?.day ?? '')];
  const x = (day: string) => (last > first ? MARGIN + ((100 - 2 * MARGIN) * (time(day) - first)) / (last - first) : 50);
  const days = points.filter(({ day }, at) => day !== points[at + 1]?.day);
  const every = Math.ceil(days.length / (isNarrow ? LABELS.narrow : LABELS.wide));
  return (
    <figure className={styles.chart} aria-label={title}>
      <figcaption className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.legend}>
          {lines.map(({ key, name, stroke }) => (
            <span key={key}>
              <svg width={24} height={10} className={styles.sample} aria-hidden="true">
                <line x1="0" x2="100%" y1="5" y2="5" className={`${styles.run} ${styles[stroke]}`} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg className={styles.steps} width="100%" height={FRAME.height} aria-hidden="true">
        <ScaleLines ceiling={ceiling} y={y} />
        {lines.map(({ key, stroke }, line) => (
          <g key={key} className={`${styles.run} ${styles[stroke]}`}>
            {points.map((point, at) => {
              const before = at === 0 ? 0 : (points[at - 1]?.amounts[line]?.amount ?? 0);
              const now = point.amounts[line]?.amount ?? 0;
              const until = points[at + 1]?.day;
              const [from, to] = [percent(x(point.day)), until === undefined ? '100%' : percent(x(until))];
              return (
                <g key={point.key}>
                  <line x1={from} x2={from} y1={y(before)} y2={y(now)} />
                  <line x1={from} x2={to} y1={y(now)} y2={y(now)} />
                  <circle cx={from} cy={y(now)} r={3} />
                </g>
              );
            })}
          </g>
        ))}
        {days.map(
          ({ key, day, shownDay }, at) =>
            (days.length - 1 - at) % every === 0 && (
              <text key={key} x={percent(x(day))} y={FRAME.height - 8} textAnchor="middle" className={styles.remark}>
                {shownDay}
              </text>
            ),
        )}
      </svg>
      <ChartTable
        caption={`${title}. ${ceiling.name} ${ceiling.shown}`}
        headings={[{ key: 'name', name: headings.name }, { key: 'day', name: headings.day }, ...lines]}
        rows={points.map(({ key, name, shownDay, amounts: all }) => ({ key, cells: [name, shownDay, ...all.map(({ shown }) => shown)] }))}
      />
    </figure>
  );
}

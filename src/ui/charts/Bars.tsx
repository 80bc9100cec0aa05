import { useId } from 'react';
import { ChartTable } from './ChartTable.tsx';
import styles from './charts.module.css';
import { fillOf, type Look, Patterns, Sample } from './Patterns.tsx';

interface BarPart {
  readonly key: string;
  readonly name: string;
  readonly look: Look;
}
interface BarLine {
  readonly key: string;
  readonly name: string;
  /** Shown beside the name, such as a percent. */
  readonly remark: string;
  /** One amount for each part; negative ones are not drawn. */
  readonly amounts: readonly { readonly amount: number; readonly shown: string }[];
}
interface BarsProps {
  readonly title: string;
  readonly parts: readonly BarPart[];
  readonly lines: readonly BarLine[];
  readonly tone: 'done' | 'cost';
  /** Headings of the names and remarks, in the table for screen readers. */
  readonly headings: { readonly name: string; readonly remark: string };
}

const percent = (part: number) => `${(part * 100).toFixed(3)}%`;

/** Lines of stacked bars on one scale, with the numbers in a table for screen readers. */
export function Bars({ title, parts, lines, tone, headings }: BarsProps) {
  const id = useId();
  const drawn = lines.map((line) => {
    const amounts = line.amounts.map(({ amount }) => Math.max(0, amount));
    return { ...line, widths: amounts, whole: amounts.reduce((sum, each) => sum + each, 0) };
  });
  const most = Math.max(Number.MIN_VALUE, ...drawn.map(({ whole }) => whole));
  return (
    <figure className={styles.chart} aria-label={title}>
      <Patterns id={id} tone={tone} />
      <figcaption className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.legend}>
          {parts.map(({ key, name, look }) => (
            <span key={key}>
              <Sample id={id} look={look} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div aria-hidden="true">
        {drawn.map(({ key, name, remark, widths }) => (
          <div key={key} className={styles.line}>
            <span className={styles.name} title={name}>
              {name}
            </span>
            <span className="num muted">{remark}</span>
            <svg className={styles.bar} width="100%" height={10} aria-hidden="true">
              {widths.map((width, at) => {
                const before = widths.slice(0, at).reduce((sum, each) => sum + each, 0);
                const part = parts[at];
                return (
                  part &&
                  width > 0 && (
                    <rect
                      key={part.key}
                      x={percent(before / most)}
                      width={percent(width / most)}
                      height="100%"
                      fill={fillOf(id, part.look)}
                    />
                  )
                );
              })}
            </svg>
          </div>
        ))}
      </div>
      <ChartTable
        caption={title}
        headings={[{ key: 'name', name: headings.name }, ...parts, { key: 'remark', name: headings.remark }]}
        rows={lines.map(({ key, name, remark, amounts }) => ({ key, cells: [name, ...amounts.map(({ shown }) => shown), remark] }))}
      />
    </figure>
  );
}

import styles from './charts.module.css';

/** The style of a part of a chart. Styles differ without colour. */
export type Look = 'plain' | 'hatched' | 'dotted' | 'empty';
const LOOKS: readonly Look[] = ['plain', 'hatched', 'dotted', 'empty'];

/** The fill of a part; `id` names its set of patterns. */
export const fillOf = (id: string, look: Look): string => `url(#${id}-${look})`;

/** The patterns of the fills. `tone` chooses the colours; the patterns distinguish the parts. */
export const Patterns = ({ id, tone }: { readonly id: string; readonly tone: 'done' | 'cost' }) => (
  <svg width="0" height="0" className={styles.patterns} aria-hidden="true">
    <defs>
      {LOOKS.map((look) => (
        <pattern
          key={look}
          id={`${id}-${look}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          {...(look === 'hatched' && { patternTransform: 'rotate(45)' })}
          className={`${styles[tone]} ${styles[look]}`}
        >
          <rect width={6} height={6} />
          {look === 'hatched' && <path d="M0 0V6" strokeWidth={3} />}
          {look === 'dotted' && <circle cx={3} cy={3} r={1.2} />}
        </pattern>
      ))}
    </defs>
  </svg>
);

/** A sample of a fill, for the legend. */
export const Sample = ({ id, look }: { readonly id: string; readonly look: Look }) => (
  <svg width={14} height={10} className={styles.sample} aria-hidden="true">
    <rect width="100%" height="100%" rx={2} fill={fillOf(id, look)} />
  </svg>
);

import type { ActSummary } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
import { donePercent, listTitle, Percent, share } from '../figures.tsx';
import styles from './public.module.css';

const percent = (part: number) => `${(Math.max(0, Math.min(1, part)) * 100).toFixed(2)}%`;

/** Each list drawn to its planned cost, with what was done before and now; the table beside it has the figures. */
export function Chart({ summary }: { readonly summary: ActSummary }) {
  const costs = summary.costs.map((list) => ({ list, planned: Number(list.estimated_cost.total) }));
  const most = Math.max(1, ...costs.map(({ planned }) => planned));
  return (
    <section className={styles.chart} aria-label={m.public_planned_and_done()}>
      <div className={styles.chartHead}>
        <h2>{m.public_planned_and_done()}</h2>
        <p className={styles.legend}>
          <span>
            <i className={styles.planned} />
            {m.public_planned()}
          </span>
          <span>
            <i className={styles.before} />
            {m.act_column_before()}
          </span>
          <span>
            <i className={styles.now} />
            {m.act_column_now()}
          </span>
        </p>
      </div>
      {costs.map(({ list, planned }) => (
        <div key={list.id} className={styles.chartLine}>
          <span className={styles.chartName}>{listTitle(list.title)}</span>
          <span className="num muted">
            <Percent value={donePercent(list.balance.total, list.estimated_cost.total)} />
          </span>
          <span className={styles.plan} style={{ width: percent(planned / most) }} aria-hidden="true">
            <i className={styles.before} style={{ width: percent(share(list.completed_before.total, list.estimated_cost.total)) }} />
            <i className={styles.now} style={{ width: percent(share(list.completed_now.total, list.estimated_cost.total)) }} />
          </span>
        </div>
      ))}
    </section>
  );
}

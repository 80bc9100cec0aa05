import { m } from '../../messages/messages.ts';
import { ProgressTable } from '../act/ProgressTable.tsx';
import { paths } from '../routing.tsx';
import { Chart } from './Chart.tsx';
import { usePublicAct } from './context.ts';
import styles from './public.module.css';

export function PublicSummary() {
  const { about, summary, hash } = usePublicAct();
  return (
    <>
      <div className={styles.columns}>
        <section className={styles.sums} aria-label={m.summary()}>
          <ProgressTable summary={summary} currency={about.currency} addressOf={(listId) => paths.publicList(hash, listId)} />
        </section>
        <Chart summary={summary} />
      </div>
      <p className={styles.foot}>{m.public_rounding()}</p>
    </>
  );
}

import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { ProgressTable } from '../act/ProgressTable.tsx';
import { CostBars } from '../pictures/CostBars.tsx';
import { DoneBars } from '../pictures/DoneBars.tsx';
import { usePublicAct } from './context.ts';
import styles from './public.module.css';

const WholeContract = lazyPart(() => import('../act/WholeContract.tsx').then((module) => module.WholeContract));

export function PublicSummary() {
  const { about, summary, addresses } = usePublicAct();
  return (
    <>
      <div className={styles.columns}>
        <section className={styles.sums} data-paper="wide" aria-label={m.summary()}>
          <ProgressTable
            summary={summary}
            currency={about.currency}
            addressOf={(listId) => addresses.list(listId)}
            carried={about.carried}
          />
          {about.carried.length > 0 && (
            <Arriving>
              <WholeContract carried={about.carried} summary={summary} currency={about.currency} />
            </Arriving>
          )}
        </section>
        <div className={styles.pictures}>
          <DoneBars summary={summary} />
          <CostBars lists={summary.costs.map(({ id, title, estimated_cost: costs }) => ({ id, title, costs }))} />
        </div>
      </div>
      <p className={styles.foot}>{m.public_rounding()}</p>
    </>
  );
}

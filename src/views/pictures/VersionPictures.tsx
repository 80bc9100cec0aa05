import type { Version, VersionSummary } from '../../../domain/contract/shapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { Steps } from '../../ui/charts/Steps.tsx';
import { shownDay } from '../dates.ts';
import { shownMoney } from '../figures.tsx';
import { CostBars } from './CostBars.tsx';
import styles from './pictures.module.css';

const sumOf = (acts: Version['acts']) => acts.reduce((sum, { price }) => sum + exact(price, SCALE.money), 0n);

/** The acts of a version with the sum completed to date with each, with taxes: above the work its contract carried, settled work included. */
function balancesOf({ acts, claimed }: Pick<Version, 'acts' | 'claimed'>) {
  let running = exact(claimed, SCALE.money) - sumOf(acts);
  return acts.map((act) => {
    running += exact(act.price, SCALE.money);
    return { act, balance: fixed(running, SCALE.money) };
  });
}

interface VersionPicturesProps {
  readonly summary: VersionSummary;
  readonly version: Pick<Version, 'acts' | 'claimed'>;
  readonly currency: string;
}

/** Charts of a version's cost and progress. */
export function VersionPictures({ summary, version, currency }: VersionPicturesProps) {
  if (summary.costs.length === 0) return null;
  const { total } = summary.total_with_taxes;
  const planned = fixed(exact(total, SCALE.money) + exact(summary.extras?.gross.total ?? '0', SCALE.money), SCALE.money);
  return (
    <div className={styles.pictures}>
      {version.acts.length > 0 && (
        <Steps
          title={m.pictures_progress({ currency })}
          headings={{ name: m.act(), remark: m.estimate_finish_date(), amount: m.act_balance() }}
          parts={{ before: m.act_column_before(), added: m.pictures_in_act() }}
          ceiling={{ name: m.public_planned(), amount: Number(planned), shown: shownMoney(planned) }}
          steps={balancesOf(version).map(({ act: { id, number, finish_date }, balance }) => ({
            key: String(id),
            name: m.act_numbered({ number }),
            remark: finish_date === null ? '' : shownDay(finish_date),
            amount: Number(balance),
            shown: shownMoney(balance),
          }))}
        />
      )}
      <CostBars lists={summary.costs.map(({ id, title, ...costs }) => ({ id, title, costs }))} />
    </div>
  );
}

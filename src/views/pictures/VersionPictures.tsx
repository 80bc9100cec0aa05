import type { Version, VersionSummary } from '../../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { Steps } from '../../ui/charts/Steps.tsx';
import { shownDay } from '../dates.ts';
import { shownMoney } from '../figures.tsx';
import { CostBars } from './CostBars.tsx';
import styles from './pictures.module.css';

const sumOf = (acts: Version['acts']) => acts.reduce((sum, { price }) => sum + exact(price, SCALE.money), 0n);

/** The work that the contract of a version had done before its own acts, with taxes, settled work included. */
const doneBefore = ({ acts, claimed }: Pick<Version, 'acts' | 'claimed'>): bigint => exact(claimed, SCALE.money) - sumOf(acts);

/** The acts of a version with the sum completed to date with each, with taxes: above the work done before them. */
function balancesOf(version: Pick<Version, 'acts' | 'claimed'>) {
  let running = doneBefore(version);
  return version.acts.map((act) => {
    running += exact(act.price, SCALE.money);
    return { act, balance: fixed(running, SCALE.money) };
  });
}

interface VersionPicturesProps {
  readonly summary: VersionSummary;
  readonly version: Pick<Version, 'acts' | 'claimed' | 'settled'>;
  readonly currency: string;
}

/** Charts of a version's cost and progress. */
export function VersionPictures({ summary, version, currency }: VersionPicturesProps) {
  if (summary.costs.length === 0) return null;
  const { total } = summary.total_with_taxes;
  const parts = [total, summary.extras?.gross.total ?? '0', version.settled];
  const planned = fixed(
    parts.reduce((sum, part) => sum + exact(part, SCALE.money), 0n),
    SCALE.money,
  );
  return (
    <div className={styles.pictures}>
      {version.acts.length > 0 && (
        <Steps
          title={m.pictures_progress({ currency })}
          headings={{ name: m.act(), remark: m.estimate_finish_date(), amount: m.act_balance() }}
          parts={{ before: m.act_column_before(), added: m.pictures_in_act() }}
          ceiling={{ name: m.public_planned(), amount: Number(planned), shown: shownMoney(planned) }}
          start={Number(fixed(doneBefore(version), SCALE.money))}
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

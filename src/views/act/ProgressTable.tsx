import type { ActSummary, Progress as Progressed } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { donePercent, isZero, listTitle, Percent, shownMoney } from '../figures.tsx';
import { Link } from '../routing.tsx';
import { DoneBar } from './DoneBar.tsx';
import styles from './progress.module.css';

const COSTS = [
  { key: 'estimated_cost', name: m.act_estimated_cost },
  { key: 'completed_before', name: m.act_completed_before },
  { key: 'completed_now', name: m.act_completed_now },
  { key: 'balance', name: m.act_balance },
  { key: 'left_to_do', name: m.act_left_to_do },
] as const;

type Looks = 'list' | 'sub' | 'total' | 'grand';

function ProgressRow({ name, looks, cost, to, listId }: { name: string; looks: Looks; cost: Progressed; to?: string; listId?: number }) {
  return (
    <tr className={styles[looks]} data-list={listId}>
      <th scope="row">{to === undefined ? name : <Link to={to}>{name}</Link>}</th>
      {COSTS.map(({ key, name: heading }) => {
        const amount = cost[key].total;
        return (
          <td
            key={key}
            data-heading={heading()}
            className={classNames(
              'num',
              isZero(amount) ? 'zero' : key === 'completed_now' && 'strong',
              key === 'estimated_cost' && styles.lesser,
              key === 'completed_before' && styles.lesser,
              key === 'left_to_do' && styles.left,
            )}
          >
            {shownMoney(amount)}
          </td>
        );
      })}
      <td className={classNames('num', 'muted', styles.percent)}>
        <Percent value={donePercent(cost.balance.total, cost.estimated_cost.total)} />
      </td>
      <td className={styles.progress}>
        <DoneBar cost={cost} />
      </td>
    </tr>
  );
}

interface ProgressTableProps {
  readonly summary: ActSummary;
  readonly currency: string;
  readonly addressOf: (listId: number) => string;
}

/** The lists with their estimated, earlier, current, total and remaining amounts; on a phone a card for each. */
export function ProgressTable({ summary, currency, addressOf }: ProgressTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{m.act_local_estimate()}</th>
          {COSTS.map(({ key, name }) => (
            <th key={key} scope="col" className="num">
              {m.column_of_currency({ name: name(), currency })}
              {key === 'balance' && <small>{m.act_balance_means()}</small>}
            </th>
          ))}
          <th scope="col" className="num">
            {m.act_done()}
          </th>
          <th scope="col">{m.act_column_progress()}</th>
        </tr>
      </thead>
      <tbody>
        {summary.costs.map((list) => (
          <ProgressRow key={list.id} name={listTitle(list.title)} looks="list" cost={list} to={addressOf(list.id)} listId={list.id} />
        ))}
        <ProgressRow name={m.summary_subtotal()} looks="total" cost={summary.subtotal} />
        {summary.additional.map((line) => (
          <ProgressRow key={line.id} name={line.name} looks="sub" cost={line} />
        ))}
        <ProgressRow name={m.summary_total()} looks="total" cost={summary.total} />
        {summary.taxes.map((line) => (
          <ProgressRow key={line.id} name={line.name} looks="sub" cost={line} />
        ))}
        <ProgressRow name={m.summary_total_with_taxes()} looks="grand" cost={summary.total_with_taxes} />
      </tbody>
    </table>
  );
}

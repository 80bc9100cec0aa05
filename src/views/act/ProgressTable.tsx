import type { ActSummary, Progress as Progressed } from '../../../domain/contract/shapes.ts';
import { classNames } from '../../ui/classNames.ts';
import { donePercent, isZero, listTitle, Percent, shownMoney, TaxAmount } from '../figures.tsx';
import { Link } from '../routing.tsx';
import styles from './progress.module.css';

const COSTS = [
  { key: 'estimated_cost', name: 'Estimated cost' },
  { key: 'completed_before', name: 'Completed before' },
  { key: 'completed_now', name: 'Completed now' },
  { key: 'balance', name: 'Balance' },
  { key: 'left_to_do', name: 'Left to do' },
] as const;

type Looks = 'list' | 'sub' | 'total' | 'grand';

function ProgressRow({
  name,
  looks,
  isTax = false,
  cost,
  to,
}: {
  name: string;
  looks: Looks;
  isTax?: boolean;
  cost: Progressed;
  to?: string;
}) {
  return (
    <tr className={styles[looks]}>
      <th scope="row">{to === undefined ? name : <Link to={to}>{name}</Link>}</th>
      {COSTS.map(({ key, name: heading }) => {
        const amount = cost[key].total;
        return (
          <td
            key={key}
            data-heading={heading}
            className={classNames(
              'num',
              isZero(amount) ? 'zero' : key === 'completed_now' && 'strong',
              key === 'estimated_cost' && styles.lesser,
              key === 'completed_before' && styles.lesser,
            )}
          >
            {isTax ? <TaxAmount amount={amount} /> : shownMoney(amount)}
          </td>
        );
      })}
      <td className={classNames('num', 'muted', styles.percent)}>
        <Percent value={donePercent(cost.balance.total, cost.estimated_cost.total)} />
      </td>
    </tr>
  );
}

interface ProgressTableProps {
  readonly summary: ActSummary;
  readonly currency: string;
  readonly addressOf: (listId: number) => string;
}

/** Local estimates with what was estimated, done before, done now, done to date and left; on a phone a card each. */
export function ProgressTable({ summary, currency, addressOf }: ProgressTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Local estimate</th>
          {COSTS.map(({ key, name }) => (
            <th key={key} scope="col" className="num">
              {name}, {currency}
            </th>
          ))}
          <th scope="col" className="num">
            Done
          </th>
        </tr>
      </thead>
      <tbody>
        {summary.costs.map((list) => (
          <ProgressRow key={list.id} name={listTitle(list.title)} looks="list" cost={list} to={addressOf(list.id)} />
        ))}
        <ProgressRow name="Subtotal" looks="total" cost={summary.subtotal} />
        {summary.additional.map((line) => (
          <ProgressRow key={line.id} name={line.name} looks="sub" cost={line} />
        ))}
        <ProgressRow name="Total" looks="total" cost={summary.total} />
        {summary.taxes.map((line) => (
          <ProgressRow key={line.id} name={line.name} looks="sub" isTax cost={line} />
        ))}
        <ProgressRow name="Total with taxes" looks="grand" cost={summary.total_with_taxes} />
      </tbody>
    </table>
  );
}

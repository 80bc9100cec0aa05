import type { Amounts } from '../../../domain/amounts.ts';
import type { Carried } from '../../../domain/api/contractShapes.ts';
import type { ActSummary, Progress as Progressed } from '../../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { contractOf, donePercent, isZero, listTitle, Percent, shownMoney } from '../figures.tsx';
import { Link } from '../routing.tsx';
import { beforeNote } from './beforeNote.ts';
import { DoneBar } from './DoneBar.tsx';
import styles from './progress.module.css';

const COSTS = [
  { key: 'estimated_cost', name: m.act_estimated_cost },
  { key: 'completed_before', name: m.act_completed_before },
  { key: 'completed_now', name: m.act_completed_now },
  { key: 'balance', name: m.act_balance },
  { key: 'left_to_do', name: m.act_left_to_do },
] as const;
/** The column of extras, where there are any. */
const WITH_EXTRAS = [COSTS[0], { key: 'extras', name: m.extras }, ...COSTS.slice(1)] as const;
type Shown = typeof COSTS | typeof WITH_EXTRAS;
const amountOf = (cost: Progressed, key: Shown[number]['key']): string =>
  key === 'extras' ? (cost.extras?.total ?? '0.00') : cost[key].total;

const difference = (cost: Progressed, claimed: Amounts): string => minusMoney(cost.completed_now.total, claimed.total);
const minusMoney = (one: string, other: string): string => fixed(exact(one, SCALE.money) - exact(other, SCALE.money), SCALE.money);

type Looks = 'list' | 'sub' | 'total' | 'grand';

interface ProgressRowProps {
  readonly name: string;
  readonly looks: Looks;
  readonly cost: Progressed;
  readonly shown: Shown;
  readonly to?: string;
  readonly listId?: number;
  /** The claimed sums of an answered act; its own sums are the certified ones. */
  readonly claimed?: Amounts | undefined;
  /** The source of the work completed before. */
  readonly before: string | undefined;
}
function ProgressRow({ name, looks, cost, shown, to, listId, claimed, before }: ProgressRowProps) {
  return (
    <tr className={styles[looks]} data-list={listId}>
      <th scope="row">{to === undefined ? name : <Link to={to}>{name}</Link>}</th>
      {shown.map(({ key, name: heading }) => {
        const amount = amountOf(cost, key);
        return (
          <td
            key={key}
            data-heading={key === 'completed_before' && before !== undefined ? `${heading()} ${before}` : heading()}
            className={classNames(
              'num',
              isZero(amount) ? 'zero' : key === 'completed_now' && 'strong',
              (key === 'estimated_cost' || key === 'extras') && styles.lesser,
              key === 'completed_before' && styles.lesser,
              key === 'left_to_do' && styles.left,
            )}
          >
            {shownMoney(amount)}
          </td>
        );
      })}
      {claimed !== undefined && (
        <>
          <td data-heading={m.answer_claimed()} className="num">
            {shownMoney(claimed.total)}
          </td>
          <td data-heading={m.answer_difference()} className={classNames('num', isZero(difference(cost, claimed)) ? 'zero' : 'strong')}>
            {shownMoney(difference(cost, claimed))}
          </td>
        </>
      )}
      <td className={classNames('num', 'muted', styles.percent)}>
        <Percent value={donePercent(cost.balance.total, contractOf(cost))} />
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
  /** The carryings of the contract up to the act's version. */
  readonly carried?: readonly Carried[];
}

/** The lists with their estimated, earlier, current, total and remaining amounts; on a phone a card for each. */
export function ProgressTable({ summary, currency, addressOf, carried = [] }: ProgressTableProps) {
  const { claimed } = summary;
  const before = beforeNote(carried, summary);
  const shown: Shown = summary.total_with_taxes.extras === undefined ? COSTS : WITH_EXTRAS;
  const columns = { shown, before };
  const claimedIn = (of: readonly ({ readonly id: number } & Amounts)[] | undefined, id: number) => of?.find((each) => each.id === id);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{m.act_local_estimate()}</th>
          {shown.map(({ key, name }) => (
            <th key={key} scope="col" className="num">
              {m.column_of_currency({ name: name(), currency })}
              {key === 'completed_before' && before !== undefined && <small>{before}</small>}
              {key === 'balance' && <small>{m.act_balance_means()}</small>}
              {key === 'completed_now' && claimed !== undefined && <small>{m.answer_certified()}</small>}
            </th>
          ))}
          {claimed !== undefined &&
            [m.answer_claimed(), m.answer_difference()].map((name) => (
              <th key={name} scope="col" className="num">
                {m.column_of_currency({ name, currency })}
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
          <ProgressRow
            {...columns}
            key={list.id}
            name={listTitle(list.title)}
            looks="list"
            cost={list}
            to={addressOf(list.id)}
            listId={list.id}
            claimed={claimedIn(claimed?.costs, list.id)}
          />
        ))}
        <ProgressRow {...columns} name={m.summary_subtotal()} looks="total" cost={summary.subtotal} claimed={claimed?.subtotal} />
        {summary.additional.map((line) => (
          <ProgressRow
            {...columns}
            key={line.id}
            name={line.name}
            looks="sub"
            cost={line}
            claimed={claimedIn(claimed?.additional, line.id)}
          />
        ))}
        <ProgressRow {...columns} name={m.summary_total()} looks="total" cost={summary.total} claimed={claimed?.total} />
        {summary.taxes.map((line) => (
          <ProgressRow {...columns} key={line.id} name={line.name} looks="sub" cost={line} claimed={claimedIn(claimed?.taxes, line.id)} />
        ))}
        <ProgressRow
          {...columns}
          name={m.summary_total_with_taxes()}
          looks="grand"
          cost={summary.total_with_taxes}
          claimed={claimed?.total_with_taxes}
        />
      </tbody>
    </table>
  );
}

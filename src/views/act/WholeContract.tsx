import type { ReactNode } from 'react';
import type { Carried } from '../../../domain/api/contractShapes.ts';
import type { ActSummary } from '../../../domain/api/shapes.ts';
import { contractToDate } from '../../../domain/contractToDate.ts';
import { m } from '../../messages/messages.ts';
import { shownMoney, signedMoney } from '../figures.tsx';
import styles from './whole.module.css';

interface WholeContractProps {
  readonly carried: readonly Carried[];
  readonly summary: ActSummary;
  readonly currency: string;
  /** The address of the carried rows. */
  readonly rows?: ReactNode;
}

/** The work of the whole contract to date, with taxes: that of the act's version, that settled by older versions, and how they add up. */
export function WholeContract({ carried, summary, currency, rows }: WholeContractProps) {
  const whole = contractToDate(carried, summary.total_with_taxes.balance.total);
  const number = carried.at(-1)?.into.number;
  if (whole === null || number === undefined) return null;
  const line = (key: string, name: string, amount: string, note?: ReactNode) => (
    <tr key={key}>
      <th scope="row">
        {name}
        {note !== undefined && <small>{note}</small>}
      </th>
      <td className="num">{amount}</td>
    </tr>
  );
  const total = (
    <tr className={styles.total}>
      <th scope="row">{m.whole_to_date()}</th>
      <td className="num">{shownMoney(whole.toDate)}</td>
    </tr>
  );
  return (
    <section className={styles.whole} aria-label={m.whole_contract({ currency })}>
      <h2>{m.whole_contract({ currency })}</h2>
      <div className={styles.columns}>
        <table>
          <caption>{m.whole_stands()}</caption>
          <tbody>
            {line('balance', m.whole_balance({ number }), shownMoney(whole.balance))}
            {whole.settled.map(({ from, amount, rows: count }) =>
              line(`settled ${from.id}`, m.whole_settled({ number: from.number }), shownMoney(amount), m.whole_settled_means({ count })),
            )}
            {total}
          </tbody>
        </table>
        <table>
          <caption>{m.whole_came()}</caption>
          <tbody>
            {whole.done.flatMap(({ from, amount, revaluation }) => [
              line(`done ${from.id}`, m.whole_done({ number: from.number }), shownMoney(amount)),
              line(
                `revalued ${from.id}`,
                m.carry_revaluation(),
                signedMoney(revaluation),
                m.whole_revaluation_means({ number: from.number }),
              ),
            ])}
            {line('since', m.whole_since({ number }), shownMoney(whole.doneSince))}
            {total}
          </tbody>
        </table>
      </div>
      {rows}
    </section>
  );
}

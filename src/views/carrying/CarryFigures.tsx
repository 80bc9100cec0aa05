import type { Carried } from '../../../domain/api/contractShapes.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { isZero, shownMoney, signedMoney } from '../figures.tsx';
import styles from './carrying.module.css';
import { sumOf } from './words.ts';

interface CarryFiguresProps {
  readonly value: Pick<Carried, 'before' | 'carried' | 'settled' | 'revaluation'>;
  readonly currency: string;
}

const PARTS = ['before', 'carried', 'settled', 'revaluation'] as const;
const NAMES = {
  before: m.carry_before,
  carried: m.carry_carried,
  settled: m.carry_settled,
  revaluation: m.carry_revaluation,
} as const;

/** The amount with its sign: "+ 53.24", "− 53.24". */
const added = (amount: string): string => (amount.startsWith('-') ? `− ${shownMoney(amount.slice(1))}` : `+ ${shownMoney(amount)}`);

/** The work done and its division into carried and settled, without and with additional costs and taxes, so that it adds up. */
export function CarryFigures({ value, currency }: CarryFiguresProps) {
  const { before, carried, settled, revaluation } = value;
  const now = sumOf(before.gross.total, revaluation.gross.total);
  const money = (amount: string) => shownMoney(amount);
  return (
    <>
      <dl className={styles.figures} aria-label={m.carry_figures({ currency })}>
        {PARTS.map((part) => {
          const { costs, net, gross } = value[part];
          const shown = part === 'revaluation' ? signedMoney : shownMoney;
          return (
            <div key={part} className={styles.figure}>
              <dt>{NAMES[part]()}</dt>
              <dd className={classNames('num', isZero(gross.total) && 'zero')}>
                {shown(gross.total)} <span className="sign">{currency}</span>
              </dd>
              <dd className={styles.note}>{m.carry_net({ amount: shown(net.total) })}</dd>
              {costs.total !== net.total && <dd className={styles.note}>{m.carry_costs({ amount: shown(costs.total) })}</dd>}
            </div>
          );
        })}
      </dl>
      <p className={styles.sum}>
        {m.carry_adds_up({
          before: money(before.gross.total),
          revaluation: added(revaluation.gross.total),
          now: money(now),
          carried: money(carried.gross.total),
          settled: money(settled.gross.total),
        })}
      </p>
    </>
  );
}

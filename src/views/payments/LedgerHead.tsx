import type { ReactNode } from 'react';
import type { Ledger } from '../../../domain/api/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { isZero, shownMoney } from '../figures.tsx';
import styles from './payments.module.css';

interface FigureProps {
  readonly name: string;
  readonly amount: string;
  readonly note?: ReactNode;
  readonly isFirst?: boolean;
}
const Figure = ({ name, amount, note, isFirst = false }: FigureProps) => (
  <div className={classNames(styles.figure, isFirst && styles.first)}>
    <dt>{name}</dt>
    <dd className={isZero(amount) ? 'zero' : undefined}>{shownMoney(amount)}</dd>
    {note !== undefined && <dd className={styles.note}>{note}</dd>}
  </div>
);

const less = (amount: string, other: string) => fixed(exact(amount, SCALE.money) - exact(other, SCALE.money), SCALE.money);

/** The parts of the contract sum besides the estimate of its latest version. */
const contractNotes = ({ contract, extras, settled }: Ledger): readonly string[] => [
  m.payment_without_taxes({ amount: shownMoney(contract.net) }),
  ...(isZero(extras.gross) ? [] : [m.payment_of_extras({ amount: shownMoney(extras.gross) })]),
  ...(isZero(settled.gross) ? [] : [m.payment_of_settled({ amount: shownMoney(settled.gross) })]),
];

/** The sums of the contract's certificates. */
export function LedgerHead({ ledger }: { readonly ledger: Ledger }) {
  const { contract, certified, kept, released, advance, due, paid, currency } = ledger;
  const hasAdvance = !isZero(advance.paid) || !isZero(advance.left) || !isZero(advance.recovered);
  const unpaid = less(due, paid);
  return (
    <dl className={styles.ledger} aria-label={m.payment_figures({ currency })}>
      <Figure
        name={m.payment_contract()}
        amount={contract.gross}
        note={contractNotes(ledger).map((note) => <span key={note}>{note}</span>)}
      />
      <Figure name={m.payment_certified()} amount={certified.gross} note={m.payment_without_taxes({ amount: shownMoney(certified.net) })} />
      <Figure name={m.payment_kept()} amount={kept} />
      <Figure name={m.payment_released()} amount={released} />
      {hasAdvance && (
        <Figure name={m.payment_advance_left()} amount={advance.left} note={m.payment_advance_of({ amount: shownMoney(advance.paid) })} />
      )}
      <Figure
        name={m.payment_due()}
        amount={due}
        isFirst
        note={isZero(unpaid) ? undefined : m.payment_unpaid({ amount: shownMoney(unpaid) })}
      />
      <Figure name={m.payment_paid()} amount={paid} />
    </dl>
  );
}

import type { ImportSummary } from '../../../domain/api/importShapes.ts';
import type { Summary } from '../../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { isZero, signedMoney } from '../figures.tsx';
import styles from './import.module.css';

const cents = (amounts: { readonly total: string }) => exact(amounts.total, SCALE.money);
const additionalIn = ({ total, subtotal }: Summary) => cents(total) - cents(subtotal);
const taxesIn = ({ total_with_taxes, total }: Summary) => cents(total_with_taxes) - cents(total);

/** The difference of two summaries by cause, to the cent. */
export function Causes({ saved_summary: saved, new_summary: found, causes }: ImportSummary) {
  if (saved === null || causes === null) return null;
  const { repriced, requantified, added, removed } = causes;
  const text = (value: bigint) => fixed(value, SCALE.money);
  const shown: readonly (readonly [string, string, string])[] = [
    [m.numbers_repriced(), m.numbers_rows({ count: repriced.rows }), repriced.difference],
    [m.numbers_requantified(), m.numbers_rows({ count: requantified.rows }), requantified.difference],
    [m.numbers_added(), m.numbers_rows({ count: added.rows }), added.difference],
    [m.numbers_removed(), m.numbers_rows({ count: removed.rows }), removed.difference],
    [m.numbers_additional(), m.numbers_follow_subtotal(), text(additionalIn(found) - additionalIn(saved))],
    [m.numbers_taxes(), m.numbers_follow_total(), text(taxesIn(found) - taxesIn(saved))],
  ];
  return (
    <dl className={styles.causes} aria-label={m.numbers_causes()}>
      {shown.map(([name, why, difference]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="faint">{why}</dd>
          <dd className={classNames('num', isZero(difference) ? 'zero' : styles.cause)}>{signedMoney(difference)}</dd>
        </div>
      ))}
    </dl>
  );
}

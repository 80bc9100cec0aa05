import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { shownMoney, signedMoney } from '../figures.tsx';
import styles from './extras.module.css';
import { plusMoney } from './words.ts';

interface ContractSumsProps {
  /** The contract with taxes, without extras. */
  readonly original: string;
  readonly extras: { readonly net: { readonly total: string }; readonly gross: { readonly total: string } };
  readonly currency: string;
  /** Whether it is under a table rather than at the head of a page. */
  readonly isBeneath?: boolean;
}

/** Original, extras and contract with taxes, and the extras without taxes. */
export const ContractSums = ({ original, extras: { net, gross }, currency, isBeneath = false }: ContractSumsProps) => (
  <dl className={classNames(styles.sums, isBeneath && styles.beneath)} aria-label={m.extras_sums({ currency })}>
    <div>
      <dt>{m.extra_original()}</dt>
      <dd>{shownMoney(original)}</dd>
    </div>
    <div>
      <dt>{m.extras()}</dt>
      <dd>{signedMoney(gross.total)}</dd>
      <dd className={styles.small}>{m.payment_without_taxes({ amount: signedMoney(net.total) })}</dd>
    </div>
    <div>
      <dt>{m.extra_contract()}</dt>
      <dd className={styles.strong}>{shownMoney(plusMoney(original, gross.total))}</dd>
    </div>
  </dl>
);

import type { AnsweredSums } from '../../../domain/answer.ts';
import { fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { shownMoney } from '../figures.tsx';
import styles from './answer.module.css';

interface SumsProps {
  readonly sums: AnsweredSums;
  readonly currency: string;
  readonly isSmall?: boolean;
  /** A note beside the first sum. */
  readonly isWithTaxes?: boolean;
}

/** Claimed, certified, and the second less the first. */
export function Sums({ sums, currency, isSmall = false, isWithTaxes = false }: SumsProps) {
  const sum = (name: string, cents: bigint, tone?: string) => (
    <div>
      <dt>{name}</dt>
      <dd className={classNames('num', tone)}>
        {shownMoney(fixed(cents, SCALE.money))} <span className="sign">{currency}</span>
      </dd>
    </div>
  );
  return (
    <dl className={classNames(styles.sums, isSmall && styles.small)}>
      {sum(isWithTaxes ? m.answer_claimed_with_taxes() : m.answer_claimed(), sums.claimed.total)}
      {sum(m.answer_certified(), sums.certified.total, styles.strong)}
      {sum(m.answer_difference(), sums.difference.total, sums.difference.total === 0n ? 'zero' : styles.less)}
    </dl>
  );
}

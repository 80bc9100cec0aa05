import { fromAmounts, minus } from '../../../domain/amounts.ts';
import type { ActAnswer, ActSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import styles from './answer.module.css';
import { answeredAt } from './answeredAt.ts';
import { Sums } from './Sums.tsx';

const answeredBy = ({ name, at, recorded_by: member }: ActAnswer): string =>
  member === null ? m.answer_received({ name, day: answeredAt(at) }) : m.answer_recorded({ name, member, day: answeredAt(at) });

interface ReceiptProps {
  readonly answer: ActAnswer;
  readonly summary: ActSummary;
  readonly currency: string;
}

/** Who answered and when, and the claimed and certified sums with taxes. */
export function Receipt({ answer, summary, currency }: ReceiptProps) {
  const certified = summary.total_with_taxes.completed_now;
  const claimed = summary.claimed?.total_with_taxes ?? certified;
  return (
    <section className={styles.receipt} aria-label={m.answer_receipt()}>
      <div>
        <p>{answeredBy(answer)}</p>
        <p className="muted">{answer.rows === 0 ? m.answer_review_all() : m.answer_rows_differ({ count: answer.rows })}</p>
      </div>
      {certified.total !== null && (
        <Sums
          sums={{
            claimed: fromAmounts(claimed),
            certified: fromAmounts(certified),
            difference: minus(fromAmounts(certified), fromAmounts(claimed)),
          }}
          currency={currency}
        />
      )}
    </section>
  );
}

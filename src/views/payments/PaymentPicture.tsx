import type { Ledger } from '../../../domain/api/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { Dates } from '../../ui/charts/Dates.tsx';
import { shownDay } from '../dates.ts';
import { shownMoney } from '../figures.tsx';
import { certificateName } from './words.ts';

const cents = (amount: string) => exact(amount, SCALE.money);

/** The certificates over time: certified and due in all, and kept back at each. */
export function PaymentPicture({ ledger }: { readonly ledger: Ledger }) {
  const issued = ledger.certificates.flatMap((each) => (each.date === null ? [] : [{ ...each, date: each.date }]));
  if (issued.length === 0) return null;
  let [certified, due] = [0n, 0n];
  const points = issued.map((each) => {
    certified += cents(each.work_now);
    due += cents(each.due);
    const amounts = [fixed(certified, SCALE.money), fixed(due, SCALE.money), each.kept];
    return {
      key: String(each.id),
      day: each.date,
      shownDay: shownDay(each.date),
      name: certificateName(each),
      amounts: amounts.map((amount) => ({ amount: Number(amount), shown: shownMoney(amount) })),
    };
  });
  return (
    <Dates
      title={m.payment_picture({ currency: ledger.currency })}
      lines={[
        { key: 'certified', name: m.payment_certified(), stroke: 'solid' },
        { key: 'due', name: m.payment_due(), stroke: 'dashed' },
        { key: 'kept', name: m.payment_kept(), stroke: 'dotted' },
      ]}
      points={points}
      ceiling={{ name: m.payment_contract(), amount: Number(ledger.contract.gross), shown: shownMoney(ledger.contract.gross) }}
      headings={{ name: m.certificate(), day: m.certificate_date() }}
    />
  );
}

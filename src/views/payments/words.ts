import type { CertificateBrief, CertificateSheet, TermsFields } from '../../../domain/api/certificateShapes.ts';
import { m } from '../../messages/messages.ts';
import { shownDay } from '../dates.ts';
import { isZero, shownMoney, shownPercent } from '../figures.tsx';

/** "Certificate 3", and its kind. */
export const certificateName = ({ number }: Pick<CertificateBrief, 'number'>): string => m.certificate_numbered({ number });
export function certificateSubject({ kind, act }: Pick<CertificateSheet, 'kind' | 'act'>): string {
  if (kind === 'release') return m.certificate_release();
  return kind === 'advance' ? m.certificate_advance() : m.act_numbered({ number: act?.number ?? '' });
}

/** "4,000.00 EUR"; a negative amount in words, as due back. */
export const dueInWords = (due: string, currency: string): string =>
  due.startsWith('-')
    ? m.certificate_due_back({ amount: `${shownMoney(due.slice(1))} ${currency}` })
    : m.certificate_due({ amount: `${shownMoney(due)} ${currency}` });

export const paidInWords = ({ amount, on }: NonNullable<CertificateBrief['paid']>, currency: string): string =>
  m.certificate_paid({ amount: `${shownMoney(amount)} ${currency}`, day: shownDay(on) });

type Agreed = Pick<TermsFields, 'base' | 'retention' | 'advance' | 'taxes'>;
const baseName = (base: Agreed['base']): string => (base === 'net' ? m.terms_of_net() : m.terms_of_gross());

/** Terms in sentences; a single sentence where none are agreed. */
export function termsInWords({ base, retention, advance, taxes }: Agreed, currency: string): readonly string[] {
  const money = (amount: string) => `${shownMoney(amount)} ${currency}`;
  const said: string[] = [];
  if (retention) {
    const kept = { percent: shownPercent(retention.rate), base: baseName(base) };
    const { limit } = retention;
    said.push(
      limit === null
        ? m.terms_say_kept(kept)
        : m.terms_say_kept_to({
            ...kept,
            limit: limit.form === 'amount' ? money(limit.value) : m.terms_of_contract({ percent: shownPercent(limit.value) }),
          }),
    );
  }
  if (advance) {
    const won = { amount: money(advance.amount), percent: shownPercent(advance.rate) };
    said.push(
      isZero(advance.threshold)
        ? m.terms_say_advance(won)
        : m.terms_say_advance_from({ ...won, threshold: shownPercent(advance.threshold) }),
    );
    if (advance.paid_on !== null) said.push(m.terms_say_paid_apart({ day: shownDay(advance.paid_on) }));
  }
  if (said.length === 0) return [m.terms_say_none()];
  return [...said, taxes === 'on work' ? m.terms_say_on_work() : m.terms_say_on_payment()];
}

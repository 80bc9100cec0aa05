/** Terms of payment as they are typed: a field keeps its text while its part of the terms is switched off. */
import type { TermsFields } from './api/certificateShapes.ts';
import { typedNumber } from './numbers.ts';

export interface TermsDraft {
  readonly base: TermsFields['base'];
  readonly keeps: boolean;
  readonly rate: string;
  readonly limitForm: 'none' | 'amount' | 'percent';
  readonly limit: string;
  readonly pays: boolean;
  readonly amount: string;
  readonly recovery: string;
  readonly threshold: string;
  /** Whether the advance is paid apart from the certificates, and on what day. */
  readonly isApart: boolean;
  readonly paidOn: string;
  readonly taxes: TermsFields['taxes'];
}

/** The initial text of each field of terms. A threshold is 0 where none is agreed. */
const BLANK = { rate: '', limit: '', amount: '', recovery: '', threshold: '0', paidOn: '' } as const;

export const draftOf = ({ base, retention, advance, taxes }: TermsFields): TermsDraft => ({
  ...BLANK,
  base,
  taxes,
  keeps: retention !== null,
  ...(retention !== null && { rate: retention.rate }),
  limitForm: retention?.limit?.form ?? 'none',
  ...(retention?.limit && { limit: retention.limit.value }),
  pays: advance !== null,
  ...(advance !== null && { amount: advance.amount, recovery: advance.rate, threshold: advance.threshold }),
  isApart: advance !== null && advance.paid_on !== null,
  paidOn: advance?.paid_on ?? '',
});

/** The terms that a draft means. Numbers are not checked yet; an empty number stays empty, so that it is not taken for 0. */
export const termsOfDraft = (draft: TermsDraft): TermsFields => ({
  base: draft.base,
  retention: draft.keeps
    ? {
        rate: typedNumber(draft.rate),
        limit: draft.limitForm === 'none' ? null : { form: draft.limitForm, value: typedNumber(draft.limit) },
      }
    : null,
  advance: draft.pays
    ? {
        amount: typedNumber(draft.amount),
        rate: typedNumber(draft.recovery),
        threshold: typedNumber(draft.threshold),
        paid_on: draft.isApart ? draft.paidOn : null,
      }
    : null,
  taxes: draft.taxes,
});

/** The field of the draft that a rule of the terms is about, by its path. */
export const DRAFT_FIELDS: Readonly<Record<string, keyof TermsDraft>> = {
  'retention.rate': 'rate',
  'retention.limit': 'limit',
  'retention.limit.value': 'limit',
  'advance.amount': 'amount',
  'advance.rate': 'recovery',
  'advance.threshold': 'threshold',
  'advance.paid_on': 'paidOn',
};

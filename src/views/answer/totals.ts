import { useMemo, useSyncExternalStore } from 'react';
import { fromAmounts } from '../../../domain/amounts.ts';
import { type AnsweredSums, answerTotals } from '../../../domain/answer.ts';
import type { ActSummary } from '../../../domain/api/shapes.ts';
import { percentsOf } from '../../../domain/percents.ts';
import { type AnswerDraft, rowsSummed } from '../../machines/answer/draft.ts';

/** The sums of the act under a draft, computed from the sums of its lists and the changed rows alone. */
export function useAnswerTotals(draft: AnswerDraft, summary: ActSummary) {
  const version = useSyncExternalStore(draft.subscribe, draft.version);
  return useMemo(() => {
    const lists = summary.costs.map(({ id, completed_before, balance }) => ({
      id,
      before: fromAmounts(completed_before),
      toDate: fromAmounts(balance),
    }));
    const lines = { additional: summary.additional.map(percentsOf), taxes: summary.taxes.map(percentsOf) };
    const rows = rowsSummed(draft.get());
    return { ...answerTotals(lists, lines, rows), version };
  }, [draft, summary, version]);
}

interface NamedSums {
  readonly key: string;
  readonly name: string;
  readonly sums: AnsweredSums;
}
/** The additional costs and taxes on the lists; together with the lists they add up to the whole. */
export const linesOn = (totals: ReturnType<typeof useAnswerTotals>, { additional, taxes }: ActSummary): NamedSums[] =>
  [...additional, ...taxes].flatMap(({ id, name }, at) => {
    const sums = [...totals.additional, ...totals.taxes][at];
    return sums === undefined ? [] : [{ key: String(id), name, sums }];
  });

/** A version with its approved extras, S(q + Σe), for copies, files and comparisons. */
import { fromAmounts, plus, type Sums, toAmounts, ZERO } from './amounts.ts';
import type { Line, ListCosts, Summary } from './api/shapes.ts';
import { percentsOf } from './percents.ts';
import { summarise } from './summary.ts';

/** A list with its approved extras. */
export const withExtras = (list: ListCosts): Sums =>
  list.extras === undefined ? fromAmounts(list) : plus(fromAmounts(list), fromAmounts(list.extras));

/** The summary with the amounts of extras added to each figure. */
export function widenedSummary<S extends Summary>(summary: S): S {
  const { costs, additional, taxes } = summary;
  if (costs.every(({ extras }) => extras === undefined)) return summary;
  const sums = summarise(costs.map(withExtras), additional.map(percentsOf), taxes.map(percentsOf));
  const lines = (of: readonly Line[], amounts: readonly Sums[]) => of.map((line, at) => ({ ...line, ...toAmounts(amounts[at] ?? ZERO) }));
  return {
    ...summary,
    costs: costs.map((list) => ({ id: list.id, order: list.order, title: list.title, ...toAmounts(withExtras(list)) })),
    subtotal: toAmounts(sums.subtotal),
    additional: lines(additional, sums.additional),
    total: toAmounts(sums.total),
    taxes: lines(taxes, sums.taxes),
    total_with_taxes: toAmounts(sums.totalWithTaxes),
  };
}

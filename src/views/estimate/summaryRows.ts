import type { Amounts } from '../../../domain/amounts.ts';
import type { Line, ListCosts, VersionSummary } from '../../../domain/api/shapes.ts';

/** A row of the summary, in the order of docs/product.md, 7.1. The total with taxes is not among them; it stays visible below. */
export type SummaryRow =
  | { readonly kind: 'list'; readonly amounts: Amounts; readonly list: ListCosts }
  | { readonly kind: 'subtotal' | 'total'; readonly amounts: Amounts }
  | { readonly kind: 'additional' | 'tax'; readonly amounts: Amounts; readonly line: Line; readonly base: Amounts };

export const summaryRows = ({ costs, subtotal, additional, total, taxes }: VersionSummary): readonly SummaryRow[] => [
  ...costs.map((list) => ({ kind: 'list' as const, amounts: list, list })),
  { kind: 'subtotal', amounts: subtotal },
  ...additional.map((line) => ({ kind: 'additional' as const, amounts: line, line, base: subtotal })),
  { kind: 'total', amounts: total },
  ...taxes.map((line) => ({ kind: 'tax' as const, amounts: line, line, base: total })),
];

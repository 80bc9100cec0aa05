/** Numbers between the database's NUMERIC text, the exact integers of domain/ and the text on the wire. */
import { type Amounts, fromAmounts, rowSums, type Sums, toAmounts } from '../../domain/amounts.ts';
import { exact, roundText, SCALE, shortest } from '../../domain/decimal.ts';

export const canonicalPercent = (text: string | null): string | null =>
  text === null ? null : shortest(exact(text, SCALE.percent), SCALE.percent);
export const sumsOf = (stored: { readonly labour: string; readonly materials: string; readonly tools: string }): Sums =>
  fromAmounts(stored);

interface PricedQuantity {
  readonly quantity: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
}

const at6 = (text: string) => roundText(text, SCALE.quantity) ?? 0n;

export const pricesOf = (row: Omit<PricedQuantity, 'quantity'>) => ({
  labour: at6(row.unit_labour),
  materials: at6(row.unit_materials),
  tools: at6(row.unit_tools),
});

/** A row's amounts. */
export const rowAmounts = (row: PricedQuantity): Amounts => toAmounts(rowSums(at6(row.quantity), pricesOf(row)));

/** The sum of a row's unit prices, as it travels. */
export function unitTotal(row: PricedQuantity): string {
  const { labour, materials, tools } = pricesOf(row);
  return shortest(labour + materials + tools, SCALE.unitPrice);
}

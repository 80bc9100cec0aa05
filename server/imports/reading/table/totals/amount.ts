/** The amount that a line below a table states, in cents. */
import { COMPONENTS } from '../../../../../domain/amounts.ts';
import { decimalOfDouble, roundText, SCALE } from '../../../../../domain/decimal.ts';
import { amountWritten } from '../cell/numbers.ts';
import { numberOf, type RowValues } from '../row/values.ts';

const cents = (text: string | null): bigint | null => (text === null ? null : roundText(text, SCALE.money));

export function amountOf(values: RowValues): bigint | null {
  const total = cents(numberOf(values, 'total'));
  if (total !== null) return total;
  const parts = COMPONENTS.flatMap((component) => cents(numberOf(values, component)) ?? []);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0n);
}

/** A line's amount: in its column, else the last number of the row that is not a percent. */
export function amountIn(values: RowValues): bigint | null {
  const own = amountOf(values);
  if (own !== null) return own;
  const last = values.row.cells.findLast(({ kind, text }) => kind === 'number' && !text.endsWith('%'));
  return last === undefined ? cents(amountWritten(values.label)) : roundText(decimalOfDouble(last.number), SCALE.money);
}

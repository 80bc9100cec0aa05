/** Rows whose amount is not quantity × price, where the amount is nevertheless what the file counts. */
import { absolute, exact, SCALE } from '../../../../../domain/decimal.ts';
import type { ReadRow, StatedTotal } from '../../reading.ts';
import { type Assembled, sumOfAll } from './assemble.ts';
import type { Classified } from './kind.ts';
import type { RowValues } from './values.ts';

/** One row, or fewer than one in ten, may be slips. */
const FEW_DIFFER = 10;
/** Quantities that are rounded for display change the amount by less than a hundredth. */
const isFar = (a: bigint, b: bigint) => absolute(a - b) * 100n > absolute(a);
const cents = (text: string) => exact(text, SCALE.money);

/**
 * The rows without those prices that do not give the stated amounts, where a total of the file confirms the amounts: another factor, such as
 * months or persons, multiplies too. Null where prices and amounts agree except for slips, or where no total confirms the amounts.
 */
export function withAmountsCounted(
  rows: readonly Classified[],
  taken: Assembled,
  totals: () => readonly StatedTotal[],
): readonly Classified[] | null {
  const items = taken.rows.filter(({ kind, stated }) => kind === 'row' && stated !== null);
  const isOther = ({ sheet_row_index: index, stated, remarks }: ReadRow) =>
    remarks.includes('amountDiffers') && isFar(cents(stated ?? '0'), taken.sums.get(index)?.total ?? 0n);
  const differing = new Set(items.filter(isOther).map(({ sheet_row_index }) => sheet_row_index));
  if (differing.size <= 1 || differing.size * FEW_DIFFER <= items.length) return null;
  const ours = sumOfAll(taken).total;
  const stated = items.reduce(
    (sum, row) =>
      differing.has(row.sheet_row_index) ? sum + cents(row.stated ?? '0') - (taken.sums.get(row.sheet_row_index)?.total ?? 0n) : sum,
    ours,
  );
  const isConfirmed = totals().some(
    (total) => total.of === 'list' && cents(total.stated) !== ours && absolute(cents(total.stated) - stated) <= 1n,
  );
  if (!isConfirmed) return null;
  return rows.map((row) => (differing.has(row.values.index) ? { ...row, values: withoutPrice(row.values) } : row));
}

function withoutPrice(values: RowValues): RowValues {
  const numbers = { ...values.numbers, unit_total: undefined };
  const { unit_total: _, ...cells } = values.cells();
  return { ...values, numbers, cells: () => cells };
}

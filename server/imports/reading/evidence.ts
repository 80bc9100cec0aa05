/** Counts what makes the reading of a list certain. */
import { absolute, exact, SCALE } from '../../../domain/decimal.ts';
import { addedBeforeRounding, buildsOn } from '../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { Evidence, ReadRow, StatedTotal } from './reading.ts';
import type { Remark } from './remarks.ts';

/** Whether a total is the sum of its rows; files that add up before rounding are cents off. */
export const isMet = ({ stated, ours, explanation }: Pick<StatedTotal, 'stated' | 'ours' | 'explanation'>): boolean =>
  stated === ours || explanation?.code === addedBeforeRounding.code;

/** Rounded percents make a difference of a thousandth at most. */
export function isNear({ stated, ours }: Pick<StatedTotal, 'stated' | 'ours'>): boolean {
  const [theirs, computed] = [exact(stated, SCALE.money), exact(ours, SCALE.money)];
  return absolute(computed - theirs) * 1_000n <= absolute(theirs);
}

/** The last total of all rows that is met, with or without additional costs and taxes; it confirms every row above it. */
export const metIn = (totals: readonly StatedTotal[]): StatedTotal | undefined =>
  totals.findLast((total) => total.of !== 'group' && isMet(total));

/** The grand total, where it is below the last total that is met and is not met itself: something between the two was read differently. */
export function missedBelow(totals: readonly StatedTotal[]): StatedTotal | undefined {
  const met = metIn(totals);
  const below = met === undefined ? [] : totals.slice(totals.indexOf(met) + 1);
  const grand = below.findLast((total) => total.of === 'summary' && total.settles === undefined);
  return grand === undefined || isNear(grand) ? undefined : grand;
}

/** Whether a total states more than the rows that were read. */
const statesMore = (total: StatedTotal) => exact(total.stated, SCALE.money) > exact(total.ours, SCALE.money) && !isNear(total);

/** Whether the file's totals confirm that a row is rightly left out: a total is met without it, and no total that is missed may include it. */
export function confirmedOut(totals: readonly StatedTotal[]): (rowIndex: number) => boolean {
  const met = metIn(totals);
  const below = met === undefined ? [] : totals.slice(totals.indexOf(met) + 1);
  const missed = missedBelow(totals) ?? below.findLast((total) => total.of === 'list' && total.settles === undefined && statesMore(total));
  return (rowIndex) => met !== undefined && (rowIndex < met.row_index || missed === undefined || rowIndex > missed.row_index);
}

/**
 * The totals without explanations that build on an unexplained total: the difference may come from our reading, so people need not look for
 * it in the file.
 */
export function explained(totals: readonly StatedTotal[]): StatedTotal[] {
  const unexplained = new Set<string>();
  return totals.map((total) => {
    const { explanation, stated, ours, row_index } = total;
    const isOpen = explanation === null ? stated !== ours : isOn(explanation, unexplained);
    if (!isOpen) return total;
    unexplained.add(String(row_index));
    return { ...total, explanation: null };
  });
}

const isOn = ({ code, params }: Sentence, rows: ReadonlySet<string>) => code === buildsOn.code && rows.has(String(params?.row));

const DERIVED: readonly Remark[] = ['derived', 'quantityDerived', 'quantityOne'];
/** Whether the row's product proves anything: not where its price or quantity was not in the file, or there is nothing to multiply. */
const isProven = ({ stated, errors, remarks }: ReadRow) =>
  stated !== null && /[1-9]/.test(stated) && errors.length === 0 && !remarks.some((remark) => DERIVED.includes(remark));

export function evidenceOf(rows: readonly ReadRow[], totals: readonly StatedTotal[]): Evidence {
  const items = rows.filter(({ kind }) => kind === 'row');
  const proven = items.filter(isProven);
  const differing = proven.filter(({ remarks }) => remarks.includes('amountDiffers')).length;
  const totalsMet = totals.filter(isMet).length;
  return { rows: items.length, computing: proven.length - differing, differing, totalsMet, totalsMissed: totals.length - totalsMet };
}

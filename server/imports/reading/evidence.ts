/** Counts what makes the reading of a list certain. */
import { addedBeforeRounding, otherAmounts } from '../../../domain/sentences/findings.ts';
import type { Evidence, ReadRow, StatedTotal } from './reading.ts';
import type { Remark } from './remarks.ts';

/** A total of rounded rows may miss the file's by cents; the rows whose amounts differ are counted by themselves. */
const MET: readonly string[] = [addedBeforeRounding.code, otherAmounts.code];

const isMet = ({ stated, ours, explanation }: StatedTotal) => stated === ours || (explanation !== null && MET.includes(explanation.code));

const DERIVED: readonly Remark[] = ['derived', 'quantityDerived', 'quantityOne'];
/** Its price or quantity was not in the file, so that the product proves nothing. */
const isProven = ({ stated, errors, remarks }: ReadRow) =>
  stated !== null && errors.length === 0 && !remarks.some((remark) => DERIVED.includes(remark));

export function evidenceOf(rows: readonly ReadRow[], totals: readonly StatedTotal[]): Evidence {
  const items = rows.filter(({ kind }) => kind === 'row');
  const proven = items.filter(isProven);
  const differing = proven.filter(({ remarks }) => remarks.includes('amountDiffers')).length;
  const totalsMet = totals.filter(isMet).length;
  return { rows: items.length, computing: proven.length - differing, differing, totalsMet, totalsMissed: totals.length - totalsMet };
}

import { DONE_PERCENT_SCALE, parseDonePercent, percentRangeProblem, rangeProblem } from '../../../domain/act.ts';
import { exact, parse, SCALE } from '../../../domain/decimal.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type CellContext, sentText, UNKNOWN_RANGE } from '../numberCell/types.ts';

/** Why the range that the server gave refuses what was typed, in the server's sentence; null where the server has to decide. */
export function outsideRange({ subject, typed, range }: Pick<CellContext, 'subject' | 'typed' | 'range'>): Sentence | null {
  if (typed === null || range === UNKNOWN_RANGE) return null;
  const text = sentText(typed, subject.reads);
  const within = (scale: number) => ({ min: exact(range.min, scale), max: exact(range.max, scale) });
  if (subject.field === 'percent') {
    const percent = parseDonePercent(text);
    return percent === null ? null : percentRangeProblem(percent, within(DONE_PERCENT_SCALE));
  }
  const quantity = parse(text, SCALE.quantity);
  return quantity === null ? null : rangeProblem(quantity, within(SCALE.quantity), subject.unit ?? '');
}

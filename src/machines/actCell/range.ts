import {
  DONE_PERCENT_SCALE,
  isRangeRefusal,
  parseDonePercent,
  percentRangeProblem,
  percentRangeSentence,
  rangeProblem,
  rangeSentence,
} from '../../../domain/act.ts';
import { exact, parse, SCALE } from '../../../domain/decimal.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type CellContext, type Range, sentText, UNKNOWN_RANGE } from '../numberCell/types.ts';

/** Why the loaded range refuses the typed value, in the server's sentence; null where the server has to decide. */
export function outsideRange({ subject, typed, range }: Pick<CellContext, 'subject' | 'typed' | 'range'>): Sentence | null {
  if (typed === null || range === UNKNOWN_RANGE) return null;
  const text = sentText(typed, subject.reads);
  if (subject.field === 'percent') {
    const percent = parseDonePercent(text);
    return percent === null ? null : percentRangeProblem(percent, within(range, DONE_PERCENT_SCALE));
  }
  const quantity = parse(text, SCALE.quantity);
  return quantity === null ? null : rangeProblem(quantity, within(range, SCALE.quantity), subject.unit ?? '');
}
const within = ({ min, max }: Range, scale: number) => ({ min: exact(min, scale), max: exact(max, scale) });

/** Whether a text that the range refused is allowed by the range as it is now. */
export const isAllowedNow = (context: CellContext): boolean =>
  isRangeRefusal(context.sentence) && context.range !== UNKNOWN_RANGE && outsideRange(context) === null;

/** A refusal by the range as it is now, even if it allows the text now; any other refusal stays. */
export function refusalNow({ subject, sentence }: Pick<CellContext, 'subject' | 'sentence'>, range: Range): Sentence | null {
  if (!isRangeRefusal(sentence)) return sentence;
  return subject.field === 'percent'
    ? percentRangeSentence(within(range, DONE_PERCENT_SCALE))
    : rangeSentence(within(range, SCALE.quantity), subject.unit ?? '');
}

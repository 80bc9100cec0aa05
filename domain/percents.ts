import { exact, parse, SCALE, shortest, WHOLE_PERCENT } from './decimal.ts';
import { unreadable } from './numberRules.ts';
import type { Code } from './sentences/catalogue.ts';
import { percentOutOfBounds } from './sentences/fields.ts';
import type { Sentence } from './sentences/sentence.ts';
import type { PercentFields, Percents } from './summary.ts';

export const PERCENT_FIELDS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;
export type PercentField = (typeof PERCENT_FIELDS)[number];

const PERCENT_MIN = exact('-100', SCALE.percent);
const PERCENT_MAX = exact('1000', SCALE.percent);
/** Whether a percent line can have this percent, at scale 4 (docs/domain.md, Numbers). */
export const isPercent = (percent: bigint): boolean => percent >= PERCENT_MIN && percent <= PERCENT_MAX;

const at = (text: string | null) => (text === null ? 0n : exact(text, SCALE.percent));

/** The form a stored line is in: uniform when it has a percent of the total. */
export const percentsOf = (line: PercentFields): Percents =>
  line.percent_total === null
    ? { form: 'by component', labour: at(line.percent_labour), materials: at(line.percent_materials), tools: at(line.percent_tools) }
    : { form: 'uniform', total: at(line.percent_total) };

/** The line after one percent is set (null empties it): setting one form empties the other. */
export function withPercent(line: PercentFields, field: PercentField, value: string | null): PercentFields {
  if (field === 'percent_total') return { percent_total: value, percent_labour: null, percent_materials: null, percent_tools: null };
  return { ...line, percent_total: null, [field]: value };
}

/** Why a typed percent is refused; null when it is allowed. */
export function percentProblem(text: string): Sentence<Code> | null {
  const value = parse(text, SCALE.percent);
  if (value === null) return unreadable(text, SCALE.percent);
  if (isPercent(value)) return null;
  return percentOutOfBounds({ min: shortest(PERCENT_MIN, SCALE.percent), max: shortest(PERCENT_MAX, SCALE.percent) });
}

/** Why a typed rate, a percent of 0 to 100, is refused; null when it is allowed. */
export function rateProblem(text: string): Sentence<Code> | null {
  const value = parse(text, SCALE.percent);
  if (value === null) return unreadable(text, SCALE.percent);
  return value >= 0n && value <= WHOLE_PERCENT ? null : percentOutOfBounds({ min: 0, max: 100 });
}

import { exact, parse, SCALE } from './decimal.ts';
import { unreadable } from './numberRules.ts';
import type { Code } from './sentences/catalogue.ts';
import { percentOutOfBounds } from './sentences/numbers.ts';
import type { Sentence } from './sentences/sentence.ts';
import type { PercentFields, Percents } from './summary.ts';

export const PERCENT_FIELDS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;
export type PercentField = (typeof PERCENT_FIELDS)[number];

/** Least and greatest, in whole percent (docs/domain.md, Numbers). */
const OF_LINES = { min: '-100', max: '1000' };
const OF_RATES = { min: '0', max: '100' };
const isWithin = (percent: bigint, { min, max }: typeof OF_LINES) =>
  percent >= exact(min, SCALE.percent) && percent <= exact(max, SCALE.percent);

/** Whether a percent line can have this percent, at scale 4. */
export const isPercent = (percent: bigint): boolean => isWithin(percent, OF_LINES);

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

const problemOf = (range: typeof OF_LINES) => (text: string) => {
  const value = parse(text, SCALE.percent);
  if (value === null) return unreadable(text, SCALE.percent);
  return isWithin(value, range) ? null : percentOutOfBounds(range);
};
/** Why a typed percent is refused; null when it is allowed. */
export const percentProblem: (text: string) => Sentence<Code> | null = problemOf(OF_LINES);
/** Why a typed rate is refused; null when it is allowed. */
export const rateProblem: (text: string) => Sentence<Code> | null = problemOf(OF_RATES);

/** Columns that other documents than estimates have: acts, measurement sheets, price lists. */
import type { Trait } from '../../reading.ts';
import type { Recognition } from '../columns/recognize.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';

/** A single column, such as a date of completion, does not make a bill. */
const FEWEST_OF_PROGRESS = 2;
const TELLING = 0.7;

export function traitsOf(header: readonly HeaderColumn[], sample: Sample, { fields, isMeasurement }: Recognition): Trait[] {
  const progress = header.filter(({ means, column }) => means.progress >= TELLING && sample.share(column, 'number') > 0);
  const hasMoney = [...fields.keys()].some((field) => field !== 'code' && field !== 'name' && field !== 'unit' && field !== 'quantity');
  const found: readonly (readonly [Trait, boolean])[] = [
    ['progress', progress.length >= FEWEST_OF_PROGRESS],
    ['measurement', isMeasurement],
    ['no-money', !hasMoney],
    [
      'catalogue',
      !fields.has('quantity') &&
        !fields.has('total') &&
        !['labour', 'materials', 'tools'].some((field) => (fields as ReadonlyMap<string, number>).has(field)),
    ],
  ];
  return found.flatMap(([trait, holds]) => (holds ? [trait] : []));
}

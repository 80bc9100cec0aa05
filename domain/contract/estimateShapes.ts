/** The records of an estimate that only its own calls carry. */
import * as v from 'valibot';
import { CHANGES } from '../comparison.ts';
import { Amounts, DecimalText, Id, Nullable } from './scalars.ts';

const Difference = v.object({ old: Amounts, new: Amounts, difference: Amounts });
const ChangeCounts = v.object(
  Object.fromEntries(CHANGES.map((change) => [change, v.number()])) as Record<(typeof CHANGES)[number], v.NumberSchema<undefined>>,
);
const ComparedNumbers = v.object({
  id: Id,
  quantity: DecimalText,
  unit_labour: DecimalText,
  unit_materials: DecimalText,
  unit_tools: DecimalText,
  ...Amounts.entries,
});
const VersionName = v.object({ id: Id, number: v.number(), name: v.string() });

/** What became of an estimate from one version to another, section headings left out. */
export const VersionComparison = v.object({
  old: VersionName,
  new: VersionName,
  lists: v.array(v.object({ title: v.string(), ...Difference.entries, ...ChangeCounts.entries })),
  counts: ChangeCounts,
  subtotal: Difference,
  total: Difference,
  total_with_taxes: Difference,
  rows: v.pipe(
    v.array(
      v.object({
        change: v.picklist(CHANGES),
        list_title: v.string(),
        code: v.string(),
        name: v.string(),
        unit: v.string(),
        old: Nullable(ComparedNumbers),
        new: Nullable(ComparedNumbers),
        difference: Amounts,
      }),
    ),
    v.description('The window asked for of the rows that differ'),
  ),
  row_count: v.pipe(v.number(), v.description('How many rows differ')),
});

export type VersionComparison = v.InferOutput<typeof VersionComparison>;

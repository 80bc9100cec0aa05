/** The shapes of a row of an estimate and of a percent line. They have a file of their own, because every list needs them before the other records. */
import * as v from 'valibot';
import { Amounts, Id, Measure, Nullable, Price, Timestamp } from './scalars.ts';

const PercentEntries = {
  percent_total: Nullable(Price),
  percent_labour: Nullable(Price),
  percent_materials: Nullable(Price),
  percent_tools: Nullable(Price),
};
export const LineEntries = { id: Id, order: v.number(), name: v.string(), ...PercentEntries, updated_at: Timestamp, revision: v.number() };
export const Line = v.object({ ...LineEntries, ...Amounts.entries });

/** A heading has the sums of its rows as its amounts. */
export const SectionEntries = {
  level: v.pipe(
    v.number(),
    v.description('Of a heading 1 to 3; of another row that of the section it stands in, 0 when it stands in none'),
  ),
  section_id: v.pipe(v.number(), v.description('The section it stands in, 0 for none')),
  row_count: v.pipe(v.number(), v.description('The rows of a section, those of sections within it included')),
};
/** Null for a person who sees no prices; its type leaves the null out, as the type of `Price` does. */
export const UnitPriceFormula = v.nullable(v.string()) as unknown as v.StringSchema<undefined>;
/** The formulas behind numbers of a row, as stored: without "=". */
export const Formulas = v.partial(
  v.object({ quantity: v.string(), unit_labour: UnitPriceFormula, unit_materials: UnitPriceFormula, unit_tools: UnitPriceFormula }),
);
export const Row = v.object({
  id: Id,
  list_id: Id,
  order: v.number(),
  kind: v.picklist(['row', 'section']),
  code: v.string(),
  name: v.string(),
  unit: v.string(),
  quantity: Measure,
  unit_labour: Price,
  unit_materials: Price,
  unit_tools: Price,
  unit_total: Price,
  formulas: v.pipe(v.nullish(Formulas), v.description('By field; null where every number was given as such')),
  revision: v.number(),
  ...SectionEntries,
  ...Amounts.entries,
});

export type Line = v.InferOutput<typeof Line>;
export type Row = v.InferOutput<typeof Row>;

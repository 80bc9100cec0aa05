/** The records of an estimate that only its own calls carry. */
import * as v from 'valibot';
import { CHANGES } from '../comparison.ts';
import { COMPUTED_FIELDS, FILLED_FIELDS } from '../rowFields.ts';
import { Amounts, Id, Measure, Nullable, Price, Timestamp } from './scalars.ts';
import * as s from './shapes.ts';

const FOUND_FIELDS = [...FILLED_FIELDS, ...COMPUTED_FIELDS] as const;

const Difference = v.object({ old: Amounts, new: Amounts, difference: Amounts });
const ChangeCounts = v.object(
  Object.fromEntries(CHANGES.map((change) => [change, v.number()])) as Record<(typeof CHANGES)[number], v.NumberSchema<undefined>>,
);
const ComparedNumbers = v.object({
  id: Id,
  quantity: Measure,
  unit_labour: Price,
  unit_materials: Price,
  unit_tools: Price,
  ...Amounts.entries,
});
const VersionName = v.object({ id: Id, number: v.number(), name: v.string() });

/** The changes of an estimate from one version to another, under the headings of their sections. */
export const VersionComparison = v.object({
  old: VersionName,
  moment: v.pipe(Nullable(v.object({ id: Id, name: v.string(), at: Timestamp })), v.description('When the old side is as it was then')),
  new: VersionName,
  lists: v.array(v.object({ title: v.string(), ...Difference.entries, ...ChangeCounts.entries })),
  counts: ChangeCounts,
  subtotal: Difference,
  total: Difference,
  total_with_taxes: Difference,
  rows: v.pipe(
    v.array(
      v.object({
        kind: v.picklist(['row', 'section']),
        change: v.pipe(Nullable(v.picklist(CHANGES)), v.description('null for a heading')),
        level: v.pipe(v.number(), v.description('How deep it stands in sections, from 1 for a heading; 0 for a row outside sections')),
        row_count: v.pipe(v.number(), v.description('How many rows below a heading differ; 0 for a row')),
        list_title: v.string(),
        code: v.string(),
        name: v.string(),
        unit: v.string(),
        old: Nullable(ComparedNumbers),
        new: Nullable(ComparedNumbers),
        difference: Amounts,
      }),
    ),
    v.description('The window asked for of the rows that differ, or of those with the change asked for, under their headings'),
  ),
  row_count: v.pipe(v.number(), v.description('How many such rows and headings there are')),
});

export const EstimateList = v.object({ ...s.ListCosts.entries, row_count: v.number(), revision: v.number() });
export const ListAndSummary = v.object({ list: EstimateList, summary: s.VersionSummary });

/** The most rows suggested at once. */
export const MOST_SUGGESTED = 10;
export const SuggestedRow = v.object({
  ...v.pick(s.Row, ['id', 'code', 'name', 'unit', 'unit_labour', 'unit_materials', 'unit_tools', 'unit_total']).entries,
  project_name: v.string(),
  list_title: v.string(),
  currency: v.string(),
});
export type SuggestedRow = v.InferOutput<typeof SuggestedRow>;

/** A row of any estimate of a team, and where it is. */
export const FoundRow = v.object({
  ...v.pick(s.Row, ['id', 'code', 'name', 'unit', 'unit_total']).entries,
  project_id: Id,
  project_name: v.string(),
  version_id: Id,
  list_id: Id,
  list_title: v.string(),
  currency: v.string(),
});
export type FoundRow = v.InferOutput<typeof FoundRow>;

/** The cells a replacement would change, and in how many rows. */
export const ReplacementCount = v.object({ cells: v.number(), rows: v.number() });

const edited = {
  ...s.eventOfEdit,
  ids: v.pipe(v.array(Id), v.description('The rows made or changed, in their order')),
  rows: v.pipe(v.array(s.Row), v.description('The first 500 of them as they are now')),
  summary: s.VersionSummary,
};
/** Rows made or changed in one list. */
export const RowsInList = v.object({ ...edited, list: s.ListCosts, ...s.touchedSections });
/** Rows made, moved or changed in several lists. */
export const RowsInLists = v.object({ ...edited, lists: v.array(s.ListCosts), ...s.touchedSections });
export const RowsGone = v.object({ ...s.eventOfEdit, ids: v.array(Id), lists: v.array(s.ListCosts), summary: s.VersionSummary });

/** The most cells one search names. */
export const MOST_FOUND = 10_000;
/** Cells that contain a text, one for each row, in the order of the rows. */
export const FoundCells = v.object({
  places: v.pipe(v.array(v.number()), v.description(`The places of the first ${MOST_FOUND} rows in their list, from 0`)),
  fields: v.pipe(v.array(v.picklist(FOUND_FIELDS)), v.description('The first column of each that holds it')),
  total: v.pipe(v.number(), v.description('How many rows hold it')),
  sought: v.pipe(v.optional(v.nullable(v.number())), v.description('The place of the row `row_id`, where it is among them')),
});

export const Comment = v.object({
  id: Id,
  row_id: Id,
  author_id: Id,
  author_name: v.string(),
  text: v.string(),
  created_at: Timestamp,
  updated_at: v.pipe(Nullable(Timestamp), v.description('When its author changed it')),
});
/** The moment up to which a person has read a row's comments, and how many there were. */
export const CommentRead = v.object({ type: v.picklist(['row', 'act_row']), row: Id, date: Timestamp, count: v.number() });
export const CommentCount = v.object({ row_id: Id, count: v.number(), unread: v.number() });

export type FoundCells = v.InferOutput<typeof FoundCells>;
export type Comment = v.InferOutput<typeof Comment>;
export type CommentRead = v.InferOutput<typeof CommentRead>;
export type CommentCount = v.InferOutput<typeof CommentCount>;
export type EstimateList = v.InferOutput<typeof EstimateList>;
export type ListAndSummary = v.InferOutput<typeof ListAndSummary>;
export type RowsInList = v.InferOutput<typeof RowsInList>;
export type RowsInLists = v.InferOutput<typeof RowsInLists>;
export type RowsGone = v.InferOutput<typeof RowsGone>;
export type VersionComparison = v.InferOutput<typeof VersionComparison>;

/** The calls about an estimate: its history, versions, lists, rows and lines. */
import * as v from 'valibot';
import { BLOCK_COLUMNS, BLOCK_EDITS, BLOCK_FIELDS, BLOCK_ROWS } from '../blockShape.ts';
import { CHANGES } from '../comparison.ts';
import { KeptViews, RowView } from '../rowView.ts';
import * as say from '../sentences/estimates.ts';
import { noSuchChange } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { Moment } from './days.ts';
import type { Endpoints } from './endpoint.ts';
import * as e from './estimateShapes.ts';
import * as f from './fields.ts';
import { HistoryEvent } from './graphql.ts';
import { Id } from './scalars.ts';
import * as s from './shapes.ts';
import { KeptQuery, ViewQuery } from './viewQuery.ts';

const id = v.object({ id: f.IdParameter });
const percentLine = f.oneOf({
  name: f.Title,
  percent_total: v.nullable(f.Percent),
  percent_labour: v.nullable(f.Percent),
  percent_materials: v.nullable(f.Percent),
  percent_tools: v.nullable(f.Percent),
});
/** The event the person saw; without it, the next one in line. */
const historyStep = v.object({ event_id: v.optional(Id) });
const historyTouched = v.object({ event: HistoryEvent, versions: v.array(Id), lists: v.array(Id), acts: v.array(Id) });
const lineAndSummary = v.object({ ...s.eventOfEdit, record: s.Line, summary: s.VersionSummary });
/** Rows that can be edited at once. */
const MOST_ROWS = BLOCK_ROWS;
const manyIds = v.pipe(
  v.array(Id),
  v.minLength(1, ruleText(say.noRows())),
  v.maxLength(MOST_ROWS, ruleText(say.tooManyRows({ count: MOST_ROWS }))),
);
/** The record to insert after: null for the start, absent for the end. */
const after = v.optional(v.nullable(Id));
const withRows = v.pipe(
  v.optional(v.pipe(v.array(Id), v.maxLength(MOST_ROWS, ruleText(say.tooManyRows({ count: MOST_ROWS })))), () => []),
  v.description('The headings among them whose rows go too, with those of sections within'),
);
const pastRows = v.pipe(v.optional(v.boolean(), false), v.description('Behind all rows of the section whose heading `after_id` is'));
const rowEntries = {
  kind: v.optional(v.picklist(['row', 'section']), 'row'),
  code: v.optional(f.RowCode, ''),
  name: v.optional(f.RowName, ''),
  unit: v.optional(f.RowUnit, ''),
  quantity: v.optional(f.Quantity, '0'),
  unit_labour: v.optional(f.UnitPrice, '0'),
  unit_materials: v.optional(f.UnitPrice, '0'),
  unit_tools: v.optional(f.UnitPrice, '0'),
};
/** One row's fields, or `rows` with those of several. */
const newRows = v.object({
  after_id: after,
  past_rows: pastRows,
  rows: v.optional(
    v.pipe(
      v.array(v.strictObject(rowEntries)),
      v.minLength(1, ruleText(say.noRows())),
      v.maxLength(MOST_ROWS, ruleText(say.tooManyRows({ count: MOST_ROWS }))),
    ),
  ),
  ...rowEntries,
});
const block = v.object({
  row_id: v.pipe(v.nullable(Id), v.description('The row of the first cells; null adds all behind the last row')),
  row_ids: v.pipe(
    v.optional(v.pipe(v.array(Id), v.maxLength(BLOCK_ROWS, ruleText(say.tooManyRows({ count: BLOCK_ROWS }))))),
    v.description('The rows of the block one by one, where they do not follow each other; the first is `row_id`'),
  ),
  as: v.pipe(v.optional(v.picklist(BLOCK_EDITS), 'paste'), v.description('What history calls it; a fill passes over section headings')),
  field: v.picklist(BLOCK_FIELDS, ruleText(say.noSuchColumn())),
  fields: v.pipe(
    v.optional(
      v.pipe(
        v.array(v.nullable(v.picklist(BLOCK_FIELDS, ruleText(say.noSuchColumn())))),
        v.maxLength(BLOCK_COLUMNS, ruleText(say.tooManyColumns({ count: BLOCK_COLUMNS }))),
      ),
    ),
    v.description('The columns of the block one by one, where they are not those from `field` on; null ignores the cells of one'),
  ),
  decimal: v.pipe(
    v.nullish(v.picklist(['.', ',']), null),
    v.description('The decimal mark of columns whose numbers do not tell which they use; other columns are read by theirs'),
  ),
  cells: v.pipe(
    v.array(v.pipe(v.array(v.string()), v.maxLength(BLOCK_COLUMNS, ruleText(say.tooManyColumns({ count: BLOCK_COLUMNS }))))),
    v.minLength(1, ruleText(say.nothingToPaste())),
    v.maxLength(BLOCK_ROWS, ruleText(say.tooManyRows({ count: BLOCK_ROWS }))),
  ),
});
const replacing = v.object({ text: f.SoughtText, by: f.ReplacementText });
const comment = v.object({ text: f.CommentText });

export const estimateRoutes = {
  'POST /projects/:id/history/backward/': { who: 'member', does: 'acts', params: id, body: historyStep, answer: historyTouched },
  'POST /projects/:id/history/forward/': { who: 'member', does: 'acts', params: id, body: historyStep, answer: historyTouched },

  'POST /projects/:id/versions/': {
    who: 'member',
    does: 'edits',
    isInPieces: true,
    status: 201,
    params: id,
    body: v.object({ name: v.optional(f.OptionalTitle, ''), from_version_id: v.optional(v.nullable(Id)) }),
    answer: s.Version,
  },
  'PATCH /versions/:id/': { who: 'member', does: 'edits', params: id, body: v.object({ name: f.OptionalTitle }), answer: s.Version },
  'DELETE /versions/:id/': { who: 'member', does: 'edits', params: id, answer: v.object({ versions: v.array(s.Version) }) },
  'GET /versions/:id/compare/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    params: id,
    query: v.object({
      with: f.IdParameter,
      moment: v.pipe(v.optional(f.IdParameter), v.description('A named moment: the old side is that version as it was then')),
      change: v.optional(v.picklist(CHANGES, ruleText(noSuchChange()))),
      view: v.pipe(ViewQuery, v.description('Only its folded headings count')),
      ...f.WindowQuery,
    }),
    answer: e.VersionComparison,
  },
  'GET /versions/:id/summary/': { who: 'member', does: 'reads', params: id, answer: s.VersionSummary },
  'GET /versions/:id/lists/': { who: 'member', does: 'reads', params: id, answer: v.array(e.EstimateList) },
  'POST /versions/:id/lists/': {
    who: 'member',
    does: 'edits',
    status: 201,
    params: id,
    body: v.object({ title: f.OptionalTitle }),
    answer: e.ListAndSummary,
  },
  'PUT /lists/:id/': { who: 'member', does: 'edits', params: id, body: v.object({ title: f.OptionalTitle }), answer: e.ListAndSummary },
  'DELETE /lists/:id/': { who: 'member', does: 'edits', params: id, answer: s.VersionSummary },
  'POST /lists/:id/move/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: v.object({ after_id: v.nullable(Id) }),
    answer: e.ListAndSummary,
  },

  'GET /lists/:id/view/': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.pipe(KeptViews, v.description('How the caller left the list')),
  },
  'PUT /lists/:id/view/': {
    who: 'member',
    does: 'reads',
    isRepeatable: true,
    params: id,
    body: f.oneOf({ estimate: RowView, acts: v.pipe(RowView, v.description('Only its folded headings count')) }),
    answer: KeptViews,
  },

  'POST /lists/:id/rows/': { who: 'member', does: 'edits', status: 201, isLarge: true, params: id, body: newRows, answer: e.RowsInList },
  'POST /lists/:id/paste/': { who: 'member', does: 'edits', isLarge: true, params: id, body: block, answer: e.RowsInList },
  'DELETE /rows/:id/': { who: 'member', does: 'edits', params: id, answer: e.RowsGone },
  'POST /rows/:id/move/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: v.object({ list_id: Id, after_id: after }),
    answer: e.RowsInLists,
  },
  'POST /versions/:id/rows/delete/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: v.object({ ids: manyIds, with_rows: withRows }),
    answer: e.RowsGone,
  },
  'POST /versions/:id/rows/move/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: v.object({ ids: manyIds, list_id: Id, after_id: after, with_rows: withRows, past_rows: pastRows }),
    answer: e.RowsInLists,
  },
  'POST /versions/:id/rows/duplicate/': {
    who: 'member',
    does: 'edits',
    status: 201,
    params: id,
    body: v.object({ ids: manyIds, with_rows: withRows }),
    answer: e.RowsInLists,
  },
  'POST /rows/:id/step/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: v.object({ by: v.pipe(v.picklist([1, -1]), v.description('Past the section behind it, or before it, of the same level')) }),
    answer: e.RowsInLists,
  },
  'GET /lists/:id/rows/': {
    who: 'member',
    does: 'reads',
    checksSession: true,
    params: id,
    query: v.object({
      ...f.WindowQuery,
      view: ViewQuery,
      kept: KeptQuery,
      shape: v.optional(v.picklist(['rows', 'columns'])),
      extras: v.pipe(
        v.optional(v.picklist(['with'])),
        v.description('Quantities and amounts with approved extras, which are named; not as columns'),
      ),
    }),
    answer: v.union([v.object({ rows: v.array(s.WidenedRow), ...s.wholeList }), s.RowColumns]),
  },
  'GET /lists/:id/find/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object({ text: f.SoughtText, view: ViewQuery, row_id: v.optional(f.IdParameter) }),
    answer: e.FoundCells,
  },
  'GET /lists/:id/replacement/': { who: 'member', does: 'edits', params: id, query: replacing, answer: e.ReplacementCount },
  'POST /lists/:id/replace/': {
    who: 'member',
    does: 'edits',
    params: id,
    body: replacing,
    answer: v.object({ ...s.eventOfEdit, ...e.ReplacementCount.entries, summary: s.VersionSummary }),
  },
  'GET /teams/:id/rows/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object({ text: f.SoughtText }),
    answer: v.pipe(v.array(e.FoundRow), v.description("Rows of the team's estimates whose name or code begins so, the latest of each")),
  },
  'GET /lists/:id/suggestions/': {
    who: 'member',
    does: 'edits',
    params: id,
    query: v.object({ field: v.picklist(['code', 'name'], ruleText(say.noSuchColumn())), text: f.SoughtText }),
    answer: v.pipe(
      v.array(e.SuggestedRow),
      v.description("Rows of the team's other estimates that begin so, the latest of each name or code"),
    ),
  },
  'GET /lists/:id/units/': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.pipe(v.array(v.string()), v.description('The units used in the project, in alphabetical order')),
  },
  'PUT /rows/:id/': {
    who: 'member',
    does: 'edits',
    checksSession: true,
    params: id,
    body: f.oneOf({
      code: f.RowCode,
      name: f.RowName,
      unit: f.RowUnit,
      quantity: f.Quantity,
      unit_labour: f.UnitPrice,
      unit_materials: f.UnitPrice,
      unit_tools: f.UnitPrice,
    }),
    answer: v.object({ ...s.eventOfEdit, row: s.Row, list: s.ListCosts, summary: s.VersionSummary, ...s.touchedSections }),
  },
  'GET /rows/:id/': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.object({ row: s.Row, summary: s.VersionSummary, ...s.touchedSections }),
  },
  'POST /versions/:id/additional_summary_costs/': {
    who: 'member',
    does: 'edits',
    status: 201,
    params: id,
    body: v.object({ name: f.Title }),
    answer: lineAndSummary,
  },
  'PUT /additional_summary_costs/custom/:id/': {
    who: 'member',
    does: 'edits',
    checksSession: true,
    params: id,
    body: percentLine,
    answer: lineAndSummary,
  },
  'DELETE /additional_summary_costs/custom/:id/': { who: 'member', does: 'edits', params: id, answer: s.VersionSummary },
  'POST /versions/:id/taxes/': {
    who: 'member',
    does: 'edits',
    status: 201,
    params: id,
    body: v.object({ name: f.Title }),
    answer: lineAndSummary,
  },
  'PUT /taxes/:id/': { who: 'member', does: 'edits', checksSession: true, params: id, body: percentLine, answer: lineAndSummary },
  'DELETE /taxes/:id/': { who: 'member', does: 'edits', params: id, answer: s.VersionSummary },

  'GET /lists/:id/comments/': { who: 'member', does: 'reads', params: id, answer: v.array(e.CommentCount) },
  'GET /rows/:id/comments/': {
    who: 'member',
    does: 'reads',
    params: id,
    query: v.object(f.WindowQuery),
    answer: v.object({ comments: v.array(e.Comment), total: v.number() }),
  },
  'POST /rows/:id/comments/': { who: 'member', does: 'reads', status: 201, params: id, body: comment, answer: e.Comment },
  'POST /rows/:id/comments/read/': {
    who: 'member',
    does: 'reads',
    params: id,
    body: v.object({ date: v.optional(Moment) }),
    answer: e.CommentRead,
  },
  'PATCH /comments/:id/': { who: 'member', does: 'reads', isOwnOnly: true, params: id, body: comment, answer: e.Comment },
  'DELETE /comments/:id/': { who: 'member', does: 'reads', isOwnOnly: true, params: id, answer: f.Done },
  'PUT /versions/:id/presence/': { who: 'member', does: 'reads', params: id, answer: v.array(v.object({ id: Id, name: v.string() })) },
  'DELETE /versions/:id/presence/': { who: 'member', does: 'reads', params: id, answer: f.Done },
} as const satisfies Endpoints;

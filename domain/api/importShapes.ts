/** The answers of an import under way: the lists found in a file, the rows read in each, and their errors. */
import * as v from 'valibot';
import { RECOGNIZED_AS } from './recognizedAs.ts';
import { DecimalText, Id, Nullable } from './scalars.ts';
import { Sentence, SentenceParams } from './sentences.ts';
import { Summary } from './shapes.ts';

export const LONGEST_CORRECTION = 2_000;
const IMPORT_STATUSES = ['reading', 'importable', 'errors_found', 'refused'] as const;

/**
 * A cell that cannot be imported. `value` is its text, `field` the meaning of its column. `description` is the English sentence about it,
 * `code` names the sentence and `params` fill it, as in an error.
 */
export const CellError = v.object({
  column_index: v.number(),
  description: v.string(),
  code: v.string(),
  params: v.exactOptional(SentenceParams),
  field: v.string(),
  value: v.string(),
});

/** A cell error with its cell as a spreadsheet names it: "D4". */
const PlacedError = v.object({ ...CellError.entries, place: v.string() });

/**
 * A total the file states, beside ours. `of`: "group", the rows of a section; "list", every row of the list; "summary", the rows with additional costs and
 * taxes. `explanation` says why they differ, where the file shows it ("The file's total leaves out row 61"). `ours` follows rows corrected or deleted
 * here, except for a "summary", which keeps the rows as they were read.
 */
export const StatedTotal = v.object({
  row_index: v.pipe(v.number(), v.description('The row as the spreadsheet numbers it; 0 where the format has no rows')),
  label: v.string(),
  of: v.picklist(['group', 'list', 'summary']),
  stated: DecimalText,
  ours: DecimalText,
  explanation: Nullable(Sentence),
});

const CERTAINTIES = ['sure', 'unsure'] as const;

/**
 * The one correction that removes a doubt or a cause: ticking or unticking a list, leaving a row out or taking it in, or recognising a
 * column as another field. A row taken in is identified by its place in the sheet, because it has no id yet.
 */
const Remedy = v.variant('kind', [
  v.object({ kind: v.literal('list'), list_id: Id, included: v.boolean() }),
  v.object({ kind: v.literal('leave_out'), list_id: Id, row_id: Id }),
  v.object({ kind: v.literal('take_in'), list_id: Id, row_index: v.number() }),
  v.object({ kind: v.literal('column'), list_id: Id, column_index: v.number(), recognized_as: v.picklist(RECOGNIZED_AS) }),
]);

/**
 * A reason to doubt the reading, or a cause of the difference from the file's total. `amount` is the money it concerns, `difference` the difference
 * from the file's total after the remedy.
 */
const Doubt = v.object({
  ...Sentence.entries,
  list_id: v.pipe(Nullable(Id), v.description('null where it is about the whole file')),
  amount: Nullable(DecimalText),
  remedy: Nullable(Remedy),
  difference: Nullable(DecimalText),
});

/**
 * The sum of the ticked lists beside what the file states. `of`: "file", a total of the whole file; "lists", the totals the ticked lists state;
 * "with_lines", a total with additional costs and taxes, where `ours` has them too; null: the file states none. `causes` come largest first.
 */
const Comparison = v.object({
  of: Nullable(v.picklist(['file', 'lists', 'with_lines'])),
  stated: Nullable(DecimalText),
  label: v.string(),
  sheet: v.string(),
  row_index: v.pipe(v.number(), v.description('0 where it is not one row')),
  ours: DecimalText,
  difference: Nullable(DecimalText),
  causes: v.array(Doubt),
});

/** A row or column of a sheet that was not imported. A row can be taken in with its text and amount. */
const LeftOut = v.variant('kind', [
  v.object({
    kind: v.literal('row'),
    row_index: v.number(),
    text: v.string(),
    amount: Nullable(DecimalText),
    why: Sentence,
    taken_in: v.boolean(),
  }),
  v.object({ kind: v.literal('column'), column_index: v.number(), header: v.string(), why: Sentence }),
]);

/**
 * One table found in the file. When `included` is false, the table is offered but not imported; tables on hidden sheets (`is_hidden`) and tables that are
 * not the estimate (`why`) start this way. `certainty` is "sure" where nothing is in `doubts`; both follow the person's corrections.
 * `file_total` is what the file states for the whole list, null when it states nothing.
 */
export const ImportList = v.object({
  id: Id,
  title: v.string(),
  sheet: v.string(),
  order: v.number(),
  included: v.boolean(),
  is_hidden: v.boolean(),
  row_count: v.number(),
  updated_count: v.number(),
  error_count: v.number(),
  total: v.pipe(DecimalText, v.description('Sum of the rows that can be read')),
  file_total: Nullable(StatedTotal),
  why: v.pipe(Nullable(Sentence), v.description('Why it was not ticked at first')),
  certainty: v.picklist(CERTAINTIES),
  doubts: v.array(Doubt),
});

/**
 * An additional cost or tax the file states in percents. A first import makes the `included` ones; a later import keeps the last
 * version's lines, and these only inform.
 */
export const ImportLine = v.object({
  id: Id,
  kind: v.picklist(['additional_cost', 'tax']),
  name: v.string(),
  percent_total: Nullable(DecimalText),
  percent_labour: Nullable(DecimalText),
  percent_materials: Nullable(DecimalText),
  percent_tools: Nullable(DecimalText),
  stated: v.pipe(Nullable(DecimalText), v.description('The amount the file states for it')),
  sheet: v.string(),
  included: v.boolean(),
});

/**
 * The first answer for the import screen. `errors` are by list in its order, at most the first 1 000 rows in error; `row_id` deletes the row. `position`
 * is the index of the row in its list; `progress` is 1 while the rows are compared and added up. `vanished_count`: rows of the last version (`version_id`)
 * with no counterpart in the file. `certainty` and `doubts` are of the whole file, its ticked lists included. `sheets_left_out`: sheets
 * with values that no list was read from; `rows` counts those with several numbers.
 */
export const ImportLists = v.object({
  import_id: Id,
  revision: v.pipe(v.number(), v.description('Grows with every change that is shown here')),
  new_lists: v.array(ImportList),
  is_first_import: v.boolean(),
  version_id: Nullable(Id),
  status: v.picklist(IMPORT_STATUSES),
  progress: v.number(),
  file_name: v.string(),
  currency_code: v.pipe(Nullable(v.string()), v.description('The one currency its headings name')),
  refusal: Nullable(Sentence),
  lines: v.array(ImportLine),
  vanished_count: v.number(),
  certainty: v.picklist(CERTAINTIES),
  doubts: v.array(Doubt),
  comparison: Nullable(Comparison),
  sheets_left_out: v.array(v.object({ sheet: v.string(), rows: v.number(), why: Sentence })),
  errors: v.array(
    v.object({
      list_id: Id,
      sheet: v.string(),
      rows: v.array(v.object({ row_id: Id, row_index: v.number(), position: v.number(), cells: v.array(PlacedError) })),
    }),
  ),
});

/**
 * One row read. `cells` holds the text of the recognised cells, by field; `amount` is ours, `stated` the file's own where it has one; `remarks` say where
 * the row was changed on reading, and why. `changes` names the fields that differ from the last version, old and new; `is_new`: there is a last version,
 * and it has no such row.
 */
export const ImportRow = v.object({
  id: Id,
  sheet_row_index: v.pipe(v.number(), v.description('The row as the spreadsheet numbers it, from 1')),
  kind: v.picklist(['row', 'section']),
  cells: v.pipe(v.record(v.string(), v.string()), v.description('What was read, by field')),
  amount: Nullable(DecimalText),
  stated: Nullable(DecimalText),
  remarks: v.array(Sentence),
  changes: v.record(v.string(), v.object({ old: v.string(), new: v.string() })),
  is_new: v.boolean(),
  errors: v.array(CellError),
});

/**
 * A column of the table and the field it was recognised as. A `certainty` below about 0.7 should be checked; 1 comes from a person or from the format.
 * `is_decided`: a person of the team decided it, for this file or for an earlier one with such a header.
 */
export const ImportColumn = v.object({
  column_index: v.number(),
  header: v.string(),
  recognized_as: v.picklist(RECOGNIZED_AS),
  certainty: v.pipe(v.number(), v.description('0 to 1')),
  is_decided: v.boolean(),
});

/**
 * A window of a found list. `totals` are all totals the file states in it, `notices` are about the whole list. `left_out` holds the rows and columns of the
 * sheet that were not imported: the first 200 of `left_out_count`.
 */
export const ImportListData = v.object({
  columns: v.array(ImportColumn),
  is_recognized: v.pipe(v.boolean(), v.description('The columns were recognised and can be corrected; false where the format names them')),
  rows: v.array(ImportRow),
  total: v.number(),
  notices: v.array(Sentence),
  totals: v.array(StatedTotal),
  left_out: v.array(LeftOut),
  left_out_count: v.number(),
});

/** Rows of the last version that the file no longer has. */
export const VanishedRows = v.object({
  rows: v.array(
    v.object({
      id: Id,
      list_title: v.string(),
      code: v.string(),
      name: v.string(),
      unit: v.string(),
      quantity: DecimalText,
      total: DecimalText,
    }),
  ),
  total: v.number(),
});

const Cause = v.object({ rows: v.number(), difference: DecimalText });

/**
 * The last version's summary (null on a first import) and the one the finished import would have; rows in error are left out of it.
 * `causes` split the difference of the subtotals, in money and in rows; a row with another quantity and another price is in both.
 */
export const ImportSummary = v.object({
  saved_summary: Nullable(Summary),
  new_summary: Summary,
  causes: Nullable(v.object({ added: Cause, removed: Cause, requantified: Cause, repriced: Cause })),
});

export type CellError = v.InferOutput<typeof CellError>;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
export type Certainty = (typeof CERTAINTIES)[number];
export type Doubt = v.InferOutput<typeof Doubt>;
export type Remedy = v.InferOutput<typeof Remedy>;
export type Comparison = v.InferOutput<typeof Comparison>;
export type LeftOut = v.InferOutput<typeof LeftOut>;
export type StatedTotal = v.InferOutput<typeof StatedTotal>;
export type ImportList = v.InferOutput<typeof ImportList>;
export type ImportLine = v.InferOutput<typeof ImportLine>;
export type ImportLists = v.InferOutput<typeof ImportLists>;
export type ImportRow = v.InferOutput<typeof ImportRow>;
export type ImportColumn = v.InferOutput<typeof ImportColumn>;
export type ImportListData = v.InferOutput<typeof ImportListData>;
export type VanishedRows = v.InferOutput<typeof VanishedRows>;
export type ImportSummary = v.InferOutput<typeof ImportSummary>;

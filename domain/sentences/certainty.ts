/** The certainty of reading a file: reasons for doubt, and reasons why a list or a sheet is left out. */
import { sentence } from './sentence.ts';

export const totalDiffers = sentence(
  'doubt_total_differs',
  'The file states {stated} as the total of this list: its rows add up to {ours} here',
);
export const subtotalsDiffer = sentence(
  'doubt_subtotals_differ',
  '{count} subtotals of the file differ from the sum of their rows here',
  '{count} subtotal of the file differs from the sum of its rows here',
);
export const amountsDiffer = sentence(
  'doubt_amounts_differ',
  'In {count} of {of} rows the file states an amount other than quantity × unit price',
);
export const nothingConfirms = sentence(
  'doubt_nothing_confirms',
  'Nothing in the file confirms the amounts: it states no total, and no amount that is quantity × unit price',
);
export const noPrices = sentence('doubt_no_prices', 'No row has a price');
export const rowsLeftOut = sentence(
  'doubt_rows_left_out',
  '{count} rows with an amount were left out',
  '{count} row with an amount was left out',
);
export const oddPercent = sentence(
  'doubt_odd_percent',
  '“{name}” works out at {percent} %, more than such a line usually has. It is not ticked',
);
export const listsAlike = sentence('doubt_lists_alike', '“{list}” has rows of “{other}”: check which of them is the estimate');
export const fileTotalDiffers = sentence('doubt_file_total', 'The file states {stated} in all: the ticked lists add up to {ours}');
export const lineLeftOut = sentence(
  'doubt_line_left_out',
  'The sheet “{sheet}” states “{line}”, which is not imported: add it to the estimate afterwards',
);
export const sheetLeftOut = sentence('doubt_sheet_left_out', 'The sheet “{sheet}” has rows of numbers, but no table that could be read');

/** Why a list is offered without being ticked. */
export const apart = {
  twin: sentence('apart_twin', 'Its rows are also in “{list}”, with the same amounts'),
  unpriced: sentence('apart_unpriced', 'Its rows are also in “{list}”, where they have prices'),
  summary: sentence('apart_summary', 'It sums up other lists: its amounts are their totals'),
  detail: sentence('apart_detail', 'Its total is the amount of row {row} of “{list}”'),
  progress: sentence('apart_progress', 'It states progress, as an act or a running bill does'),
  again: sentence('apart_again', 'It has the rows and prices of “{list}” with other quantities, as a bill of executed works does'),
  variation: sentence('apart_variation', 'By its name it is a variation: works beyond the estimate'),
  measurement: sentence('apart_measurement', 'It measures quantities and has no prices'),
  rates: sentence('apart_rates', 'It has prices without quantities, as a price list does'),
} as const;

/** Why a sheet has no list. */
export const noTableOnSheet = sentence('sheet_no_table', 'No table of works was found on it');
export const noRowsOnSheet = sentence('sheet_no_rows', 'Its table has no rows that could be imported');

/** The reason beside a cause of the difference to the file's total. */
export const causes = {
  listOut: sentence('cause_list_out', '“{list}” is not ticked'),
  listIn: sentence('cause_list_in', '“{list}” is ticked'),
  rowOut: sentence('cause_row_out', 'Row {row} of “{list}” was left out: {text}'),
  rowIn: sentence('cause_row_in', 'Row {row} of “{list}” is included: {text}'),
  column: sentence('cause_column', 'A column of “{list}” may be another: {why}'),
  errors: sentence(
    'cause_errors',
    '{count} rows of “{list}” are in error and are not added up',
    '{count} row of “{list}” is in error and is not added up',
  ),
  amounts: sentence('cause_amounts', 'In rows of “{list}” quantity × unit price is not the stated amount'),
} as const;

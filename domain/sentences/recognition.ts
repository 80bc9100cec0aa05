/** The recognition of a table: reasons for doubt, and reasons why rows and columns were left out. */
import { sentence } from './sentence.ts';

export const doubts = {
  noHeader: sentence('doubt_no_header', 'No row names the columns: they are recognised by their numbers'),
  amountsAlone: sentence('doubt_amounts_alone', 'There are names and amounts but no quantities: check that this is the estimate'),
  otherFigure: sentence('doubt_other_figure', 'The amounts are taken from “{header}”, which names a figure other than the estimate’s'),
  otherPrice: sentence('doubt_other_price', 'Quantity × “{header}” is not the amount in most rows: the amounts are used'),
  partNotAdded: sentence('doubt_part_not_added', 'The amounts of “{header}” are not added: they are read as a part of “{other}”'),
  otherBlock: sentence(
    'doubt_other_block',
    'The columns of “{header}” are quantities, prices and amounts too: with them the list adds up to {total}',
  ),
  costsDiffer: sentence(
    'doubt_costs_differ',
    '“{header}” is another percent of the amount in each row, {total} in all. It is not imported: add it to the estimate afterwards',
  ),
  pricesWithTax: sentence(
    'doubt_prices_with_tax',
    'By the words “{header}” the prices include tax. They are imported as they are: a tax added to them would count twice',
  ),
  twoBlocks: sentence(
    'doubt_two_blocks',
    'Rows have their price in one of two blocks of columns, and both are used: without “{header}” the list adds up to {total}',
  ),
  severalCurrencies: sentence(
    'doubt_several_currencies',
    'Prices and amounts are in several currencies ({currencies}): they are added up as if they were one',
  ),
  wordsForNumbers: sentence(
    'doubt_words_for_numbers',
    '{count} cells under “{header}” hold words where numbers are expected',
    '1 cell under “{header}” holds words where a number is expected',
  ),
  parentsDiffer: sentence(
    'doubt_parents_differ',
    '{count} headings state an amount other than the sum of their rows',
    '1 heading states an amount other than the sum of its rows',
  ),
} as const;

/** Why a row is not in the list. */
export const rowsApart = {
  resource: sentence('left_resource', 'It is part of the price in row {row}'),
  ofWhich: sentence('left_of_which', 'It says how row {row} is made up, and is counted there'),
  measured: sentence('left_measured', 'It is a line of a measurement'),
  belowTotal: sentence('left_below_total', 'It is below the last total'),
  unnamed: sentence('left_unnamed', 'It has an amount and no name'),
  otherTotal: sentence('left_other_total', 'It reads as a total or an additional cost, and no rows add up to it'),
} as const;

/** Why a column is not used. */
export const columnsApart = {
  dimension: sentence('left_dimension', 'It is a dimension: the quantity follows from it'),
  progress: sentence('left_progress', 'It states progress'),
  elsewhere: sentence('left_elsewhere', 'Its header names a figure other than the estimate’s'),
  otherBlock: sentence('left_other_block', 'It belongs to another block of prices or quantities'),
  unknown: sentence('left_unknown', 'Nothing shows what its numbers mean'),
} as const;

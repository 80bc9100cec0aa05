/** The recognition of a table: reasons for doubt, and reasons why rows and columns were left out. */
import { saying } from './sentence.ts';

export const doubts = {
  noHeader: saying('doubt_no_header', 'No row names the columns: they are recognised by their numbers'),
  amountsAlone: saying('doubt_amounts_alone', 'There are names and amounts but no quantities: check that this is the estimate'),
  otherFigure: saying('doubt_other_figure', 'The amounts are taken from “{header}”, which names a figure other than the estimate’s'),
  otherPrice: saying('doubt_other_price', 'Quantity × “{header}” is not the amount in most rows: the amounts are used'),
  partNotAdded: saying('doubt_part_not_added', 'The amounts of “{header}” are not added: they are read as a part of “{other}”'),
  otherBlock: saying(
    'doubt_other_block',
    'The columns of “{header}” are quantities, prices and amounts too: with them the list adds up to {total}',
  ),
  twoBlocks: saying(
    'doubt_two_blocks',
    'Rows have their price in one of two blocks of columns, and both are used: without “{header}” the list adds up to {total}',
  ),
  severalCurrencies: saying(
    'doubt_several_currencies',
    'Prices and amounts are in several currencies ({currencies}): they are added up as if they were one',
  ),
  wordsForNumbers: saying(
    'doubt_words_for_numbers',
    '{count} cells under “{header}” hold words where numbers are expected',
    '1 cell under “{header}” holds words where a number is expected',
  ),
  parentsDiffer: saying(
    'doubt_parents_differ',
    '{count} headings state an amount other than the sum of their rows',
    '1 heading states an amount other than the sum of its rows',
  ),
} as const;

/** Why a row is not in the list. */
export const rowsApart = {
  resource: saying('left_resource', 'It is part of the price in row {row}'),
  ofWhich: saying('left_of_which', 'It says how row {row} is made up, and is counted there'),
  measured: saying('left_measured', 'It is a line of a measurement'),
  belowTotal: saying('left_below_total', 'It is below the last total'),
  unnamed: saying('left_unnamed', 'It has an amount and no name'),
  otherTotal: saying('left_other_total', 'It reads as a total or an additional cost, and no rows add up to it'),
} as const;

/** Why a column is not used. */
export const columnsApart = {
  dimension: saying('left_dimension', 'It is a dimension: the quantity follows from it'),
  progress: saying('left_progress', 'It states progress'),
  elsewhere: saying('left_elsewhere', 'Its header names a figure other than the estimate’s'),
  otherBlock: saying('left_other_block', 'It belongs to another block of prices or quantities'),
  unknown: saying('left_unknown', 'Nothing shows what its numbers mean'),
} as const;

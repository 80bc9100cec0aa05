/** The findings of an import about the file it reads: about a row, a whole list, or a total. */
import { sentence } from './sentence.ts';

export const row = {
  combined: sentence('row_combined', 'The unit price is not split: all of it is taken as materials'),
  derived: sentence('row_derived', 'The unit price is the amount divided by the quantity'),
  quantityOne: sentence('row_quantity_one', 'The file gives no quantity, so it is taken as 1'),
  quantityDerived: sentence('row_quantity_derived', 'The file gives no quantity, so it is the amount divided by the unit price'),
  rateOnly: sentence('row_rate_only', 'The file gives no quantity, so it is taken as 0'),
  rounded: sentence('row_rounded', 'The file has more than six decimals: rounding them changes the amount'),
  amountDiffers: sentence('row_amount_differs', 'The file’s amount is not quantity × unit price'),
  cents: sentence('row_cents', 'Labour, materials and tools are each rounded to the cent'),
  wholeUnits: sentence('row_whole_units', 'The file rounds the amount to whole units'),
  notCounted: sentence('row_not_counted', 'The file does not count this row, so its quantity is taken as 0'),
  multiplied: sentence('row_multiplied', 'The file gives its chapter a quantity too: this one is multiplied by it'),
} as const;

export const list = {
  combined: sentence('list_combined', 'The unit price is not split into labour, materials and tools: it is taken as materials ({rows}).'),
  derived: sentence('list_derived', 'Only an amount is given: the unit price is the amount divided by the quantity ({rows}).'),
  quantityDerived: sentence('list_quantity_derived', 'No quantity is given: it is the amount divided by the unit price ({rows}).'),
  quantityOne: sentence('list_quantity_one', 'An amount is given without a quantity: the quantity is taken as 1 ({rows}).'),
  rateOnly: sentence('list_rate_only', 'No quantity is given: it is taken as 0 ({rows}).'),
  rounded: sentence('list_rounded', 'Numbers with more than six decimals were rounded, which changes the amount ({rows}).'),
  amountDiffers: sentence(
    'list_amount_differs',
    'The file states an amount other than quantity × unit price: the product is taken ({rows}).',
  ),
  cents: sentence(
    'list_cents',
    'Labour, materials and tools are each rounded to the cent, so the amount is a cent or two from the file’s ({rows}).',
  ),
  wholeUnits: sentence('list_whole_units', 'The file rounds amounts to whole units: quantity × unit price to the cent is taken ({rows}).'),
  notCounted: sentence('list_not_counted', 'The file does not count this row in its totals: its quantity is taken as 0 ({rows}).'),
  multiplied: sentence('list_multiplied', 'The file gives chapters a quantity too: those of their rows are multiplied by it ({rows}).'),
} as const;

export const everyRow = sentence('every_row', 'every row');
export const oneRow = sentence('one_row', 'row {row}');
export const severalRows = sentence('several_rows', 'rows {rows}');
export const moreRows = sentence('more_rows', 'rows {rows} and {more} more');

export const textCut = sentence('text_cut', 'Text longer than a cell can hold was cut.');
export const columnsLeftOut = sentence('columns_left_out', 'Columns after number {most} were left out.');
export const restAsMaterials = sentence(
  'rest_as_materials',
  'The part of the unit prices that is neither labour nor machinery is taken as materials.',
);
export const adjustmentsLeftOut = sentence(
  'adjustments_left_out',
  'Discounts and lump sums of categories are left out, because the bill’s total does not count them.',
);
export const namesAreCodes = sentence(
  'names_are_codes',
  'This bid has prices without texts and units: the rows are named by their item numbers, as in the tender (X83).',
);
export const onAnotherBase = sentence(
  'on_another_base',
  'The file computes “{name}” ({percent} %) on a different sum from ours: it is taken as {taken} %, which gives its amount.',
);
export const anotherAmount = sentence(
  'another_amount',
  'The file states {stated} for “{name}” ({percent} %): of the total here it is {ours}.',
);
export const percentNotTaken = sentence(
  'percent_not_taken',
  'The line “{name}” is left out: “{percent}” is not a percent between −100 and 1000.',
);
export const percentImplied = sentence(
  'percent_implied',
  'The file states {stated} for “{name}” without a percent: it is taken as {percent} %, which gives that amount.',
);

export const addedBeforeRounding = sentence('total_unrounded', 'The file adds up amounts before rounding them');
export const otherAmounts = sentence('total_other_amounts', 'The file states other amounts in {rows}');
export const otherPercents = sentence('total_other_percents', 'Parameters and taxes have other amounts here than in the file');
export const leavesOut = sentence('total_leaves_out', 'The file’s total leaves out {rows}');
export const countsTwice = sentence('total_counts_twice', 'The file’s total counts {rows} twice');
export const leavesOutSubtotal = sentence('total_leaves_out_subtotal', 'The file’s total leaves out the subtotal in row {row}');
export const halvesWithout = sentence(
  'total_halves_without',
  'The file halves a sum of rows and subtotals that leaves out the subtotal in row {row}',
);
export const buildsOn = sentence('total_builds_on', 'It builds on the total in row {row}');
export const correctedHere = sentence('total_corrected_here', 'Rows were corrected or deleted here');
export const correctedSince = sentence('total_corrected_since', 'It was compared before rows were corrected or deleted here');

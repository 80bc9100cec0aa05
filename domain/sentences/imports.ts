/** Sentences about an import under way. */
import { sentence } from './sentence.ts';

export const importUnderWay = sentence(
  'import_under_way',
  '{name} is importing a file into this project. Finish or cancel that import first',
);
export const importUnfinished = sentence(
  'import_unfinished',
  'This import is not finished. Finish or cancel it, then choose the next file',
);
export const importRefused = sentence('import_refused', 'The file was refused. {why}');
export const importNotRead = sentence('import_not_read', 'The file is still being read');
export const importHasErrors = sentence(
  'import_has_errors',
  'Some rows have errors. Correct them in the file, or delete them here, and finish again',
);
export const importIsEmpty = sentence('import_is_empty', 'There is no list left to import. Cancel, and choose another file');
export const linesAreKept = sentence('lines_are_kept', 'A later import keeps the last version’s parameters and taxes');

export const columnsAreNamed = sentence('columns_are_named', 'This file format names its columns itself, so they cannot be changed');
export const tableHasNoColumn = sentence('table_has_no_column', 'The table has no such column');
export const noRowLeft = sentence('no_row_left', 'With this choice no row of the table could be imported');
export const columnNotImported = sentence('column_not_imported', 'This column is not imported. First choose what it contains');

export const notANumber = sentence('cell_not_number', 'This is not a number');
export const ambiguousNumber = sentence('cell_ambiguous', 'This may mean thousands or decimals: write it without a thousands separator');
export const dateNotNumber = sentence('cell_date', 'This is a date where a number is expected');
export const cellError = sentence('cell_error', 'This cell contains an error');
export const booleanNotNumber = sentence('cell_boolean', 'This is a yes or no where a number is expected');
export const formulaNotComputed = sentence(
  'cell_not_computed',
  'The file holds no result for this formula: open it in a spreadsheet program, save it and upload it again',
);
export const quantityMissing = sentence('quantity_missing', 'The quantity is missing, and the amount is not the unit price');
export const quantityZero = sentence('quantity_zero', 'There is an amount, but the quantity is 0');

/** Sentences about estimates and their history. */
import { sentence } from './sentence.ts';

export const frozen = sentence(
  'code_estimate_has_act',
  'You cannot edit this version of the estimate because you have already created an act for it. Delete an act or create a new version to continue editing.',
);
export const notSection = sentence('not_section', 'This row is not the heading of a section');
export const headingHasNoNumbers = sentence('heading_has_no_numbers', 'A section heading has no numbers');

export const noRows = sentence('rows_not_chosen', 'Choose at least one row');
export const tooManyRows = sentence('rows_over_limit', 'At most {count} rows', 'At most {count} row');
export const noSuchColumn = sentence('no_such_column', 'There is no such column');
export const tooManyColumns = sentence('columns_over_limit', 'At most {count} columns', 'At most {count} column');
export const nothingToPaste = sentence('nothing_to_paste', 'There is nothing to paste');
export const pasteRefused = sentence('paste_refused', 'Nothing was pasted, because some of the cells cannot be set');
export const replaceRefused = sentence('replace_refused', 'Nothing was replaced, because some of the cells cannot be set');
export const noColumnForCell = sentence('no_column_for_cell', 'There is no column for this cell');

export const anotherList = sentence('another_list', 'Choose another list');
export const listElsewhere = sentence('list_elsewhere', 'The list is in another version');
export const notInVersion = sentence('list_not_in_version', 'This list is not in this version');
export const rowMovesItself = sentence('row_moves_itself', 'Choose a row that is not one of the moved rows');
export const notInList = sentence('row_not_in_list', 'This row is not in this list');
export const versionElsewhere = sentence('version_elsewhere', 'Choose a version of this project');

export const nothingToUndo = sentence('nothing_to_undo', 'There is nothing to undo');
export const nothingToRedo = sentence('nothing_to_redo', 'There is nothing to redo');
export const tooManyMoments = sentence('too_many_moments', 'A project has at most {most} named moments. Remove one you no longer need');
export const momentBeforeVersion = sentence('moment_before_version', 'This version was made after that moment. Compare another version');
export const restoreGone = sentence('restore_gone', 'This cannot be restored, because the list it was in has been deleted');
export const restoreThere = sentence('restore_there', 'It is already there');

export const historyMoved = sentence('history_moved', 'Something else has been changed since. Look at it and try again');
export const historyConflict = sentence('history_conflict', 'This cannot be done, because the same data has been changed or deleted since');

/** Sentences about estimates and their history. */
import { saying } from './sentence.ts';

export const frozen = saying(
  'code_estimate_has_act',
  'You cannot edit this version of the estimate because you have already created an act for it. Delete an act or create a new version to continue editing.',
);
export const notSection = saying('not_section', 'This row is not the heading of a section');
export const headingHasNoNumbers = saying('heading_has_no_numbers', 'A section heading has no numbers');

export const noRows = saying('rows_not_chosen', 'Choose at least one row');
export const tooManyRows = saying('rows_over_limit', 'At most {count} rows', 'At most {count} row');
export const noSuchColumn = saying('no_such_column', 'There is no such column');
export const tooManyColumns = saying('columns_over_limit', 'At most {count} columns', 'At most {count} column');
export const nothingToPaste = saying('nothing_to_paste', 'There is nothing to paste');
export const pasteRefused = saying('paste_refused', 'Nothing was pasted, because some of the cells cannot be set');
export const replaceRefused = saying('replace_refused', 'Nothing was replaced, because some of the cells cannot be set');
export const noColumnForCell = saying('no_column_for_cell', 'There is no column for this cell');

export const anotherList = saying('another_list', 'Choose another list');
export const listElsewhere = saying('list_elsewhere', 'The list is in another version');
export const notInVersion = saying('list_not_in_version', 'This list is not in this version');
export const rowMovesItself = saying('row_moves_itself', 'Choose a row that is not one of the moved rows');
export const notInList = saying('row_not_in_list', 'This row is not in this list');
export const versionElsewhere = saying('version_elsewhere', 'Choose a version of this project');

export const nothingToUndo = saying('nothing_to_undo', 'There is nothing to undo');
export const nothingToRedo = saying('nothing_to_redo', 'There is nothing to redo');
export const tooManyMoments = saying('too_many_moments', 'A project has at most {most} named moments. Remove one you no longer need');
export const momentBeforeVersion = saying('moment_before_version', 'This version was made after that moment. Compare another version');
export const restoreGone = saying('restore_gone', 'This cannot be restored, because the list it was in has been deleted');
export const restoreThere = saying('restore_there', 'It is already there');

export const historyMoved = saying('history_moved', 'Something else has been changed since. Look at it and try again');
export const historyConflict = saying('history_conflict', 'This cannot be done, because the same data has been changed or deleted since');

/** Sentences about edits of what others may have changed meanwhile. */
import { sentence } from './sentence.ts';

export const editsWait = sentence(
  'edits_wait',
  'What you typed before this is not saved yet, because the server cannot be reached. Try again once it is saved',
);
export const editRefusedFirst = sentence(
  'edit_refused_first',
  'Something you typed before this could not be saved, so this was not done. Look at it, then try again',
);
export const staleEdit = sentence('stale_edit', 'Someone has changed this since you opened it');
export const gone = sentence('gone', 'This has been deleted, so what you typed cannot be saved');
export const rowGone = sentence('row_gone', 'The row has been deleted');
export const rowsMoved = sentence(
  'rows_moved',
  'The list has changed since these rows were selected, so nothing was done. Select them again',
);

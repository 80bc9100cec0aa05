/** Somebody else was quicker: what an edit of a record that is gone is told. */
export const GONE = 'This has been deleted: there is no place left for what was typed';

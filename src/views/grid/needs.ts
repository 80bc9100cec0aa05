import type { CellEdit } from '../../machines/editQueue/types.ts';
import type { Place } from '../../machines/interruption/interruption.ts';

/** Keeps the person's cursor and text in a table when their session ends. */
export interface Interruption {
  /**
   * Reads the cursor and text when a session ends, while the queue is still the person's; null while they are not in the table. The returned function
   * ends it.
   */
  readonly follow: (read: () => Place | null) => () => void;
  /** The cursor and text in this table when the session ended. */
  readonly at: (table: string) => Place | null;
  readonly resumed: () => void;
}

/** Which edits the tables on screen can show in their cells. */
export interface ShownEdits {
  /** A table says which edits of it have a cell, until the returned function is called. */
  readonly show: (table: string, canShow: (edit: CellEdit) => boolean) => () => void;
  /** Whether the table of an edit is on screen without a cell for it. */
  readonly isHidden: (edit: CellEdit) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

import type { Place } from '../../machines/interruption/interruption.ts';

/** Keeps the person's cursor and text in a table when their session ends. */
export interface Interruption {
  /** Reads the cursor and text; null while the person is not in the table. The returned function ends it. */
  readonly follow: (read: () => Place | null) => () => void;
  /** The cursor and text in this table when the session ended. */
  readonly at: (table: string) => Place | null;
  readonly resumed: () => void;
}

import type { Place } from '../../machines/interruption/interruption.ts';

/** Keeps a person's place in a table when their session ends. */
export interface Interruption {
  /** Reads where the person is in a table; null where they are not in it. The returned function ends it. */
  readonly follow: (read: () => Place | null) => () => void;
  /** Where the person was in this table when their session ended. */
  readonly at: (table: string) => Place | null;
  readonly resumed: () => void;
}

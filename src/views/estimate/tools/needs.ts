import type { blockEditMachine } from '../../../machines/blockEdit/blockEdit.ts';
import type { findMachine } from '../../../machines/find/find.ts';
import type { FormDialog } from '../../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../../machines/resource/valueStore.ts';
import type { RowsMeant, rowEditMachine } from '../../../machines/rowEdit/rowEdit.ts';
import type { suggestionMachine } from '../../../machines/suggestion/suggestion.ts';

/** The rows made or changed; null while the edit waits for the connection. */
export type RowsDone = readonly number[] | null;

/** Edits of many rows or cells of a list at once. */
export interface ListTools {
  readonly rowEdits: typeof rowEditMachine;
  readonly blocks: typeof blockEditMachine;
  readonly find: typeof findMachine;
  readonly suggestions: typeof suggestionMachine;
  readonly deletion: FormDialog<RowsMeant, null, RowsDone>;
  readonly moving: FormDialog<RowsMeant, number, RowsDone>;
  /** The loaded fraction of a copy, 0 to 1. */
  readonly share: ValueStore<number>;
}

import type { Row } from '../../../../domain/api/shapes.ts';
import type { ColumnLayout } from '../../../../domain/columnLayout.ts';
import type { blockEditMachine } from '../../../machines/blockEdit/blockEdit.ts';
import type { findMachine } from '../../../machines/find/find.ts';
import type { FormDialog } from '../../../machines/formDialog/formDialog.ts';
import type { ownCopy } from '../../../machines/ownCopy/ownCopy.ts';
import type { replaceMachine } from '../../../machines/replace/replace.ts';
import type { ValueStore } from '../../../machines/resource/valueStore.ts';
import type { RowEdit, RowsMeant, rowEditMachine } from '../../../machines/rowEdit/rowEdit.ts';
import type { suggestionMachine } from '../../../machines/suggestion/suggestion.ts';

/** The rows made or changed; null while the edit waits for the connection. */
export type RowsDone = readonly number[] | null;

/** An edit of a heading: with its rows, or alone. */
export interface SectionAsked {
  readonly heading: Row;
  readonly whole: RowEdit;
  readonly alone: RowEdit;
}

/** The kind of an edit of a section, and the rows made or changed; the rows are null while the edit waits for the connection. */
export interface SectionDone {
  readonly kind: RowEdit['kind'];
  readonly ids: RowsDone;
}

/** Edits of many rows or cells of a list at once. */
export interface ListTools {
  readonly rowEdits: typeof rowEditMachine;
  readonly blocks: typeof blockEditMachine;
  /** Keeps the person's layout of columns. */
  readonly layout: ReturnType<typeof ownCopy<ColumnLayout>>;
  readonly find: typeof findMachine;
  readonly suggestions: typeof suggestionMachine;
  readonly replace: typeof replaceMachine;
  readonly deletion: FormDialog<RowsMeant, null, RowsDone>;
  readonly moving: FormDialog<RowsMeant, number, RowsDone>;
  /** Whether an edit of a heading includes the rows of its section. */
  readonly section: FormDialog<SectionAsked, boolean, SectionDone>;
  /** The loaded fraction of a copy, 0 to 1. */
  readonly share: ValueStore<number>;
}

import type { Act, Line, ListCosts, Row, VersionSummary } from '../../../domain/api/shapes.ts';
import type { ColumnLayout } from '../../../domain/columnLayout.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { gridMachine } from '../../machines/grid/grid.ts';
import type { OwnCopy } from '../../machines/ownCopy/ownCopy.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Edited, Later, Read } from '../needs.ts';
import type { Viewed } from '../sections/listFoot.tsx';
import type { ListTools } from './tools/needs.ts';

export type LineKind = 'additional' | 'tax';

/** A change to a whole list. */
export type ListChange =
  | { readonly kind: 'creation' }
  | { readonly kind: 'rename'; readonly list: ListCosts }
  | { readonly kind: 'deletion'; readonly list: ListCosts }
  /** A null `afterId` is the start. */
  | { readonly kind: 'move'; readonly list: ListCosts; readonly afterId: number | null };
export interface ListChanged {
  readonly change: ListChange;
  readonly listId: number;
}
/** Its input is the new title, for a change that has one. */
export type ListChanges = FormDialog<ListChange, string | null, ListChanged>;

/** Other contracts have acts, so the person decides how they relate to this version before an act is made. */
export interface ClaimedBefore {
  /** A `ClaimedElsewhere`, as the server sent it. */
  readonly elsewhere: unknown;
  readonly finish_date: string | null;
}

/** A row to be made. A null `afterId` is the start of the list, an absent one its end. */
interface AddedRow {
  readonly afterId?: number | null | undefined;
  /** After all rows of the folded section that `afterId` heads. */
  readonly pastRows?: boolean;
  readonly kind?: Row['kind'];
  readonly fields?: Readonly<Record<string, string>>;
}
export interface ListOpened extends Edited<Row>, Viewed {
  /** The headings around rows that an edit made or moved. */
  readonly entered: ValueStore<readonly Row[]>;
  readonly tools: Later<ListTools>;
  /** Shows a new row at once and queues it. Returns its local id, which it has until the server has made it. */
  readonly addRow: (row: AddedRow) => number;
}

export interface EstimateScreen extends Read {
  readonly summary: ValueStore<VersionSummary>;
  readonly lines: typeof gridMachine;
  readonly newLine: FormDialog<LineKind, null, Line>;
  readonly lineRemoval: FormDialog<{ readonly line: Line; readonly kind: LineKind }, null, void>;
  readonly listChanges: ListChanges;
  readonly newAct: FormDialog<null, string | null, Act | ClaimedBefore>;
  readonly list: (listId: number) => ListOpened;
  /** The person's layout of the columns of lists. */
  readonly layout: ValueStore<OwnCopy<ColumnLayout>>;
}

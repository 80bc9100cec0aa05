import type { ActorRef, Snapshot } from 'xstate';
import { isOverloaded, Refused, Unanswered } from '../../../domain/api/call.ts';
import type { BlockColumns, BlockEditKind, BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import type { DecimalMark } from '../../../domain/numberText.ts';

/** The calls that set a single field of a record. */
export const CELL_ROUTES = [
  'PUT /rows/:id/',
  'PUT /taxes/:id/',
  'PUT /additional_summary_costs/custom/:id/',
  'PUT /act_rows/:id/',
  'PUT /import/:id/rows/:rowId/',
] as const;
export type CellRoute = (typeof CELL_ROUTES)[number];

/** The field of a record that an edit sets. */
interface EditedField {
  readonly route: CellRoute;
  readonly id: number;
  readonly field: string;
}

/** A refusal as the server answered it: the body has the code and its parameters. */
export interface Problem {
  readonly status: number;
  readonly body: unknown;
}

interface Common {
  /** Made once by the queue. An edit has its effect once, however often it is sent. */
  readonly key: string;
  /** The table it belongs to: see `tables.ts`. */
  readonly table: string;
  /** The name of the record or the list when it was edited; it may be deleted by the time a message names it. */
  readonly name: string;
  /** The refusal; null while the edit is to be sent. */
  readonly problem: Problem | null;
}

/** A value typed into a cell. */
export interface CellEdit extends Common, EditedField {
  readonly kind: 'cell';
  readonly text: string;
  readonly reads: 'number' | 'text';
  /** The saved value and the revision that it was typed on. */
  readonly value: string;
  readonly revision: number;
  /** The import column of a corrected cell; null outside of imports. */
  readonly within: ImportColumn | null;
}
export interface ImportColumn {
  readonly project: number;
  readonly list: number;
  readonly column: number;
}

/** A block of cells pasted, filled or cleared from a row and a column on; after the last row when `rowId` is null. */
export interface BlockEdit extends Common {
  readonly kind: 'block';
  readonly as: BlockEditKind;
  readonly list: number;
  readonly rowId: number | null;
  /** The rows of the block one by one; those of its lines past them are made at the end of the list. */
  readonly rowIds?: readonly number[];
  readonly field: BlockField;
  /** The columns one by one, where the person has changed their order. */
  readonly fields?: BlockColumns;
  readonly cells: Cells;
  /** The decimal mark of columns that do not show theirs. */
  readonly decimal: DecimalMark | null;
}

/** The latest edit of a cell, and its state. */
export interface CellUnsent {
  readonly mode: 'saving' | 'waiting' | 'refused' | 'saved';
  readonly edit: CellEdit;
}

/** A local row, before the server has made it. */
export interface RowHere {
  /** Negative and never reused: later edits name the row by it until the server's id is known. */
  readonly id: number;
  readonly kind: 'row' | 'section';
  /** The text typed before the row was sent, by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A null `afterId` is the start of the list, an absent one its end. */
export interface RowInsert {
  readonly kind: 'insert';
  readonly listId: number;
  readonly afterId?: number | null;
  /** Inserts after all rows of the folded section that `afterId` heads. */
  readonly pastRows?: boolean;
  readonly row: RowHere;
}

interface ManyRows {
  readonly ids: readonly number[];
  /** The headings among them whose rows are included. */
  readonly withRowsOf?: readonly number[];
}
export type RowsChange =
  | RowInsert
  | ({ readonly kind: 'duplicate' } & ManyRows)
  | ({ readonly kind: 'move'; readonly listId: number; readonly afterId?: number | null; readonly pastRows?: boolean } & ManyRows)
  | ({ readonly kind: 'delete' } & ManyRows)
  | { readonly kind: 'step'; readonly id: number; readonly by: 1 | -1 };

/** An edit of whole rows of a version. */
export interface RowsEdit extends Common {
  readonly kind: 'rows';
  readonly version: number;
  readonly change: RowsChange;
}

/** An edit that is not saved: being sent, waiting for the connection, or refused. */
export type Edit = CellEdit | BlockEdit | RowsEdit;

type WithoutKey<E> = E extends Edit ? Omit<E, 'key' | 'problem'> : never;
/** An edit before the queue has given it a key. */
export type NewEdit = WithoutKey<Edit>;

/** The server made a local row. */
export interface RowMade {
  readonly here: number;
  readonly id: number;
  readonly revision: number;
}

/** The outcome of a person's own block: the rows as the server stored them, and the columns it set. */
export interface BlockSet {
  readonly rows: readonly { readonly id: number; readonly revision: number }[];
  readonly fields: BlockColumns;
}

/** The change of a record's revision by a person's own edit. */
export interface RevisionStep extends Pick<EditedField, 'route' | 'id'> {
  readonly from: number;
  readonly to: number;
}

export type EditQueueEvent =
  /** Somebody signed in, with the edits stored in the browser, or signed out. */
  | { readonly type: 'person.changed'; readonly person: number | null; readonly edits: readonly Edit[] }
  /** `known` is the revision of the record on screen now; it may be newer than the one that was typed on. */
  | { readonly type: 'edit.added'; readonly edit: NewEdit; readonly known?: number | undefined }
  /** The person gives up refused edits. */
  | { readonly type: 'edits.givenUp'; readonly keys: readonly string[] }
  /** A refused edit is sent again as it is. */
  | { readonly type: 'edit.retried'; readonly key: string }
  /** The person gives up a refused value for the one that somebody else saved. */
  | { readonly type: 'theirs.taken'; readonly key: string }
  /** Another tab of the same person has sent the edit or given it up. */
  | { readonly type: 'edit.settledElsewhere'; readonly key: string }
  | { readonly type: 'saved.shown'; readonly key: string }
  | { readonly type: 'retry.requested' };

export type EditQueueEmitted =
  | { readonly type: 'edit.taken'; readonly edit: Edit; readonly answer: unknown }
  | { readonly type: 'edit.refused'; readonly edit: Edit; readonly error: unknown }
  | { readonly type: 'edits.postponed' }
  | { readonly type: 'theirs.taken'; readonly edit: Edit }
  /** Every waiting edit has been answered. */
  | { readonly type: 'queue.caughtUp' };

/** The queue as cells need it, which only send events to it. */
export type QueueRef = ActorRef<Snapshot<unknown>, EditQueueEvent, EditQueueEmitted>;

/** Whether the server has not decided on the edit, so that it waits and is sent again. 401, 408 and 429 are no decision either. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof Unanswered || (error instanceof Refused && (error.status === 401 || isOverloaded(error)));

/** The edit has no answer yet. It waits in the queue, and the person sees that it does. */
export class Postponed extends Error {
  constructor() {
    super('The edit waits to be sent again');
    this.name = 'Postponed';
  }
}

export const isToSend = ({ problem }: Edit): boolean => problem === null;

export const isSameField = (one: Edit | (EditedField & { readonly kind: 'cell' }), other: Edit): boolean =>
  one.kind === 'cell' && other.kind === 'cell' && one.route === other.route && one.id === other.id && one.field === other.field;

export const problemOf = (error: unknown): Problem =>
  error instanceof Refused ? { status: error.status, body: error.body } : { status: 500, body: null };

export const refusedWith = ({ status, body }: Problem): Refused => new Refused(status, body);

import type { ActorRef, Snapshot } from 'xstate';
import type { BlockColumns, BlockEditKind, BlockField } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import type { DecimalMark } from '../../../domain/numberText.ts';

/** The calls that set one field of one record. */
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
  /** Made once by the queue: however often the edit is sent, it happens once. */
  readonly key: string;
  /** The table it belongs to: see `tables.ts`. */
  readonly table: string;
  /** The name of the record or the list when it was edited: it may be deleted by the time a person reads of it. */
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
  /** Where a row of an imported file is corrected. */
  readonly within: ImportColumn | null;
}
export interface ImportColumn {
  readonly project: number;
  readonly column: number;
}

/** A block of cells pasted, filled or cleared from a row and a column on; after the last row when `rowId` is null. */
export interface BlockEdit extends Common {
  readonly kind: 'block';
  readonly as: BlockEditKind;
  readonly list: number;
  readonly rowId: number | null;
  /** The rows of the block one by one, where the list is not shown as it is stored. */
  readonly rowIds?: readonly number[];
  readonly field: BlockField;
  /** The columns one by one, where the person has laid them out otherwise. */
  readonly fields?: BlockColumns;
  readonly cells: Cells;
  /** The decimal mark of columns that do not tell theirs. */
  readonly decimal: DecimalMark | null;
}

/** The latest edit of a cell, and how it stands. */
export interface CellUnsent {
  readonly mode: 'saving' | 'waiting' | 'refused' | 'saved';
  readonly edit: CellEdit;
}

/** A row as it is known before the server has made it. */
export interface RowHere {
  /** Negative, and never the same twice: later edits name the row by it until the server's id is known. */
  readonly id: number;
  readonly kind: 'row' | 'section';
  /** The text typed before the row was sent, by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** `afterId` null is the start of the list, left out its end. */
export interface RowInsert {
  readonly kind: 'insert';
  readonly listId: number;
  readonly afterId?: number | null;
  /** Behind all rows of the folded section whose heading it is. */
  readonly pastRows?: boolean;
  readonly row: RowHere;
}

interface ManyRows {
  readonly ids: readonly number[];
  /** The headings among them whose rows go too. */
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

/** An edit that the server has not taken: on its way, waiting for the connection, or refused. */
export type Edit = CellEdit | BlockEdit | RowsEdit;

type WithoutKey<E> = E extends Edit ? Omit<E, 'key' | 'problem'> : never;
/** An edit before the queue gives it its key. */
export type NewEdit = WithoutKey<Edit>;

/** The server made a row that was known under an id of this device. */
export interface RowMade {
  readonly here: number;
  readonly id: number;
  readonly revision: number;
}

/** A person's own edit took a record from one revision to the next. */
export interface RevisionStep extends Pick<EditedField, 'route' | 'id'> {
  readonly from: number;
  readonly to: number;
}

export type EditQueueEvent =
  /** Somebody signed in, with the edits kept in the browser; or nobody is signed in any more. */
  | { readonly type: 'person.changed'; readonly person: number | null; readonly edits: readonly Edit[] }
  /** `known` is the revision of the record on screen now; it may be newer than the one that was typed on. */
  | { readonly type: 'edit.added'; readonly edit: NewEdit; readonly known?: number | undefined }
  /** The person gives up refused edits. */
  | { readonly type: 'edits.givenUp'; readonly keys: readonly string[] }
  /** A refused edit is sent again as it is. */
  | { readonly type: 'edit.retried'; readonly key: string }
  /** The person gives up a refused value for the one that somebody else saved. */
  | { readonly type: 'theirs.taken'; readonly key: string }
  /** Another tab of the same person has sent it or given it up. */
  | { readonly type: 'edit.settledElsewhere'; readonly key: string }
  | { readonly type: 'saved.shown'; readonly key: string }
  | { readonly type: 'retry.requested' };

export type EditQueueEmitted =
  | { readonly type: 'edit.taken'; readonly edit: Edit; readonly answer: unknown }
  | { readonly type: 'edit.refused'; readonly edit: Edit; readonly error: unknown }
  | { readonly type: 'edits.postponed' }
  | { readonly type: 'theirs.taken'; readonly edit: Edit }
  /** Everything that waited is answered. */
  | { readonly type: 'queue.caughtUp' };

/** The queue as cells need it: they only send to it. */
export type QueueRef = ActorRef<Snapshot<unknown>, EditQueueEvent, EditQueueEmitted>;

/** Nobody judged the edit: it waits, and is sent again. Signed out and too many calls are no judgement either. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof Unanswered || (error instanceof Refused && [401, 429].includes(error.status));

/** Nobody answered yet: the edit waits in the queue, and the person sees that it does. */
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

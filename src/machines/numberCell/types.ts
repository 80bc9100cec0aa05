import type { ActorRef, Snapshot } from 'xstate';
import type { ActRowHelper, MovedAct } from '../../../domain/api/actShapes.ts';
import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import { parse } from '../../../domain/decimal.ts';
import { enteredIn, isFormula, plainFormula } from '../../../domain/entered.ts';
import { typedNumber } from '../../../domain/numbers.ts';
import { gone } from '../../../domain/sentences/editing.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import {
  type CellEdit,
  type CellRoute,
  type CellUnsent,
  type ImportColumn,
  type NewEdit,
  type QueueRef,
  refusedWith,
} from '../editQueue/types.ts';

/** The field of a record that a cell shows, with the value the server saved. */
export interface Subject {
  /** The cell's key within its table. */
  readonly key: string;
  readonly table: string;
  /** The call that sets the field. */
  readonly route: CellRoute;
  readonly id: number;
  readonly field: string;
  /** The record's name, for messages that are shown after the record is gone. */
  readonly name?: string;
  readonly value: string;
  readonly revision: number;
  readonly reads: 'number' | 'text';
  /** The unit of its quantity, for sentences that name it. */
  readonly unit?: string;
  /** The import column of the cell; absent outside of imports. */
  readonly within?: ImportColumn;
  /** The list in which a text typed into its empty row makes a row; absent in any other row. */
  readonly makes?: { readonly version: number; readonly list: number; readonly title: string };
  /** The edit of this cell that the queue has not sent yet. */
  readonly unsent?: CellUnsent | null;
}

/** A cell's reports to its table. */
export type CellReport =
  | { readonly type: 'cell.opened'; readonly key: string }
  /** The cell only shows its value and can be stopped without a loss. */
  | { readonly type: 'cell.rested'; readonly key: string };

export type CellEvent =
  | { readonly type: 'edit.started'; readonly draft: string | null; readonly subject: Subject }
  /** `known` is the revision of the record on screen now. */
  | { readonly type: 'edit.committed'; readonly text: string; readonly known?: number | undefined }
  /** The subject is the cell as it is on screen; null where its row is gone. */
  | { readonly type: 'edit.reverted'; readonly subject: Subject | null }
  /** The person keeps their value although somebody else has changed the record: it is sent again on the present revision. */
  | { readonly type: 'mine.kept'; readonly subject: Subject }
  | { readonly type: 'cell.left' }
  /** The refused text is committed once more, because what refused it may have changed; `known` as above. */
  | { readonly type: 'text.retried'; readonly known?: number | undefined }
  /** The table with the cell goes from the screen. */
  | { readonly type: 'table.closed' }
  /** Something that the range depends on has changed. */
  | { readonly type: 'range.outdated' }
  | { readonly type: 'move.confirmed' }
  | { readonly type: 'move.declined' };

export interface CellInput {
  readonly subject: Subject;
  readonly owner: ActorRef<Snapshot<unknown>, CellReport> | null;
  readonly queue: QueueRef;
}

export interface Range {
  readonly min: string;
  readonly max: string;
  /** The other acts in which something of the row is done. */
  readonly used: ActRowHelper['used'];
}
/** The range assumed until the server has given it (docs/product.md, 9.5). */
export const UNKNOWN_RANGE: Range = { min: '0', max: '100', used: [] };

/** The record as somebody else saved it, with the value of the refused field. */
export interface Theirs {
  readonly record: unknown;
  readonly value: string;
  readonly revision: number;
  /** Null when the server does not know who. */
  readonly by: { readonly id: number | null; readonly name: string } | null;
}

export interface CellContext extends CellInput {
  /** The text in the editor, or a text that is being checked or was refused; null otherwise. */
  readonly typed: string | null;
  /** Whether the editor opened with its text selected as a whole. */
  readonly selected: boolean;
  /** The revision of the record on screen when the text was committed. */
  readonly known: number | undefined;
  /** Why the text was refused. */
  readonly sentence: Sentence | null;
  readonly range: Range;
  /** The changes to later acts that saving the typed value would make. */
  readonly moved: readonly MovedAct[];
}

const MOST_DIGITS = 30;

/** A number as it is sent. A text that is no number keeps every sign, because it is refused and shown again. */
function sentNumber(text: string): string {
  const number = typedNumber(text);
  return parse(number, MOST_DIGITS) === null ? text.trim() : number;
}

/** The text to send for a typed one: a comma becomes a dot, outer blanks are dropped, a formula is sent as it is stored, behind "=". */
export const sentText = (text: string, reads: Subject['reads']): string =>
  reads === 'text' ? text.trim() : isFormula(text) ? plainFormula(text) : sentNumber(text);

/** Whether a typed text changes the value: an empty text does not, nor does the same number in another notation. */
export function isChange(text: string, { reads, value }: Pick<Subject, 'reads' | 'value'>): boolean {
  const sent = sentText(text, reads);
  if (sent === '' || sent === value) return false;
  if (reads === 'text') return true;
  const [typed, saved] = [parse(sent, MOST_DIGITS), parse(value, MOST_DIGITS)];
  return typed === null || typed !== saved;
}

/** The record as somebody else saved it, if that is why an edit was refused. */
export function theirsOf({ problem, field }: Pick<CellEdit, 'problem' | 'field'>): Theirs | null {
  const refused = problem && refusedWith(problem);
  if (refused?.code !== 'stale_edit') return null;
  const { current: record, changed_by: by = null } = refused.body as { readonly current?: unknown; readonly changed_by?: Theirs['by'] };
  if (typeof record !== 'object' || record === null || !('revision' in record) || typeof record.revision !== 'number') return null;
  return { record, value: enteredIn(record, field), revision: record.revision, by };
}

export const sentenceFor = (error: unknown): Sentence =>
  error instanceof Refused && error.status === 404 ? gone() : sentenceOfError(error);

/** The refused edit of a cell; null where there is none. */
export const refusedIn = ({ unsent }: Subject): CellEdit | null => (unsent?.mode === 'refused' ? unsent.edit : null);

/** The value to compare a typed text with: an unsaved value takes precedence over the saved one. */
export const comparedWith = ({ reads, value, unsent }: Subject): Pick<Subject, 'reads' | 'value'> => ({
  reads,
  value: unsent && unsent.mode !== 'refused' ? unsent.edit.text : value,
});

/** An edit is resumed on the revision it began on, because somebody else may have changed the record since. */
export const takenUp = (subject: Subject): Subject =>
  subject.unsent ? { ...subject, value: subject.unsent.edit.value, revision: subject.unsent.edit.revision } : subject;

/** The person has seen the other value, so the next attempt is made on its revision. */
export function onTheirs(subject: Subject): Subject {
  const theirs = subject.unsent ? theirsOf(subject.unsent.edit) : null;
  return theirs === null ? subject : { ...subject, value: theirs.value, revision: theirs.revision };
}

/** The edit for the queue. */
export function editOf({ table, route, id, field, name = '', value, revision, reads, within, makes }: Subject, typed: string): NewEdit {
  const text = sentText(typed, reads);
  if (makes !== undefined) {
    const row = { id, kind: 'row', fields: { [field]: text } } as const;
    return { kind: 'rows', table, name: makes.title, version: makes.version, change: { kind: 'insert', listId: makes.list, row } };
  }
  return { kind: 'cell', table, route, id, field, name, value, revision, reads, within: within ?? null, text };
}

import type { ActorRef, Snapshot } from 'xstate';
import type { ActRowHelper, MovedAct } from '../../../domain/contract/actShapes.ts';
import { Refused, sentenceOfError } from '../../../domain/contract/call.ts';
import { parse } from '../../../domain/decimal.ts';
import { typedNumber } from '../../../domain/numbers.ts';
import { gone } from '../../../domain/sentences/general.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** The field of a record a cell stands for, as the server last told it. */
export interface Subject {
  /** Tells cells apart within their table. */
  readonly key: string;
  readonly id: number;
  readonly field: string;
  /** What the record is called: it may be gone when that has to be said. */
  readonly name?: string;
  readonly value: string;
  readonly revision: number;
  readonly reads: 'number' | 'text';
  /** What its quantity counts, where a sentence about it says so. */
  readonly unit?: string;
}

/** What a cell needs its owner to hear. */
export type CellReport =
  | { readonly type: 'cell.opened'; readonly key: string }
  /** It shows its value again: nothing of it would be lost. */
  | { readonly type: 'cell.rested'; readonly key: string };

export type CellEvent =
  | { readonly type: 'edit.started'; readonly draft: string | null; readonly subject: Subject }
  | { readonly type: 'edit.committed'; readonly text: string }
  | { readonly type: 'edit.reverted' }
  /** Somebody else has changed the record: the person's own value is sent again on what is there now, or given up for it. */
  | { readonly type: 'mine.kept' }
  | { readonly type: 'theirs.taken' }
  /** What was typed on an earlier visit and is still to be sent. */
  | { readonly type: 'unsent.found'; readonly text: string }
  | { readonly type: 'cell.left' }
  /** Somebody changed what the range depends on. */
  | { readonly type: 'range.outdated' }
  | { readonly type: 'move.confirmed' }
  | { readonly type: 'move.declined' };

export interface CellInput {
  readonly subject: Subject;
  readonly owner: ActorRef<Snapshot<unknown>, CellReport> | null;
}

export interface Range {
  readonly min: string;
  readonly max: string;
  /** Which other acts have done something of the row. */
  readonly used: ActRowHelper['used'];
}
/** The range assumed until the server has told it (docs/product.md, 9.5). */
export const UNKNOWN_RANGE: Range = { min: '0', max: '100', used: [] };

/** The record as somebody else left it. */
export interface Theirs {
  readonly record: unknown;
  readonly value: string;
  readonly revision: number;
  /** Who did, when the server knows. */
  readonly by: { readonly id: number | null; readonly name: string } | null;
}

export interface CellContext extends CellInput {
  /** What was typed, kept until it is saved or given up. */
  readonly typed: string | null;
  /** What was typed and waits for the connection; null when nothing does. */
  readonly unsent: string | null;
  /** Whether the editor opened with its text selected as a whole. */
  readonly selected: boolean;
  readonly sentence: Sentence | null;
  /** There when that is why the value was refused. */
  readonly theirs: Theirs | null;
  readonly range: Range;
  /** What saving the typed value would move in later acts. */
  readonly moved: readonly MovedAct[];
}

export interface Saved {
  readonly value: string;
  readonly revision: number;
}

const MOST_DIGITS = 30;

/** What is sent for a typed text: a comma is a dot, blanks at the ends are nothing. */
export const sentText = (text: string, reads: Subject['reads']): string => (reads === 'number' ? typedNumber(text) : text.trim());

/** Whether a typed text changes the value: an empty one does not, nor the same number written another way. */
export function isChange(text: string, { reads, value }: Pick<Subject, 'reads' | 'value'>): boolean {
  const sent = sentText(text, reads);
  if (sent === '' || sent === value) return false;
  if (reads === 'text') return true;
  const [typed, saved] = [parse(sent, MOST_DIGITS), parse(value, MOST_DIGITS)];
  return typed === null || typed !== saved;
}

function theirsIn(error: unknown, { field }: Subject): Theirs | null {
  if (!(error instanceof Refused) || error.code !== 'stale_edit') return null;
  const { current: record, changed_by: by = null } = error.body as { readonly current?: unknown; readonly changed_by?: Theirs['by'] };
  if (typeof record !== 'object' || record === null || !('revision' in record) || typeof record.revision !== 'number') return null;
  return { record, value: String((record as Readonly<Record<string, unknown>>)[field] ?? ''), revision: record.revision, by };
}

export const refusalOf = (error: unknown, subject: Subject): { readonly sentence: Sentence; readonly theirs: Theirs | null } => ({
  sentence: error instanceof Refused && error.status === 404 ? gone() : sentenceOfError(error),
  theirs: theirsIn(error, subject),
});

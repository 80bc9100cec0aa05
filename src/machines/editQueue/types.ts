import { Refused, Unanswered } from '../../../domain/contract/call.ts';

/** The calls that set one field of one record. */
export const EDIT_ROUTES = [
  'PUT /rows/:id/',
  'PUT /taxes/:id/',
  'PUT /additional_summary_costs/custom/:id/',
  'PUT /act_rows/:id/',
] as const;
export type EditRoute = (typeof EDIT_ROUTES)[number];

/** The field of a record that an edit sets. */
export interface EditedField {
  readonly route: EditRoute;
  readonly id: number;
  readonly field: string;
}

/** Something typed that the server has not taken in: on its way, waiting for the connection, or refused. */
export interface Edit extends EditedField {
  /** Made when it was typed: however often it is sent, the edit happens once. */
  readonly key: string;
  /** The table it was typed in, such as "version 3 list 12". */
  readonly table: string;
  /** What the record was called. */
  readonly name: string;
  readonly text: string;
  readonly reads: 'number' | 'text';
  /** What was saved when it was typed, and the revision that was typed on. */
  readonly value: string;
  readonly revision: number;
  /** The refusal, as the server answered it; null while it is to be sent. */
  readonly problem: { readonly status: number; readonly body: unknown } | null;
}

/** Nobody judged the edit: it waits, and is sent again. Signed out and too many calls are no judgement either. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof Unanswered || (error instanceof Refused && [401, 429].includes(error.status));

export const isSameField = (one: EditedField, other: EditedField): boolean =>
  one.route === other.route && one.id === other.id && one.field === other.field;

export const problemOf = (error: unknown): NonNullable<Edit['problem']> =>
  error instanceof Refused ? { status: error.status, body: error.body } : { status: 500, body: null };

/** The body of a refused call, and the sentence a person reads (docs/api.md, Errors). */

/** One cause: `detail` is the sentence, `code` names it for programs. */
export interface Refusal {
  readonly detail: string;
  readonly code?: string;
  readonly [extra: string]: unknown;
}

export const FROZEN = {
  code: 'code_estimate_has_act',
  detail:
    'You cannot edit this version of the estimate because you have already created an act for it. Delete an act or create a new version to continue editing.',
} as const;

/** The sentence in an error body: its detail, else the first field's messages joined, else null. */
export function sentenceOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('detail' in body && typeof body.detail === 'string' && body.detail !== '') return body.detail;
  const [first] = Object.values(body);
  return saysMessages(first) ? first.join(' ') : null;
}

const saysMessages = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((message) => typeof message === 'string');

/** The messages of an error body that names these fields, joined for each (docs/api.md, Errors). */
export function fieldMessagesOf(body: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, messages]) =>
      fields.includes(field) && saysMessages(messages) ? [[field, messages.join(' ')]] : [],
    ),
  );
}

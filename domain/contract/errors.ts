/** What a refused call answers, and the sentence a person reads (SPEC.md, section 8). */

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
  return Array.isArray(first) && first.length > 0 && first.every((message) => typeof message === 'string') ? first.join(' ') : null;
}

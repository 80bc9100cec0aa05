/** The body of a refused call (docs/api.md, Errors): sentences of the catalogue in `domain/sentences`. */
import { both, bothStopped } from '../sentences/general.ts';
import type { Sentence } from '../sentences/sentence.ts';

/**
 * One cause: `detail` is the English sentence, `code` names it for programs and translators, and `params`, where the sentence has some,
 * fill it: text, numbers, or sentences of the same shape.
 */
export interface Refusal extends Sentence {
  readonly [extra: string]: unknown;
}

/** Causes by field: the English sentences under the field's name, and in `codes` the same with `code` and `params`, in the same order. */
export interface FieldRefusal {
  readonly [field: string]: readonly string[] | Codes;
  readonly codes: Codes;
}
type Codes = Readonly<Record<string, readonly Omit<Sentence, 'detail'>[]>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((message) => typeof message === 'string');

/** A sentence from its English and its code, which older servers did not send. */
function sentenceWith(detail: string, coded: unknown): Sentence {
  if (!isRecord(coded) || typeof coded.code !== 'string') return { detail, code: '' };
  return { detail, code: coded.code, ...(isRecord(coded.params) && { params: coded.params as NonNullable<Sentence['params']> }) };
}

function fieldSentence(body: Readonly<Record<string, unknown>>, field: string): Sentence | null {
  const texts = body[field];
  if (!isTexts(texts)) return null;
  const codes = isRecord(body.codes) ? body.codes[field] : undefined;
  const sentences = texts.map((text, at) => sentenceWith(text, Array.isArray(codes) ? codes[at] : undefined));
  return sentences.reduce((first, second) => (/[.!?]$/.test(first.detail) ? both : bothStopped)({ first, second }));
}

/** The sentence in an error body: its detail, or the first field's sentences together, or null. */
export function sentenceOf(body: unknown): Sentence | null {
  if (!isRecord(body)) return null;
  if (typeof body.detail === 'string' && body.detail !== '') return sentenceWith(body.detail, body);
  const [first] = Object.keys(body);
  return first === undefined ? null : fieldSentence(body, first);
}

/** The sentences of an error body for these fields, one for each field that it names. */
export function fieldSentencesOf(body: unknown, fields: readonly string[]): Readonly<Record<string, Sentence>> {
  if (!isRecord(body)) return {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const sentence = fieldSentence(body, field);
      return sentence === null ? [] : [[field, sentence]];
    }),
  );
}

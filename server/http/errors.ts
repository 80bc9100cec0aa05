/** Refusals of calls. Each has a sentence of the catalogue (`domain/sentences`): the types allow no other. */
import type { FieldRefusal, Refusal } from '../../domain/api/errors.ts';
import type { Code } from '../../domain/sentences/catalogue.ts';
import * as editing from '../../domain/sentences/editing.ts';
import * as estimates from '../../domain/sentences/estimates.ts';
import * as general from '../../domain/sentences/general.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import { onlyCompany } from '../../domain/sentences/singleSignOn.ts';

/** A sentence of the catalogue. */
export type CatalogueSentence = Sentence<Code>;
export type FieldSentences = Readonly<Record<string, readonly CatalogueSentence[]>>;
type Extra = Readonly<Record<string, unknown>>;

/** A refusal that is sent to the client: any other error is internal and answers 500 without its text. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Refusal | FieldRefusal;
  /** Seconds until it makes sense to ask again, sent as Retry-After. */
  readonly retryAfter: number | null;
  private constructor(status: number, message: string, body: HttpError['body'], retryAfter: number | null) {
    super(message);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** A refusal for one cause; `extra` is sent with the sentence. */
  static of(
    status: number,
    sentence: CatalogueSentence,
    { extra = {}, retryAfter = null }: { extra?: Extra; retryAfter?: number | null } = {},
  ): HttpError {
    return new HttpError(status, sentence.detail, { ...sentence, ...extra }, retryAfter);
  }

  /** The same refusal with another body. */
  with(body: HttpError['body']): HttpError {
    return new HttpError(this.status, this.message, body, this.retryAfter);
  }

  /** A refusal with causes by field. */
  static atFields(sentences: FieldSentences): HttpError {
    const body = fieldRefusal(sentences);
    return new HttpError(400, JSON.stringify(body), body, null);
  }
}

const mapped = <T>(byField: FieldSentences, each: (sentence: CatalogueSentence) => T): Readonly<Record<string, readonly T[]>> =>
  Object.fromEntries(Object.entries(byField).map(([field, sentences]) => [field, sentences.map(each)]));

/** The English sentences by field come first, for clients that show the first value of the body. */
const fieldRefusal = (byField: FieldSentences): FieldRefusal => ({
  ...mapped(byField, ({ detail }) => detail),
  codes: mapped(byField, ({ detail: _, ...coded }) => coded),
});

/** 404, also for a record of another team: the answer must not reveal that it exists. */
export const notFound = (): HttpError => HttpError.of(404, general.notFound());
/** 404 for a row: it was deleted, or is of another team, or never was. */
export const rowGone = (): HttpError => HttpError.of(404, editing.rowGone());
export const refused = (sentence: CatalogueSentence): HttpError => HttpError.of(400, sentence);
export const conflict = (sentence: CatalogueSentence, extra: Extra = {}): HttpError => HttpError.of(409, sentence, { extra });
export const fieldError = (field: string, sentence: CatalogueSentence): HttpError => HttpError.atFields({ [field]: [sentence] });
/** 400 for a sum that would be too large to store, on `field` when a field was set. */
export const sumTooLarge = (field?: string): HttpError =>
  field === undefined ? refused(general.sumTooLarge()) : fieldError(field, general.sumTooLarge());
export const unauthorized = (): HttpError => HttpError.of(401, general.signIn());
export const forbidden = (): HttpError => HttpError.of(403, general.forbidden());
/** 403 for a person who uses a password where people may sign in by their company alone. */
export const onlyByCompany = ({ name }: { readonly name: string }): HttpError => HttpError.of(403, onlyCompany({ name }));
export const frozen = (): HttpError => conflict(estimates.frozen());

const wait = (seconds: number): CatalogueSentence => {
  if (seconds < 90) return general.waitSeconds({ count: seconds });
  return seconds < 90 * 60
    ? general.waitMinutes({ count: Math.ceil(seconds / 60) })
    : general.waitHours({ count: Math.ceil(seconds / 3_600) });
};
/** 429 until a number of seconds has passed. */
export const tooMany = (sentenceOf: (params: { readonly wait: CatalogueSentence }) => CatalogueSentence, seconds: number): HttpError => {
  const retryAfter = Math.max(1, seconds);
  return HttpError.of(429, sentenceOf({ wait: wait(retryAfter) }), { retryAfter });
};

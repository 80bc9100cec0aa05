import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import { fieldSentencesOf } from '../../../domain/api/errors.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** The error of each field; fields without an error are absent. */
export type Problems = Readonly<Record<string, Sentence>>;

/** The errors of a failed submission: at the fields the server names, otherwise for the whole form. */
export function refusalOf(error: unknown, fields: readonly string[]) {
  const problems = error instanceof Refused ? fieldSentencesOf(error.body, fields) : {};
  const isAtFields = Object.keys(problems).length > 0;
  return { problems, sentence: isAtFields ? null : sentenceOfError(error), code: error instanceof Refused ? error.code : null };
}

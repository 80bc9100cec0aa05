import { Refused, sentenceOfError } from '../../../domain/contract/call.ts';
import { fieldSentencesOf } from '../../../domain/contract/errors.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** What is wrong with each field; fields that are right are not named. */
export type Problems = Readonly<Record<string, Sentence>>;

/** What a failed submission says: at the fields it names, else as a whole. */
export function refusalOf(error: unknown, fields: readonly string[]) {
  const problems = error instanceof Refused ? fieldSentencesOf(error.body, fields) : {};
  const isAtFields = Object.keys(problems).length > 0;
  return { problems, sentence: isAtFields ? null : sentenceOfError(error), code: error instanceof Refused ? error.code : null };
}

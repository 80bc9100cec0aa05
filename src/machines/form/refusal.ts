import { Refused, sentenceOfError } from '../../../domain/contract/call.ts';
import { fieldMessagesOf } from '../../../domain/contract/errors.ts';

/** What is wrong with each field; fields that are right are not named. */
export type Problems = Readonly<Record<string, string>>;

/** What a failed submission says: at the fields it names, else as a whole. */
export function refusalOf(error: unknown, fields: readonly string[]) {
  const problems = error instanceof Refused ? fieldMessagesOf(error.body, fields) : {};
  const isAtFields = Object.keys(problems).length > 0;
  return { problems, sentence: isAtFields ? null : sentenceOfError(error), code: error instanceof Refused ? error.code : null };
}

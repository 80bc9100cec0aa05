/** Carries sentences of the catalogue through valibot's rules, whose messages are texts only. */
import type * as v from 'valibot';
import type { Code } from './catalogue.ts';
import { invalid } from './fields.ts';
import type { Sentence } from './sentence.ts';

/** A sentence as the message of a valibot rule. */
export const ruleText = (sentence: Sentence<Code>): string => JSON.stringify(sentence);

/** The sentence of a rule that is broken. A valibot rule without one gives its own English. */
export function sentenceOfIssue({ message }: Pick<v.BaseIssue<unknown>, 'message'>): Sentence<Code> {
  return message.startsWith('{') ? (JSON.parse(message) as Sentence<Code>) : { ...invalid(), detail: message };
}

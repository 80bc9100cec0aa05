/** Carries sentences of the catalogue through valibot's rules, whose messages are texts only. */
import type * as v from 'valibot';
import type { Code } from './catalogue.ts';
import { invalid } from './fields.ts';
import type { Sentence } from './sentence.ts';

/** A sentence as the message of a valibot rule. */
export const ruleText = (sentence: Sentence<Code>): string => JSON.stringify(sentence);

type Issue = v.BaseIssue<unknown>;

/** The sentence that the contract gives a rule; null for a rule without one. */
export const ownSentence = ({ message }: Issue): Sentence<Code> | null =>
  message.startsWith('{') ? (JSON.parse(message) as Sentence<Code>) : null;

/** The sentence of a rule that is broken. */
export const sentenceOfIssue = (issue: Issue): Sentence<Code> => ownSentence(issue) ?? invalid();

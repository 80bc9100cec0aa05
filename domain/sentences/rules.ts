/** Carries sentences of the catalogue through valibot's rules, whose messages are texts only. */
import type * as v from 'valibot';
import type { Code } from './catalogue.ts';
import { invalid, notNumber, notText, notWholeNumber, numberAbove, required, tooLong } from './fields.ts';
import type { Sentence } from './sentence.ts';

/** A sentence as the message of a valibot rule. */
export const ruleText = (sentence: Sentence<Code>): string => JSON.stringify(sentence);

type Issue = v.BaseIssue<unknown>;

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  strict_object: 'an object',
  uuid: 'a UUID',
};

/** The choices of a rule, which valibot writes as `("net" | "gross")`. */
const choicesOf = ({ expected }: Issue): string[] => expected?.match(/"[^"]*"|-?\d+/g)?.map((choice) => choice.replaceAll('"', '')) ?? [];

const mustBe = (what: string): Sentence<Code> => ({ ...invalid(), detail: `The value must be ${what}` });

function mustBeOneOf(choices: readonly string[]): Sentence<Code> {
  if (choices.length === 0) return invalid();
  return mustBe(choices.length === 1 ? choices.join() : `one of: ${choices.join(', ')}`);
}

/** The sentence of a rule that the contract gives none. Valibot's own names types and patterns of the code. */
function usualSentence(issue: Issue): Sentence<Code> {
  const { kind, type, received, requirement, input } = issue;
  if (kind === 'schema' && (received === 'undefined' || received === 'null')) return required();
  switch (type) {
    case 'string':
      return notText();
    case 'number':
      return notNumber();
    case 'integer':
    case 'safe_integer':
      return notWholeNumber();
    case 'min_value':
      return mustBe(`at least ${String(requirement)}`);
    case 'max_value':
      return numberAbove({ most: Number(requirement) });
    case 'max_length':
      return typeof input === 'string' ? tooLong({ count: Number(requirement) }) : invalid();
    case 'literal':
    case 'picklist':
    case 'union':
    case 'variant':
      return mustBeOneOf(choicesOf(issue));
    default:
      return KINDS[type] === undefined ? invalid() : mustBe(KINDS[type]);
  }
}

/** The sentence of a rule that is broken. */
export function sentenceOfIssue(issue: Issue): Sentence<Code> {
  const { message } = issue;
  return message.startsWith('{') ? (JSON.parse(message) as Sentence<Code>) : usualSentence(issue);
}

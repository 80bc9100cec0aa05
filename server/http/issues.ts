/** The sentences of rules that a request breaks. */
import * as v from 'valibot';
import { invalid, notText, required, tooLong, unknownField } from '../../domain/sentences/fields.ts';
import { notNumber, notWholeNumber, numberAbove } from '../../domain/sentences/numbers.ts';
import { ownSentence } from '../../domain/sentences/rules.ts';
import type { CatalogueSentence, FieldSentences } from './errors.ts';

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

const mustBe = (what: string): CatalogueSentence => ({ ...invalid(), detail: `The value must be ${what}` });

function mustBeOneOf(choices: readonly string[]): CatalogueSentence {
  if (choices.length === 0) return invalid();
  return mustBe(choices.length === 1 ? choices.join() : `one of: ${choices.join(', ')}`);
}

/** The sentence of a rule that has none of its own. Valibot's own names types and patterns of the code. */
function usualSentence(issue: Issue): CatalogueSentence {
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

const isUnknownField = ({ type, expected }: Issue) => type === 'strict_object' && expected === 'never';

export const sentenceFor = (issue: Issue): CatalogueSentence =>
  isUnknownField(issue) ? unknownField() : (ownSentence(issue) ?? usualSentence(issue));

/** The sentences by field; a rule about the whole body is left out. */
export function fieldsIn(issues: readonly Issue[]): FieldSentences {
  const byField = Map.groupBy(issues, (issue) => v.getDotPath(issue));
  return Object.fromEntries([...byField].flatMap(([field, found]) => (field === null ? [] : [[field, found.map(sentenceFor)]])));
}

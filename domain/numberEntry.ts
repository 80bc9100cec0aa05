/** The text that an open number editor accepts, key by key and from the clipboard. No character is dropped silently. */
import { parse } from './decimal.ts';
import { isFormula } from './entered.ts';
import { FORMULA_CHARACTERS } from './formula.ts';
import { withHyphen } from './numbers.ts';
import { type DecimalMark, numberPasted, readingsOf, vote } from './numberText.ts';
import type { Code } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/sentence.ts';
import { formulaUnreadable, notPasted, numberKeys, numberKeysOrFormula, pastedAmbiguous, pastedCells } from './sentences/typing.ts';

interface EntryRules {
  /** The decimal mark of the screen: a comma or a dot becomes it. */
  readonly mark: DecimalMark;
  /** Whether "=" begins a formula. */
  readonly takesFormulas: boolean;
}
/** A selection in the editor's text: the text before and after it. */
export interface EntrySelection {
  readonly before: string;
  readonly behind: string;
}
/** The text to insert, or why it is not accepted. */
type Inserted = { readonly put: string } | { readonly problem: Sentence<Code> };

const NUMBER_KEYS = /^[\d.,-]*$/;
const MOST_DIGITS = 60;

const begunWith = ({ before, behind }: EntrySelection, data: string) => isFormula(before + data + behind);
const marked = (text: string, mark: DecimalMark): string => text.replace(/[.,]/g, mark);
const keysOf = ({ takesFormulas }: EntryRules): Sentence<Code> => (takesFormulas ? numberKeysOrFormula() : numberKeys());

/** The result of typing a key. */
export function typedInto(selection: EntrySelection, key: string, rules: EntryRules): Inserted {
  const { takesFormulas, mark } = rules;
  if (takesFormulas && begunWith(selection, key)) {
    const isFirst = key === '=' && selection.before.trim() === '' && !isFormula(selection.behind);
    return isFirst || (FORMULA_CHARACTERS.test(key) && isFormula(selection.before))
      ? { put: marked(key, mark) }
      : { problem: formulaUnreadable() };
  }
  const plain = withHyphen(key);
  return NUMBER_KEYS.test(plain) ? { put: marked(plain, mark) } : { problem: keysOf(rules) };
}

/**
 * The result of pasting a text, which is accepted or refused as a whole. With `isOurs` the text was copied in Actum and is a plain decimal
 * or a formula.
 */
export function pastedInto(selection: EntrySelection, text: string, rules: EntryRules, isOurs = false): Inserted {
  const trimmed = text.trim();
  const { takesFormulas, mark } = rules;
  if (trimmed === '') return { put: '' };
  if (/[\t\r\n]/.test(trimmed)) return { problem: pastedCells() };
  if (takesFormulas && begunWith(selection, trimmed) && !(selection.before === '' && selection.behind !== '' && !isFormula(trimmed))) {
    const rest = isFormula(trimmed) && selection.before === '' ? trimmed.slice(1) : trimmed;
    return FORMULA_CHARACTERS.test(rest) ? { put: marked(trimmed, mark) } : { problem: formulaUnreadable() };
  }
  const voted = isOurs ? '.' : vote([trimmed]);
  const readings = readingsOf(trimmed, voted);
  if (readings !== null) return { problem: pastedAmbiguous({ text: trimmed, ...readings }) };
  const read = numberPasted(trimmed, voted);
  if (read.kind !== 'number') return { problem: notPasted({ text: trimmed }) };
  const whole = withHyphen(`${selection.before}${read.text}${selection.behind}`).replace(/[.,]/g, '.');
  return parse(whole, MOST_DIGITS) === null ? { problem: notPasted({ text: trimmed }) } : { put: marked(read.text, mark) };
}

/**
 * Whether a refused key may have been meant as part of the number: the editor is not empty, or the key is "(", which means a negative
 * number.
 */
export const isPartOfNumber = ({ before, behind }: EntrySelection, key: string): boolean => before + behind !== '' || key === '(';

/** Why the text contains characters that are never accepted; null where it contains none. */
export function problemIn(text: string, rules: EntryRules): Sentence<Code> | null {
  if (rules.takesFormulas && isFormula(text)) return FORMULA_CHARACTERS.test(text.trimStart().slice(1)) ? null : formulaUnreadable();
  return NUMBER_KEYS.test(withHyphen(text)) ? null : keysOf(rules);
}

/** Sentences about numbers and formulas while they are typed. */
import { sentence } from './sentence.ts';

export const numberKeys = sentence('number_keys', 'A number takes digits, minus, comma and dot');
export const numberKeysOrFormula = sentence(
  'number_keys_or_formula',
  'A number takes digits, minus, comma and dot. Begin with = to calculate',
);
export const notPasted = sentence('number_not_pasted', 'Not pasted: “{text}” is not a number');
export const pastedCells = sentence(
  'number_pasted_cells',
  'Not pasted: this is more than one cell. Press Escape and paste it into the table',
);
export const pastedAmbiguous = sentence(
  'number_pasted_ambiguous',
  'Not pasted: “{text}” may be {thousands} or {decimals}. Type the one you mean',
);
export const formulaUnreadable = sentence('formula_unreadable', 'A formula takes numbers, + − × ÷, brackets and %');
export const formulaUnfinished = sentence('formula_unfinished', 'The formula is not finished');
export const formulaUnbalanced = sentence('formula_unbalanced', 'A bracket of the formula has no matching one');
export const formulaDividesByZero = sentence('formula_divides_by_zero', 'The formula divides by zero');
export const formulaTooLong = sentence('formula_too_long', 'A formula has at most {most} characters');

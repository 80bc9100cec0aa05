/** Sentences about numbers and formulas while they are typed. */
import { saying } from './sentence.ts';

export const numberKeys = saying('number_keys', 'A number takes digits, minus, comma and dot');
export const numberKeysOrFormula = saying(
  'number_keys_or_formula',
  'A number takes digits, minus, comma and dot. Begin with = to calculate',
);
export const notPasted = saying('number_not_pasted', 'Not pasted: “{text}” is not a number');
export const pastedCells = saying(
  'number_pasted_cells',
  'Not pasted: this is more than one cell. Press Escape and paste it into the table',
);
export const pastedAmbiguous = saying(
  'number_pasted_ambiguous',
  'Not pasted: “{text}” may be {thousands} or {decimals}. Type the one you mean',
);
export const formulaUnreadable = saying('formula_unreadable', 'A formula takes numbers, + − × ÷, brackets and %');
export const formulaUnfinished = saying('formula_unfinished', 'The formula is not finished');
export const formulaUnbalanced = saying('formula_unbalanced', 'A bracket of the formula has no matching one');
export const formulaDividesByZero = saying('formula_divides_by_zero', 'The formula divides by zero');
export const formulaTooLong = saying('formula_too_long', 'A formula has at most {most} characters');

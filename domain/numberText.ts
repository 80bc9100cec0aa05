/** Numbers as estimates write them: text with blanks, currencies, parentheses and either decimal mark. */
import { areGroups, withHyphen } from './numbers.ts';
import * as say from './sentences/imports.ts';
import type { Sentence } from './sentences/sentence.ts';

export type DecimalMark = '.' | ',';

/** Which mark a column's texts use; 'unknown' when none of them shows it, 'both' when they disagree. */
export type Vote = DecimalMark | 'unknown' | 'both';

export type NumberRead =
  | { readonly kind: 'empty' }
  /** Plain decimal text of any length. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'bad'; readonly sentence: Sentence };

const EMPTY = { kind: 'empty' } as const;
const bad = (sentence: Sentence): NumberRead => ({ kind: 'bad', sentence });

const SIGN =
  '(?<![\\p{L}])(eur|euro|eiro|usd|gbp|chf|s?fr|руб(лей|ля|ль)?|р|грн|uah|тенге|тг|zł|pln|kč|czk|huf|ron|lei|lv|лв|bgn|kr|sek|nok|dkk|isk|lt|lvl|eek|rs|inr|npr|nis|บาท|baht|tl|try|rsd|idr|brl|mxn|aed|sar|cad|aud|nzd)(?![\\p{L}])\\.?|((?<![\\p{L}])(us|r|a|c|nz))?[€$£¥₽₴₹₪฿₸₺]';
const CURRENCY = new RegExp(SIGN, 'giu');
/** Dinars, forint, rupiah and ringgit: "DIN 276" is a standard, and in small letters the others are feet and running metres. */
const IN_PLACE = /(?<=\d)\s*(din|Din|Ft)\.?\s*$|^\s*R[Mp]\.?\s*(?=[\d-])/u;
/** "6,20 €/m2" is the price of its unit. */
const PER_UNIT = new RegExp(`(${SIGN})\\s*/\\s*\\p{L}{1,6}[23]?\\.?\\s*$`, 'iu');
const BLANKS = /[\s\u200b'’`´]/gu;
const DIGITS = /^[+-]?(\d[\d.,]*|[.,]\d+)$/;
const NOTHING = /^[-–—−.]*$/u;

/** "12.345,-" has no cents, and its mark is decimal; "12:-" has neither; asterisks refer to a note. */
const ENDING = /(:|(?<=[.,]))[-–—]{1,2}$|(?<=\d)\*{1,3}$/;

/** A text with a word this long is not a number, because currency abbreviations are shorter. */
const WORD = /[a-z]{5}/i;

/** A text stripped to digits, marks and a sign; null when it is not a number. */
function stripped(text: string): string | null {
  if (DIGITS.test(text)) return text;
  if (WORD.test(text)) return null;
  const named = text.normalize('NFKC').replace(PER_UNIT, '').replace(IN_PLACE, '');
  const bare = withHyphen(named.replace(CURRENCY, '').replace(BLANKS, '')).replace(ENDING, '');
  const inside = /^\((.*)\)$/.exec(bare)?.[1];
  const signed = inside === undefined ? bare.replace(/^(.*\d)-$/, '-$1') : `-${inside}`;
  return DIGITS.test(signed) ? signed : null;
}

/** The decimal mark that a text proves; null when it is ambiguous or has none. */
function mark(digits: string): DecimalMark | null {
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots === 0 && commas === 0) return null;
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  const only: DecimalMark = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return only === '.' ? ',' : '.';
  return isAmbiguous(digits) ? null : only;
}

/** "1.500" may be 1500 or 1.5. */
const isAmbiguous = (digits: string) => /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

const LONGEST_NUMBER = 60;

/** The mark a column's texts agree on. */
export function vote(texts: Iterable<string>): Vote {
  const votes = new Set<DecimalMark>();
  for (const text of texts) {
    if (text.length > LONGEST_NUMBER || !/\d/.test(text)) continue;
    const digits = stripped(text);
    const voted = digits === null ? null : mark(digits);
    if (voted !== null) votes.add(voted);
  }
  const [first, second] = votes;
  if (first === undefined) return 'unknown';
  return second === undefined ? first : 'both';
}

/** Reads a text as a number under its column's vote. */
export function numberInText(text: string, voted: Vote): NumberRead {
  const trimmed = text.replace(BLANKS, '');
  if (trimmed === '' || NOTHING.test(trimmed)) return EMPTY;
  const digits = stripped(text);
  if (digits === null) return bad(say.notANumber());
  const decimal = voted === '.' || voted === ',' ? voted : mark(digits);
  if (decimal === null && isAmbiguous(digits)) return bad(say.ambiguousNumber());
  const grouping = decimal === '.' ? ',' : '.';
  const [whole = '', fraction = '', ...more] = decimal === null ? [digits] : digits.split(decimal);
  if (more.length > 0 || fraction.includes(grouping) || !isGrouped(whole, grouping)) return bad(say.notANumber());
  const plain = `${whole.replaceAll(grouping, '').replace('+', '')}${fraction === '' ? '' : `.${fraction}`}`;
  return { kind: 'number', text: plain.replace(/^(-?)\./, '$10.') };
}

/** "1.234.567" or "12.34.567" (Indian) but not "1.2345". */
function isGrouped(whole: string, grouping: string): boolean {
  const [first = '', ...groups] = whole.replace(/^[+-]/, '').split(grouping);
  if (groups.length === 0) return true;
  return first !== '' && groups.at(-1)?.length === 3 && groups.slice(0, -1).every((group) => group.length === 3 || group.length === 2);
}

/** Reads a pasted text as a number under its column's vote. Blanks between digits must separate thousands. */
export function numberPasted(text: string, voted: Vote): NumberRead {
  const trimmed = text.trim();
  return areGroups(trimmed) ? numberInText(trimmed, voted) : bad(say.notANumber());
}

/** Both readings of a text that may mean thousands or decimals, as plain decimals: "1,240" is 1240 or 1.24. Null for other texts. */
export function readingsOf(text: string, voted: Vote): { readonly thousands: string; readonly decimals: string } | null {
  const digits = voted === '.' || voted === ',' ? null : stripped(text);
  if (digits === null || !isAmbiguous(digits)) return null;
  return {
    thousands: digits.replace(/[.,+]/g, ''),
    decimals: digits
      .replace(',', '.')
      .replace('+', '')
      .replace(/\.?0+$/, ''),
  };
}

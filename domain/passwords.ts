/** The rules for a new password. The sign-in form has fewer: passwords chosen under an earlier rule still open their accounts. */
import { PASSWORD_MIN_LENGTH } from './api/registrations.ts';
import { tooShort } from './sentences/fields.ts';
import { passwordCommon, passwordOwn } from './sentences/people.ts';
import type { Sentence } from './sentences/sentence.ts';

/** From this length on a password that is not common is hard to guess. */
const GOOD_LENGTH = 14;

/** Facts that others know about a person, so that a password must not be made of them. */
export interface Own {
  readonly name?: string;
  readonly email?: string;
  readonly teams?: readonly string[];
}

/** Characters as a person counts them. */
const isLongEnough = (password: string): boolean => [...password].length >= PASSWORD_MIN_LENGTH;

/** Signs that replace letters to make a password look harder than it is; letters that share a sign count as one letter. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '3': 'e',
  '€': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};
/** A text as it is read rather than as it is written: without case, accents, blanks around it, and signs in the place of letters. */
export const plainSpelling = (text: string): string =>
  [...text.trim().toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')]
    .map((character) => STANDS_FOR[character] ?? character)
    .join('');

const PRODUCT = 'actum';
const SHORTEST_WORD = 3;
/** The fewest letters and digits that a password must have besides the person's own words. */
const LEAST_BESIDE = 5;
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const withoutUmlauts = (word: string): string => word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');

function ownWords({ name = '', email = '', teams = [] }: Own): string[] {
  const words = [name, email, ...teams].flatMap((text) => [...wordsIn(text), wordsIn(text).join('')]);
  return [...new Set([PRODUCT, ...words, ...words.map(withoutUmlauts)])]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length);
}

/** Whether little is left of a password without these words. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const plain = wordsIn(password).join('');
  const beside = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  return beside !== plain && [...beside].length < LEAST_BESIDE;
}
/** Whether little is left of a password without the words others know of its person, as it is written or as it is read. */
function isMadeOfOwn(password: string, own: Own): boolean {
  const words = ownWords(own);
  return isMadeOf(password, words) || isMadeOf(plainSpelling(password), words.map(plainSpelling));
}

/** Why a new password is refused; null when it is taken. */
export function passwordFault(password: string, own: Own, isCommon: (password: string) => boolean): Sentence | null {
  if (!isLongEnough(password)) return tooShort({ count: PASSWORD_MIN_LENGTH });
  if (isCommon(password)) return passwordCommon();
  return isMadeOfOwn(password, own) ? passwordOwn() : null;
}

/** Whether an accepted password is also hard to guess. */
export const isGoodPassword = (password: string): boolean => [...password].length >= GOOD_LENGTH;

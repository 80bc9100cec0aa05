/** What a new password must be. The sign-in form asks less: passwords chosen under an earlier rule still open their accounts. */
import { tooShort } from './sentences/fields.ts';
import { passwordCommon, passwordOwn } from './sentences/people.ts';
import type { Sentence } from './sentences/sentence.ts';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_LONGEST = 200;
/** From here on a password that is not common is hard to guess. */
const GOOD_LENGTH = 14;

/** What others know of a person: their name, address and teams. */
export interface Own {
  readonly name?: string;
  readonly email?: string;
  readonly teams?: readonly string[];
}

/** Characters as a person counts them. */
const isLongEnough = (password: string): boolean => [...password].length >= PASSWORD_MIN_LENGTH;

const PRODUCT = 'actum';
const SHORTEST_WORD = 3;
/** A password with fewer letters and digits beside the person's own words is made of these. */
const LEAST_BESIDE = 5;
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function ownWords({ name = '', email = '', teams = [] }: Own): string[] {
  const words = [name, email, ...teams].flatMap((text) => [...wordsIn(text), wordsIn(text).join('')]);
  return [...new Set([PRODUCT, ...words])].filter((word) => word.length >= SHORTEST_WORD).sort((one, other) => other.length - one.length);
}

/** Whether little is left of a password without the words others know of its person. */
function isMadeOfOwn(password: string, own: Own): boolean {
  const plain = wordsIn(password).join('');
  const beside = ownWords(own).reduce((left, word) => left.replaceAll(word, ''), plain);
  return beside !== plain && [...beside].length < LEAST_BESIDE;
}

/** Why a new password is refused; null when it is taken. */
export function passwordFault(password: string, own: Own, isCommon: (password: string) => boolean): Sentence | null {
  if (!isLongEnough(password)) return tooShort({ count: PASSWORD_MIN_LENGTH });
  if (isCommon(password)) return passwordCommon();
  return isMadeOfOwn(password, own) ? passwordOwn() : null;
}

/** How much a password that is taken withstands. */
export const isGoodPassword = (password: string): boolean => [...password].length >= GOOD_LENGTH;

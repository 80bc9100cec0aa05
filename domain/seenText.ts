/**
 * Invisible characters: zero-width ones, and those that change the direction of the words after them. The joiners of emoji and of Persian are not among
 * them, because they are needed.
 */
export const UNSEEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A text without invisible characters and without surrounding blanks. A text of joiners alone becomes empty. */
export function seenText(text: string): string {
  const rest = text.replace(UNSEEN, '').trim();
  return SEEN.test(rest) ? rest : '';
}

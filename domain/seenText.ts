/** Characters that nobody sees: empty ones, and those that turn the words after them around. The joiners of emoji and of Persian are needed. */
export const UNSEEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A text without what nobody sees in it, and without blanks around it. Joiners with nothing to join are no text. */
export function seenText(text: string): string {
  const rest = text.replace(UNSEEN, '').trim();
  return SEEN.test(rest) ? rest : '';
}

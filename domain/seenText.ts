/** Characters that nobody sees: empty ones, and those that turn the words after them around. The joiners of emoji and of Persian are needed. */
export const UNSEEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

/** A text without what nobody sees in it, and without blanks around it. */
export const seenText = (text: string): string => text.replace(UNSEEN, '').trim();

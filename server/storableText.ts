/** Whether PostgreSQL can store a text, in columns and in JSON: it has no NUL, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The text without NULs, and with U+FFFD in the place of each half of a surrogate pair. */
export const storable = (text: string): string => (isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed());

/** Languages the product speaks; the first is the default (SPEC.md, section 9). */
export const LANGUAGES = ['en', 'lv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

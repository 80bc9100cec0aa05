/** Languages of the product; the first is the default (docs/product.md, 13.3). */
export const LANGUAGES = ['en', 'lv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (tag: string | undefined): tag is Language => (LANGUAGES as readonly (string | undefined)[]).includes(tag);

/** The first wished-for language that the product has, otherwise the default. Takes tags as browsers send them, "de-AT". */
export const preferredLanguage = (wished: readonly string[]): Language =>
  wished.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? LANGUAGES[0];

/** The decimal mark numbers are shown and typed with. What is sent and kept has a point. */
const DECIMAL_MARKS = { en: '.', lv: ',', de: ',' } as const satisfies Readonly<Record<Language, '.' | ','>>;
export const decimalMarkOf = (language: Language): '.' | ',' => DECIMAL_MARKS[language];

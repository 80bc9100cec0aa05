/** Languages of the product; the first is the default (docs/product.md, 13.3). */
export const LANGUAGES = ['en', 'lv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first wished-for language that the product has, otherwise the default. Takes tags as browsers send them, "de-AT". */
export const firstSpoken = (wished: readonly string[]): Language =>
  wished.map((tag) => LANGUAGES.find((known) => known === tag.toLowerCase().split('-')[0])).find((known) => known !== undefined) ??
  LANGUAGES[0];

/** The given class names that are there, as one `class` attribute. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

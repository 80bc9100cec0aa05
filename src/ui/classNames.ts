/** Joins the given class names, without empty ones, into one `class` attribute. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

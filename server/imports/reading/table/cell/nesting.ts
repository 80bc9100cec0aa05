/** The parts of a code that nests: "1.2.3" is under "1.2". */
const CODE = /^\p{L}{0,8}\d*([.\-/ ][\p{L}\d]{1,8})*[.)]?$/u;
const LONGEST = 60;

/** Empty for a text that is no code of figures and short words. */
export function nestingOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || !/\d/.test(trimmed) || !CODE.test(trimmed.replace(/^\d+/, ''))) return [];
  return trimmed.replace(/[.)]$/, '').split(/[.\-/ ]+/);
}

/** The parts of a code that nests: "1.2.3" is under "1.2". */
const CODE = /^\p{L}{0,8}\d*([.\-/ ][\p{L}\d]{1,8})*[.)]?$/u;
const LONGEST = 60;

/** Empty for a text that is not a code of figures and short words. */
export function nestingOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || !/\d/.test(trimmed) || !CODE.test(trimmed.replace(/^\d+/, ''))) return [];
  return trimmed.replace(/[.)]$/, '').split(/[.\-/ ]+/);
}

const FEWEST_CHILDREN = 2;
const ENOUGH = 0.2;

/** How many codes begin with an earlier one; 0 where they are too few to be more than chance. */
export function nestedIn(texts: readonly string[]): number {
  const seen = new Set<string>();
  let children = 0;
  for (const text of texts) {
    const parts = nestingOf(text);
    if (parts.length === 0) continue;
    let code = '';
    let isChild = false;
    for (const [at, part] of parts.entries()) {
      isChild ||= at > 0 && seen.has(code);
      code = at === 0 ? part : `${code}.${part}`;
    }
    if (isChild) children += 1;
    seen.add(code);
  }
  return children >= FEWEST_CHILDREN && children >= texts.length * ENOUGH ? children : 0;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceMutant } from './source.ts';

/** Mutants that survive because nothing anybody could notice is different, or because no test can be made to wait for it. */
interface Equivalent {
  readonly path: string;
  /** The text that is replaced, with enough around it to be found once: the mutant's own part is between « and ». */
  readonly before: string;
  readonly after: string;
  readonly because: string;
}

const EQUIVALENT: readonly Equivalent[] = [];

const placeOf = ({ before }: Equivalent, text: string) => {
  const [head = '', rest = ''] = before.split('«');
  const [own = '', tail = ''] = rest.split('»');
  const at = text.indexOf(head + own + tail);
  return at < 0 ? null : { start: at + head.length, end: at + head.length + own.length };
};

export const equivalentTo = (mutant: SourceMutant, text: string): Equivalent | undefined =>
  EQUIVALENT.find((each) => {
    if (each.path !== mutant.path || each.after !== mutant.after) return false;
    const place = placeOf(each, text);
    return place?.start === mutant.start && place.end === mutant.end;
  });

/** Those whose text is not there any more: they are to be taken from the list. */
export const unknownEquivalents = (root: string): readonly Equivalent[] =>
  EQUIVALENT.filter((each) => placeOf(each, readFileSync(join(root, each.path), 'utf8')) === null);

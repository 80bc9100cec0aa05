/**
 * Codes of FIEBDC-3 concepts. They are unique in a file, so a code that is already taken is prefixed with its chapter's code: `CAP02_1.1`,
 * a second time `CAP02$2_1.1`. A concept without a code is numbered: `CAP02.0007` is a row, `CAP02$3` a heading.
 */
import { isWithinCode } from '../sections.ts';

/** 20 letters, digits and a few marks. Upper and lower case do not differ. */
const LEGAL_CODE = /^[A-Za-z0-9ÑñÇç._$&]{1,20}$/;
const LONGEST_CODE = 20;
/** Short enough that two numbers can follow it in a code. */
const LONGEST_ABOVE = 12;
const CHAPTER = 'CAP';
/** The beginning of codes that are assigned here: an own code that begins like one is prefixed with its chapter's code. */
const GIVEN = new RegExp(`^${CHAPTER}\\d`, 'i');
const BEHIND_CHAPTER = new RegExp(`^${CHAPTER}\\d+(?:\\$\\d+)?_`, 'i');
const NUMBERED = new RegExp(`^${CHAPTER}\\d+[.$]\\d+$`, 'i');

export const chapterCode = (number: number): string => `${CHAPTER}${String(number).padStart(2, '0')}`;

/** The original code of a concept in a file we wrote; empty where we numbered the concept. */
export const ownCode = (code: string): string => (NUMBERED.test(code) ? '' : code.replace(BEHIND_CHAPTER, ''));

interface GivenHeading {
  readonly code: string;
  /** The part of `code` before its own code; null where its own code is not in it. */
  readonly prefix: string | null;
}

interface Placed {
  readonly below: readonly string[];
  /** Among the headings of its chapter, from 1. */
  readonly number: number;
}

export class ConceptCodes {
  readonly #taken: Set<string>;
  /** How often each code was prefixed with its chapter's code. */
  readonly #repeated = new Map<string, number>();

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken.map((code) => code.toUpperCase()));
  }

  ofRow(own: string, chapter: string, number: number): string {
    const code = this.#free(own, chapter)?.code ?? `${chapter}.${String(number).padStart(4, '0')}`;
    return this.#take(code);
  }

  /**
   * A heading within another gets a code that continues its parent's, so that readers nest it by its code. `below` are the own codes of the
   * concepts within the heading: the heading's code has to be short enough for them to follow it.
   */
  ofHeading(own: string, chapter: string, parent: GivenHeading | null, { below, number }: Placed): GivenHeading {
    const longest = below.reduce((most, { length }) => Math.max(most, length), 0);
    const found = this.#heading(own, chapter, parent, number);
    const isShort = longest === 0 || found.code.length <= LONGEST_ABOVE || (found.prefix?.length ?? LONGEST_CODE) + longest <= LONGEST_CODE;
    const given = isShort ? found : this.#numbered(chapter, parent, number);
    this.#take(given.code);
    return given;
  }

  #heading(own: string, chapter: string, parent: GivenHeading | null, number: number): GivenHeading {
    if (parent === null) return this.#free(own, chapter) ?? { code: `${chapter}${own === '' ? '$' : '&'}${number}`, prefix: null };
    const code = parent.prefix === null ? null : `${parent.prefix}${own}`;
    if (code !== null && this.#isFree(code) && isWithinCode(code, parent.code)) return { code, prefix: parent.prefix };
    return this.#numbered(chapter, parent, number);
  }

  #numbered(chapter: string, parent: GivenHeading | null, number: number): GivenHeading {
    const top = { code: `${chapter}&${number}`, prefix: null };
    for (let at = 1; parent !== null; at += 1) {
      const code = `${parent.code}.$${at}`;
      if (!LEGAL_CODE.test(code)) return top;
      if (this.#isFree(code)) return { code, prefix: null };
    }
    return top;
  }

  #free(own: string, chapter: string): GivenHeading | null {
    if (own === '') return null;
    if (!GIVEN.test(own) && this.#isFree(own)) return { code: own, prefix: '' };
    const behind = `${chapter}_${own}`.toUpperCase();
    const times = (this.#repeated.get(behind) ?? 0) + 1;
    this.#repeated.set(behind, times);
    const prefix = times === 1 ? `${chapter}_` : `${chapter}$${times}_`;
    return this.#isFree(prefix + own) ? { code: prefix + own, prefix } : null;
  }

  #isFree(code: string): boolean {
    return LEGAL_CODE.test(code) && !this.#taken.has(code.toUpperCase());
  }

  #take(code: string): string {
    this.#taken.add(code.toUpperCase());
    return code;
  }
}

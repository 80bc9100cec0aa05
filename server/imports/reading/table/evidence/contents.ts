/** The contents of a column: names, units, codes, links or numbers. Judged by the cells alone. */
import { isUnit } from '../cell/unitWords.ts';
import type { Sample } from './sample.ts';

export interface Contents {
  /** Share of the rows with words in the column. */
  readonly words: number;
  /** Mean length of the words. */
  readonly length: number;
  /** Share of the texts that are units of measurement. */
  readonly units: number;
  /** Share of the cells that are codes: 1.2.3, A-12, 46.12.005. */
  readonly codes: number;
  /** Share of the cells that are different from each other. */
  readonly distinct: number;
  /** Share of the texts that are addresses of pages. */
  readonly links: number;
}

const DOTTED = /^\p{L}{0,4}[.\-\s]?\d+([.\-/]\d+)*[.)]?$/u;
const CODED = /^(?=.*\d)[\p{Lu}\d][\p{Lu}\d._/-]{2,24}$/u;
const isCode = (text: string): boolean => DOTTED.test(text) || CODED.test(text);
const LINK = /^(https?:|www\.)/i;

const share = (all: readonly string[], is: (text: string) => boolean) => (all.length === 0 ? 0 : all.filter(is).length / all.length);

/** Computed once for each column, because many rules ask for it. */
export function contentsOf(sample: Sample, column: number): Contents {
  const ofSample = known.get(sample) ?? new Map<number, Contents>();
  known.set(sample, ofSample);
  const contents = ofSample.get(column) ?? contentsIn(sample, column);
  ofSample.set(column, contents);
  return contents;
}
const known = new WeakMap<Sample, Map<number, Contents>>();

function contentsIn(sample: Sample, column: number): Contents {
  const words = sample.words(column);
  const texts = sample.cells(column).map(({ text }) => text.trim());
  return {
    words: sample.rows === 0 ? 0 : words.length / sample.rows,
    length: words.length === 0 ? 0 : words.reduce((sum, { length }) => sum + length, 0) / words.length,
    units: share(words, isUnit),
    codes: share(texts, isCode),
    distinct: texts.length === 0 ? 0 : new Set(texts).size / texts.length,
    links: share(words, (text) => LINK.test(text)),
  };
}

/** Whether a column counts 1 2 3 …. */
export const isRunningColumn = (sample: Sample, column: number): boolean => isRunning(sample.cells(column).map(({ text }) => text));

/** Whether most of the numbers are one more than the number before. */
export function isRunning(texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) => (/^\d{1,5}[.)]?$/.test(text.trim()) ? [Number.parseInt(text, 10)] : []));
  const steps = numbers.slice(1).filter((number, at) => number === (numbers[at] ?? 0) + 1).length;
  return numbers.length >= 2 && steps >= (numbers.length - 1) * 0.8;
}

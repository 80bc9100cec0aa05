import fc from 'fast-check';

/** A sample without repetition; the same seed gives the same sample. */
export function drawnFrom<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const drawing = fc.shuffledSubarray([...all], { minLength: Math.min(count, all.length), maxLength: Math.min(count, all.length) });
  return fc.sample(drawing, { seed, numRuns: 1 })[0] ?? [];
}

/** One of several parts of a sample that together are the whole. */
export interface Part {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}
export const inPart = <T>(sample: readonly T[], { number, of }: Part): readonly T[] => sample.filter((_, at) => at % of === number - 1);

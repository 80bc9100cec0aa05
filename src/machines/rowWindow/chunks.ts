/** Rows are stored and loaded in chunks of this size. */
export const CHUNK = 256;

export const chunkOf = (index: number): number => Math.floor(index / CHUNK);

/** The chunks that hold the rows from `first` to `last`. */
export function chunksBetween(first: number, last: number): readonly number[] {
  const [from, to] = [chunkOf(first), chunkOf(Math.max(first, last))];
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** How much two rows of two versions look like the same work, for a person who pairs them by hand. */
import { exact, SCALE } from './decimal.ts';
import { normalisedName, type Recognisable } from './sameRow.ts';

interface Comparable extends Recognisable {
  /** Decimal text; `unit_total` is the unit price whole, null for somebody who sees no prices. */
  readonly quantity: string;
  readonly unit_total: string | null;
}

const words = (name: string): ReadonlySet<string> =>
  new Set(
    normalisedName(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );

/** The share of the words of two texts that occur in both. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

/** 1 for equal numbers, and less for greater differences. */
function closeness(one: string | null, other: string | null): number {
  if (one === null || other === null) return 0;
  const [a, b] = [exact(one, SCALE.quantity), exact(other, SCALE.quantity)];
  const [least, most] = a < b ? [a, b] : [b, a];
  if (most <= 0n || least <= 0n) return a === b ? 1 : 0;
  return Number((least * 1_000n) / most) / 1_000;
}

/** From 0 to 10: the name counts most, then code and unit, then list and numbers. */
export const likeness = (one: Comparable, other: Comparable): number =>
  5 * sharedWords(one.name, other.name) +
  (one.code !== '' && one.code === other.code ? 2 : 0) +
  (one.unit === other.unit ? 1 : 0) +
  (one.list_title === other.list_title ? 1 : 0) +
  0.5 * closeness(one.quantity, other.quantity) +
  0.5 * closeness(one.unit_total, other.unit_total);

/** The longest word of a name, to search for similar rows by; empty for a name without words. */
export const longestWord = (name: string): string =>
  [...words(name)].reduce((longest, word) => (word.length > longest.length ? word : longest), '');

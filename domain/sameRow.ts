/** Decides when two rows of two estimates are the same row (docs/domain.md, Import). */
import { BETWEEN_STOPS, finished } from './stops.ts';

/** The parts of a row it is recognised by: the title of its list, and its own texts. */
export interface Recognisable {
  readonly list_title: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
}

/** Case, Unicode composition and the number of blanks do not matter in a name. */
export const normalisedName = (name: string): string => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** A key that is equal for the same row of two estimates; rows that share a key are matched by their order. */
export const recognisedBy = ({ list_title, code, name, unit }: Recognisable): string =>
  [list_title, code, normalisedName(name), unit].join('\u0000');

interface Matching<A, B> {
  readonly pairs: readonly (readonly [A, B])[];
  /** Rows of the first that have no counterpart, in their order. */
  readonly removed: readonly A[];
  /** Rows of the second that have no counterpart. */
  readonly added: readonly B[];
}

/**
 * Finds for each row of one estimate the same row of another: list title, code, normalised name and unit agree, and several such rows match in
 * their order. Pairs and added rows are in the order of `after`. Each row is read once.
 */
export const matchRows = <A extends Recognisable, B extends Recognisable>(before: readonly A[], after: readonly B[]): Matching<A, B> =>
  finished(matching(before, after, recognisedBy));

/** The same as `matchRows` for rows whose keys are known, with stops at which other work can run. */
export function* matching<A, B>(before: readonly A[], after: readonly B[], keyOf: (row: A | B) => string): Generator<void, Matching<A, B>> {
  const waiting = new Map<string, { readonly rows: A[]; next: number }>();
  for (const [at, row] of before.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    const key = keyOf(row);
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, { rows: [row], next: 0 });
    else same.rows.push(row);
  }
  const pairs: (readonly [A, B])[] = [];
  const added: B[] = [];
  const matched = new Set<A>();
  for (const [at, row] of after.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    const same = waiting.get(keyOf(row));
    const counterpart = same?.rows[same.next];
    if (same === undefined || counterpart === undefined) {
      added.push(row);
      continue;
    }
    same.next += 1;
    matched.add(counterpart);
    pairs.push([counterpart, row]);
  }
  return { pairs, removed: before.filter((row) => !matched.has(row)), added };
}

/** Rows that a person paired by hand: ids of older rows to ids of newer ones. */
export type ByHand = ReadonlyMap<number, number>;
interface Identified {
  readonly id: number;
}

/** Pairs the rows of two versions: first those paired by hand, then the others as `matching` does. Pairs are in the order of `after`. With stops. */
export function* pairing<A extends Identified, B extends Identified>(
  before: readonly A[],
  after: readonly B[],
  { byHand, keyOf }: { readonly byHand: ByHand; readonly keyOf: (row: A | B) => string },
): Generator<void, Matching<A, B>> {
  if (byHand.size === 0) return yield* matching(before, after, keyOf);
  const afterById = new Map(after.map((row) => [row.id, row]));
  const chosen = new Map<B, A>();
  for (const row of before) {
    const counterpart = afterById.get(byHand.get(row.id) ?? 0);
    if (counterpart === undefined) continue;
    if (chosen.has(counterpart)) throw new Error('Two rows were paired with one');
    chosen.set(counterpart, row);
  }
  const isChosen = new Set(chosen.values());
  const { pairs, removed, added } = yield* matching(
    before.filter((row) => !isChosen.has(row)),
    after.filter((row) => !chosen.has(row)),
    keyOf,
  );
  const counterparts = new Map([...chosen, ...pairs.map(([from, into]) => [into, from] as const)]);
  const ordered = after.flatMap((into) => {
    const from = counterparts.get(into);
    return from === undefined ? [] : [[from, into] as const];
  });
  return { pairs: ordered, removed, added };
}

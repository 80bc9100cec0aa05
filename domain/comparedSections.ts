/** The rows that differ between two estimates under the sections of both. */
import type { RowChange } from './comparison.ts';
import { matchRows, type Recognisable } from './sameRow.ts';
import { DEEPEST_SECTION, outlineOf } from './sections.ts';

/** A row or heading of one side, in the order of its lists. */
export interface PlacedEntry extends Recognisable {
  readonly id: number;
  readonly kind: 'row' | 'section';
  readonly list_id: number;
}
/** A heading of both sides, or of the one that has it. */
interface ComparedHeading<H> {
  /** The heading's id in the new estimate, or in the old one where the new one does not have it. */
  readonly id: number;
  readonly level: number;
  readonly old: H | null;
  readonly new: H | null;
}
export type ComparedItem<H, R> =
  | { readonly kind: 'row'; readonly level: number; readonly change: RowChange<R> }
  /** `rowCount` is the number of rows below it that differ. */
  | { readonly kind: 'section'; readonly heading: ComparedHeading<H>; readonly rowCount: number };

interface Node<H, R> {
  readonly heading: ComparedHeading<H> | null;
  readonly changes: RowChange<R>[];
  readonly below: Node<H, R>[];
}

/** The heading above each entry, by the entry's id: the one above its row, or the parent of a heading. */
function headingsAbove(entries: readonly PlacedEntry[]): ReadonlyMap<number, number> {
  const above = new Map<number, number>();
  const byList = Map.groupBy(entries, ({ list_id }) => list_id);
  for (const own of byList.values()) {
    let last: number | null = null;
    for (const { id, kind } of own) {
      if (kind === 'section') last = id;
      else if (last !== null) above.set(id, last);
    }
    for (const { id, parentId } of outlineOf(own.filter(({ kind }) => kind === 'section'))) if (parentId !== null) above.set(id, parentId);
  }
  return above;
}

/** Headings of the old estimate with the same one in the new: by code and name, then by code alone, then by name alone. */
function sameHeadings<H extends PlacedEntry>(old: readonly H[], now: readonly H[]): ReadonlyMap<H, H> {
  const counterparts = new Map<H, H>();
  const passes = [
    { isMeant: () => true, key: ({ code, name }: H) => ({ code, name }) },
    { isMeant: ({ code }: H) => code !== '', key: ({ code }: H) => ({ code, name: '' }) },
    { isMeant: ({ name }: H) => name !== '', key: ({ name }: H) => ({ code: '', name }) },
  ];
  for (const { isMeant, key } of passes) {
    const matched = new Set(counterparts.values());
    const keyed = (headings: readonly H[]) =>
      headings.filter(isMeant).map((heading) => ({ heading, list_title: heading.list_title, unit: '', ...key(heading) }));
    const { pairs } = matchRows(
      keyed(old.filter((heading) => !counterparts.has(heading))),
      keyed(now.filter((heading) => !matched.has(heading))),
    );
    for (const [before, after] of pairs) counterparts.set(before.heading, after.heading);
  }
  return counterparts;
}

/**
 * All headings and the changes below them: lists and sections of the new estimate in its order, those that only the old one has after them; in each,
 * rows of the new estimate before those that only the old one has. Yields between its passes over all rows, so that other work can be done.
 */
function* treeOf<H extends PlacedEntry, R extends PlacedEntry>(
  old: readonly (H | R)[],
  now: readonly (H | R)[],
  changes: readonly RowChange<R>[],
): Generator<void, readonly Node<H, R>[]> {
  const roots = new Map<string, Node<H, R>>();
  const root = (title: string) => {
    const known = roots.get(title) ?? { heading: null, changes: [], below: [] };
    roots.set(title, known);
    return known;
  };
  for (const { list_title } of [...now, ...old]) root(list_title);
  yield;
  const headings = (entries: readonly (H | R)[]) => entries.filter((entry): entry is H => entry.kind === 'section');
  const same = sameHeadings(headings(old), headings(now));
  const counterparts = new Map([...same].map(([before, after]) => [after, before]));
  const nodes = new Map<number, Node<H, R>>();
  yield;
  const aboveOld = headingsAbove(old);
  yield;
  const above = { old: aboveOld, new: headingsAbove(now) };
  yield;
  const parentOf = (entry: H | R, side: 'old' | 'new') => nodes.get(above[side].get(entry.id) ?? -1) ?? root(entry.list_title);
  const add = (heading: H, side: 'old' | 'new') => {
    const into = parentOf(heading, side);
    const level = Math.min(DEEPEST_SECTION, (into.heading?.level ?? 0) + 1);
    const both = side === 'new' ? { old: counterparts.get(heading) ?? null, new: heading } : { old: heading, new: null };
    const node: Node<H, R> = { heading: { id: heading.id, level, ...both }, changes: [], below: [] };
    into.below.push(node);
    nodes.set(heading.id, node);
    if (both.old !== null) nodes.set(both.old.id, node);
  };
  for (const heading of headings(now)) add(heading, 'new');
  for (const heading of headings(old)) if (!same.has(heading)) add(heading, 'old');
  yield;
  for (const change of changes) {
    if (change.new !== null) parentOf(change.new, 'new').changes.push(change);
    else if (change.old !== null) parentOf(change.old, 'old').changes.push(change);
  }
  yield;
  return [...roots.values()];
}

const countIn = <H, R>({ changes, below }: Node<H, R>): number => below.reduce((sum, each) => sum + countIn(each), changes.length);

/**
 * The changes with the headings above them; yields in between. A heading without changes is left out, unless `isShown` accepts
 * it or a heading within it.
 */
export function* changesInSections<H extends PlacedEntry, R extends PlacedEntry>(
  old: readonly (H | R)[],
  now: readonly (H | R)[],
  changes: readonly RowChange<R>[],
  isShown: (heading: ComparedHeading<H>) => boolean,
): Generator<void, readonly ComparedItem<H, R>[]> {
  const itemsIn = (node: Node<H, R>): ComparedItem<H, R>[] => {
    const level = node.heading?.level ?? 0;
    const below = [...node.changes.map((change) => ({ kind: 'row' as const, level, change })), ...node.below.flatMap(itemsIn)];
    if (node.heading === null || (below.length === 0 && !isShown(node.heading))) return below;
    return [{ kind: 'section', heading: node.heading, rowCount: countIn(node) }, ...below];
  };
  const tree = yield* treeOf<H, R>(old, now, changes);
  return tree.flatMap(itemsIn);
}

/** The items that folded headings do not hide. */
export function unfolded<H, R>(
  items: readonly ComparedItem<H, R>[],
  isFolded: (heading: ComparedHeading<H>) => boolean,
): readonly ComparedItem<H, R>[] {
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return items.filter((item) => {
    if (item.kind === 'row') return item.level < hiddenBelow;
    const { level } = item.heading;
    if (level > hiddenBelow) return false;
    hiddenBelow = isFolded(item.heading) ? level : Number.POSITIVE_INFINITY;
    return true;
  });
}

/** The sections of a list: which rows belong to a heading, how headings nest, and their sums (docs/domain.md, Sections). */
import { type Amounts, type Component, fromAmounts, plus, type Sums, ZERO } from './amounts.ts';

export const DEEPEST_SECTION = 3;

/** The parts of a code that decide its level: "1.02." is 1, 2; what is deeper than three counts as three. */
const codeParts = (code: string): readonly string[] =>
  code
    .split('.')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .replace(/^0+(?=\d)/, ''),
    )
    .filter((part) => part !== '')
    .slice(0, DEEPEST_SECTION);

const continues = (parts: readonly string[], parent: readonly string[]): boolean =>
  parts.length > parent.length && parent.length > 0 && parent.every((part, at) => part === parts[at]);

/** Whether a heading of this code is part of one of the other code above it. */
export const isWithinCode = (code: string, parent: string): boolean => continues(codeParts(code), codeParts(parent));

interface Heading {
  readonly id: number;
  readonly code: string;
}
interface PlacedSection {
  readonly id: number;
  /** The section it is part of. */
  readonly parentId: number | null;
  /** 1 to 3: one more than its parent's. */
  readonly level: number;
}

/**
 * The place of each heading of a list in its outline. A heading is part of the nearest open heading above it whose code its own code continues, and
 * closes the others. A heading without a code is of the first level.
 */
export function outlineOf(headings: readonly Heading[]): readonly PlacedSection[] {
  let open: readonly (PlacedSection & { readonly parts: readonly string[] })[] = [];
  return headings.map(({ id, code }) => {
    const parts = codeParts(code);
    const above = open.slice(0, open.findLastIndex((each) => continues(parts, each.parts)) + 1);
    const placed = { id, parentId: above.at(-1)?.id ?? null, level: above.length + 1 };
    open = [...above, { ...placed, parts }];
    return placed;
  });
}

interface OwnSums {
  readonly sums: Sums;
  readonly rowCount: number;
}
interface SummedSection extends PlacedSection, OwnSums {
  /** Headings below it, at any depth. */
  readonly headingCount: number;
}

/** The sections of a list with the sums and the number of their rows, those of sections within them included. */
export function summedSections(headings: readonly (Heading & OwnSums)[]): readonly SummedSection[] {
  const outline = outlineOf(headings);
  const summed = new Map(outline.map((placed) => [placed.id, { ...placed, sums: ZERO, rowCount: 0, headingCount: 0 }]));
  for (const { id, sums, rowCount } of headings) {
    for (let section = summed.get(id); section !== undefined; section = summed.get(section.parentId ?? -1)) {
      section.sums = plus(section.sums, sums);
      section.rowCount += rowCount;
      if (section.id !== id) section.headingCount += 1;
    }
  }
  return [...summed.values()];
}

interface SectionedRow extends Heading, Pick<Amounts, Component> {
  readonly kind: 'row' | 'section';
}

/** The same from all rows of a list in their order: rows before the first heading belong to no section. */
export function sectionsOf(rows: readonly SectionedRow[]): readonly SummedSection[] {
  const headings: (Heading & { sums: Sums; rowCount: number })[] = [];
  for (const row of rows) {
    const last = headings.at(-1);
    if (row.kind === 'section') headings.push({ id: row.id, code: row.code, sums: ZERO, rowCount: 0 });
    else if (last !== undefined) {
      last.sums = plus(last.sums, fromAmounts(row));
      last.rowCount += 1;
    }
  }
  return summedSections(headings);
}

/** The part shown of a heading and the rows that follow it up to the next heading. A null `id` is the start of the list. */
interface ShownRun {
  readonly id: number | null;
  /** Rows of the run before the first one to show. */
  readonly skip: number;
  readonly take: number;
}
interface RunHeading extends PlacedSection {
  /** The rows from it to the next heading. */
  readonly ownRows: number;
}

/**
 * The rows shown of a list whose folded headings hide their rows, from `offset` on: runs in their order, and how many rows are shown in all.
 * `leading` is the number of rows before the first heading.
 */
export function shownRuns(
  headings: readonly RunHeading[],
  leading: number,
  isFolded: (heading: PlacedSection) => boolean,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly runs: readonly ShownRun[]; readonly total: number } {
  const runs: ShownRun[] = [];
  const end = offset + limit;
  let total = 0;
  const add = (id: number | null, length: number) => {
    const [from, to] = [Math.max(offset, total), Math.min(end, total + length)];
    if (from < to) runs.push({ id, skip: from - total, take: to - from });
    total += length;
  };
  add(null, leading);
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const heading of headings) {
    if (heading.level > hiddenBelow) continue;
    const folded = isFolded(heading);
    hiddenBelow = folded ? heading.level : Number.POSITIVE_INFINITY;
    add(heading.id, folded ? 1 : 1 + heading.ownRows);
  }
  return { runs, total };
}

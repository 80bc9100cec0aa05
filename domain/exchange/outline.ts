/** The rows of a list as its headings nest them. */
import type { Row } from '../api/shapes.ts';
import { fromCents } from '../decimal.ts';
import { sectionsOf } from '../sections.ts';

export interface ExchangedSection {
  readonly heading: Row;
  /** In money, with the sections within it. */
  readonly total: string;
  /** The rows of the section itself, which come before its subsections. */
  readonly rows: readonly Row[];
  readonly sections: readonly ExchangedSection[];
}
interface Outline {
  /** Rows before the first heading. */
  readonly rows: readonly Row[];
  readonly sections: readonly ExchangedSection[];
}

export function outlined(rows: readonly Row[]): Outline {
  const whole = { rows: [] as Row[], sections: [] as ExchangedSection[] };
  const summed = new Map(sectionsOf(rows).map((section) => [section.id, section]));
  const open = new Map<number | null, { rows: Row[]; sections: ExchangedSection[] }>([[null, whole]]);
  let last = whole;
  for (const row of rows) {
    const section = row.kind === 'section' ? summed.get(row.id) : undefined;
    if (section === undefined) {
      last.rows.push(row);
      continue;
    }
    const made = { heading: row, total: fromCents(section.sums.total), rows: [] as Row[], sections: [] as ExchangedSection[] };
    open.get(section.parentId)?.sections.push(made);
    open.set(row.id, made);
    last = made;
  }
  return whole;
}

/** How deep sections nest; 0 where there are none. */
export const depthOf = (sections: readonly ExchangedSection[]): number =>
  sections.reduce((deepest, each) => Math.max(deepest, 1 + depthOf(each.sections)), 0);

/** Every section, a section before those within it. */
export const everySection = (sections: readonly ExchangedSection[]): ExchangedSection[] =>
  sections.flatMap((section) => [section, ...everySection(section.sections)]);

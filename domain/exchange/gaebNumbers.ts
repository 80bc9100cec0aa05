/** The numbers (Ordnungszahlen) of a GAEB bill: lots, categories and items, each a part of at most 14 letters and digits. */
import type { Row } from '../api/shapes.ts';
import type { ExchangedEstimate } from './estimate.ts';
import { depthOf, type ExchangedSection, outlined } from './outline.ts';

export interface NumberedItem {
  readonly part: string;
  /** One letter or digit behind the number, such as "A" of 01.0010A; empty for most. */
  readonly index: string;
  readonly row: Row;
}
export interface NumberedCategory {
  readonly part: string;
  readonly title: string;
  readonly categories: readonly NumberedCategory[];
  readonly items: readonly NumberedItem[];
}
/** The whole bill: its own part and title are empty. */
interface NumberedBill {
  readonly body: NumberedCategory;
  /** The levels from the top down, items last. */
  readonly levels: readonly {
    readonly type: 'Lot' | 'BoQLevel' | 'Item' | 'Index';
    readonly length: number;
    readonly isNumeric: boolean;
  }[];
}

interface Open {
  readonly part: string;
  title: string;
  readonly categories: Open[];
  readonly items: NumberedItem[];
}
const open = (part: string, title = ''): Open => ({ part, title, categories: [], items: [] });

const PART = /^\w{1,14}$/;
const MOST_LEVELS = 5;
const padded = (number: number, digits: number) => String(number).padStart(digits, '0');

/**
 * Uses the rows' own codes where they are such numbers, so that a bill imported from X83 is exported as X84 under the same numbers.
 * Otherwise rows are numbered in their order.
 */
export function numbered(estimate: ExchangedEstimate): NumberedBill {
  const body = byOwnCodes(estimate) ?? byPlace(estimate);
  return { body, levels: levelsOf(body, estimate.lists.length > 1) };
}

function byOwnCodes({ lists }: ExchangedEstimate): NumberedCategory | null {
  const rows = lists.map((list) => list.rows.filter(({ kind }) => kind === 'row'));
  const codes = rows.flat().map(({ code }) => code);
  const paths = codes.map((code) => code.split('.'));
  const depth = paths[0]?.length ?? 0;
  if (depth > MOST_LEVELS || depth < (lists.length > 1 ? 2 : 1) || new Set(codes).size < codes.length) return null;
  if (!paths.every((path) => path.length === depth && path.every((part) => PART.test(part)))) return null;
  const tops = rows.map((each) => new Set(each.map(({ code }) => code.split('.')[0])));
  if (
    lists.length > 1 &&
    (tops.some(({ size }) => size > 1) || new Set(tops.flatMap((top) => [...top])).size < tops.filter(({ size }) => size > 0).length)
  )
    return null;

  // A heading that is not a category above its items would be lost.
  const categories = new Set(paths.flatMap((path) => path.slice(0, -1).map((_, level) => path.slice(0, level + 1).join('.'))));
  const headings = lists.map((list, at) => {
    const lot = lists.length > 1 ? `${[...(tops[at] ?? [])][0] ?? ''}.` : '';
    const own = list.rows.filter(({ kind }) => kind === 'section');
    // Headings of many levels have the numbers within their lot (server/imports/reading/gaeb).
    const prefix = own.every(({ code }) => categories.has(code)) ? '' : lot;
    return own.map(({ code, name }) => [prefix + code, name] as const);
  });
  const codesOfHeadings = headings.flat().map(([code]) => code);
  if (new Set(codesOfHeadings).size < codesOfHeadings.length || !codesOfHeadings.every((code) => categories.has(code))) return null;

  const usual = commonest(paths.map((path) => path.at(-1)?.length ?? 0));
  const body = open('');
  for (const [at, { costs }] of lists.entries()) {
    const titles = new Map(headings[at]);
    if (lists.length > 1) titles.set([...(tops[at] ?? [])][0] ?? '', costs.title);
    for (const row of rows[at] ?? []) {
      const path = row.code.split('.');
      const last = path.pop() ?? '';
      const into = path.reduce(
        (category, part, level) => child(category, part, titles.get(path.slice(0, level + 1).join('.')) ?? ''),
        body,
      );
      const isIndexed = last.length === usual + 1;
      into.items.push({ part: isIndexed ? last.slice(0, -1) : last, index: isIndexed ? last.slice(-1) : '', row });
    }
  }
  const inOrder = lists.flatMap(({ rows: all }, at) => {
    const codes = headings[at]?.map(([code]) => code) ?? [];
    return all.map(({ kind, code }) => (kind === 'section' ? headingMark(codes.shift() ?? '') : code));
  });
  const written = marksOf(body, '', new Set(codesOfHeadings));
  return written.every((mark, at) => mark === inOrder[at]) ? body : null;
}

const headingMark = (code: string) => `heading ${code}`;
/** The contents of a category in the order they are written, items before categories: the codes of items and of the headings among its categories. */
function marksOf({ items, categories }: Open, within: string, headings: ReadonlySet<string>): string[] {
  const below = categories.flatMap((category) => {
    const code = within + category.part;
    return [...(headings.has(code) ? [headingMark(code)] : []), ...marksOf(category, `${code}.`, headings)];
  });
  return [...items.map(({ row }) => row.code), ...below];
}

function child(category: Open, part: string, title: string): Open {
  const last = category.categories.find((each) => each.part === part);
  if (last !== undefined) return last;
  const made = open(part, title);
  category.categories.push(made);
  return made;
}

function commonest(lengths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/**
 * Lists are lots where there are several, sections are categories within each other. All items are equally deep, as programs expect: items
 * above the deepest sections are in categories without a title.
 */
function byPlace({ lists }: ExchangedEstimate): NumberedCategory {
  const outlines = lists.map(({ rows }) => outlined(rows));
  const depth = Math.max(0, ...outlines.map(({ sections }) => depthOf(sections)));
  const widest = Math.max(0, ...outlines.map(({ sections }) => mostBeside(sections)));
  const items = Math.max(0, ...lists.map(({ rows }) => rows.length));
  const [lotDigits, sectionDigits, itemDigits] = [digitsFor(lists.length, 2), digitsFor(widest + 1, 2), digitsFor(items * STEP, 4)];
  const add = (into: Open, title = '') => {
    const made = open(padded(into.categories.length + 1, sectionDigits), title);
    into.categories.push(made);
    return made;
  };
  const fill = (into: Open, rows: readonly Row[], sections: readonly ExchangedSection[], below: number): void => {
    if (rows.length > 0) {
      let deepest = into;
      for (let level = 0; level < below; level += 1) deepest = add(deepest);
      for (const row of rows) deepest.items.push({ part: padded((deepest.items.length + 1) * STEP, itemDigits), index: '', row });
    }
    for (const section of sections) fill(add(into, section.heading.name), section.rows, section.sections, below - 1);
  };
  const body = open('');
  for (const [at, { rows, sections }] of outlines.entries()) {
    const list = lists.length > 1 ? child(body, padded(at + 1, lotDigits), lists[at]?.costs.title ?? '') : body;
    fill(list, rows, sections, depth);
  }
  return body;
}
const mostBeside = (sections: readonly ExchangedSection[]): number =>
  sections.reduce((most, each) => Math.max(most, mostBeside(each.sections)), sections.length);
/** Items are numbered in tens, so that others can be inserted between them. */
export const STEP = 10;
const digitsFor = (most: number, least: number) => Math.max(least, String(most).length);

function levelsOf(body: NumberedCategory, hasLots: boolean): NumberedBill['levels'] {
  const parts: string[][] = [];
  const items: NumberedItem[] = [];
  const walk = (category: NumberedCategory, level: number): void => {
    for (const item of category.items) items.push(item);
    for (const each of category.categories) {
      const known = parts[level] ?? [];
      known.push(each.part);
      parts[level] = known;
      walk(each, level + 1);
    }
  };
  walk(body, 0);
  const level = (type: NumberedBill['levels'][number]['type'], of: readonly string[]) => ({
    type,
    length: of.reduce((longest, { length }) => Math.max(longest, length), 1),
    isNumeric: of.every((part) => /^\d+$/.test(part)),
  });
  return [
    ...parts.map((of, at) => level(hasLots && at === 0 ? 'Lot' : 'BoQLevel', of)),
    level(
      'Item',
      items.map(({ part }) => part),
    ),
    ...(items.some(({ index }) => index !== '') ? [{ type: 'Index' as const, length: 1, isNumeric: false }] : []),
  ];
}

/** Finding the header: one to three rows that name the columns of a table of works. */
import { cutTo } from '../../../../../domain/cut.ts';
import { LIMITS } from '../../limits.ts';
import { type Cell, cellAt, type Merge, type Sheet, type SheetRow } from '../../sheet.ts';
import { type Described, described } from './describe.ts';

export interface Header {
  /** Places in `sheet.rows`: the header's first row and the first row after it. */
  readonly first: number;
  readonly after: number;
  readonly columns: readonly HeaderColumn[];
}

export interface HeaderColumn {
  readonly column: number;
  /** From the group down to the column's own words. */
  readonly path: readonly string[];
  readonly means: Described;
}

const MOST_ROWS = 3;
const LONGEST_HEADER_TEXT = 300;
/** A longer header must name more to win. */
const ROW_COST = 0.35;
/** Names of single columns are worth more than their group's alone. */
const PARTED = 0.2;

/** The best header within the first rows of a sheet; null when no rows name a table of works. */
export const findHeader = (sheet: Sheet): Header | null => bestHeader(sheet)?.header ?? null;

/** How much of a table of works the first rows of a sheet name; 0 when nothing. */
export const headerStrength = (sheet: Sheet): number => bestHeader(sheet)?.score ?? 0;

/** The best header and every other that is nearly as strong, in order; none of them share a row. */
export function headersOn(sheet: Sheet): Header[] {
  const best = bestHeader(sheet);
  if (best === null) return [];
  const merges = mergesByRow(sheet.merges);
  const numbers = best.header.columns.filter(({ means: { top } }) => top === 'quantity' || top === 'money').map(({ column }) => column);
  const headers: Header[] = [];
  for (let first = 0; first < sheet.rows.length; first += 1) {
    const row = sheet.rows[first];
    if (row === undefined || row.cells.some(({ column, text }) => numbers.includes(column) && /\d/.test(text)) || !mayBeHeader(row))
      continue;
    const found = bestFrom(sheet, first, merges);
    if (found === null || strengthOf(found) < best.score * NEARLY) continue;
    const isBest = found.header.first < best.header.after && found.header.after > best.header.first;
    const header = isBest ? best.header : found.header;
    headers.push(header);
    first = header.after - 1;
  }
  return headers;
}

const NEARLY = 0.7;

/** Below a table that is named in full, a header counts in full although its column of names has words of its own: "Material". */
const strengthOf = ({ header: { columns }, score }: { readonly header: Header; readonly score: number }) =>
  columns.some(({ means: { top } }) => top === 'name') ? score : score / WITHOUT_NAME;

/** Whether columns name a table of works with a description, and more than one of unit, quantity, price and amount. */
export const isTableOfWorks = (columns: readonly HeaderColumn[]): boolean => headerScore(columns) > 0 && columns.length >= 3;

function bestHeader(sheet: Sheet): { header: Header; score: number } | null {
  const merges = mergesByRow(sheet.merges);
  let best: { header: Header; score: number } | null = null;
  for (const [first, row] of sheet.rows.entries()) {
    if (row.index > LIMITS.rowsSearchedForHeader) break;
    const found = bestFrom(sheet, first, merges);
    if (found !== null && (best === null || found.score > best.score)) best = found;
  }
  return best;
}

/** The best header that begins at a row; null when none does. */
function bestFrom(sheet: Sheet, first: number, merges: ReadonlyMap<number, readonly Merge[]>): { header: Header; score: number } | null {
  let best: { header: Header; score: number } | null = null;
  for (let after = first + 1; after <= Math.min(first + MOST_ROWS, sheet.rows.length); after += 1) {
    const rows = sheet.rows.slice(first, after);
    if (!isConsecutive(rows) || !rows.every(mayBeHeader)) break;
    const columns = headerColumns(rows, merges, sheet.hiddenColumns);
    const cost = rows.slice(1).reduce((sum, row, at) => sum + (partsGroups(row, rows[at], merges) ? -PARTED : ROW_COST), 0);
    const score = headerScore(columns) - cost;
    if (score > (best?.score ?? 0)) best = { header: { first, after, columns }, score };
  }
  return best;
}

/** Whether a row names the columns of a group that is merged over them right above it: then it belongs to the header. */
function partsGroups({ index, cells }: SheetRow, above: SheetRow | undefined, merges: ReadonlyMap<number, readonly Merge[]>): boolean {
  return (merges.get(above?.index ?? 0) ?? []).some(({ firstColumn, lastColumn, lastRow }) => {
    const group = above === undefined ? undefined : cellAt(above, firstColumn)?.text;
    const named = cells.filter(({ column, kind }) => kind === 'text' && column >= firstColumn && column <= lastColumn);
    const means = named.map(({ text }) => described(group === undefined ? [text] : [group, text]));
    return (
      lastRow < index && means.length >= 2 && means.every(({ top, elsewhere }) => top === 'money' || top === 'quantity' || elsewhere > 0)
    );
  });
}

/** At most one blank row may stand between header rows that are merged over it. */
const isConsecutive = (rows: readonly SheetRow[]) => rows.every((row, i) => i === 0 || row.index - (rows[i - 1]?.index ?? row.index) <= 2);

function mayBeHeader(row: SheetRow): boolean {
  const texts = row.cells.filter((cell) => cell.kind === 'text' && /\p{L}|№/u.test(cell.text));
  const others = row.cells.filter((cell) => cell.kind !== 'text');
  return texts.length >= 2 && others.length <= texts.length / 4 && texts.every((cell) => cell.text.length <= LONGEST_HEADER_TEXT * 4);
}

/** Merges by each row they cover; of tall ones only the rows a header may have. */
function mergesByRow(merges: readonly Merge[]): ReadonlyMap<number, readonly Merge[]> {
  const byRow = new Map<number, Merge[]>();
  for (const merge of merges) {
    const last = Math.min(merge.lastRow, merge.firstRow + MOST_ROWS * 2);
    for (let row = merge.firstRow; row <= last; row += 1) {
      const known = byRow.get(row);
      if (known === undefined) byRow.set(row, [merge]);
      else known.push(merge);
    }
  }
  return byRow;
}

/** The columns as one row names them. */
export const columnsNamed = (sheet: Sheet, at: number): HeaderColumn[] => {
  const row = sheet.rows[at];
  return row === undefined ? [] : headerColumns([row], mergesByRow(sheet.merges), sheet.hiddenColumns);
};

function headerColumns(
  rows: readonly SheetRow[],
  merges: ReadonlyMap<number, readonly Merge[]>,
  hidden: ReadonlySet<number>,
): HeaderColumn[] {
  const lines = rows.map((row) => spread(row, rows, merges.get(row.index) ?? []));
  const columns = new Set(lines.flatMap((line) => [...line.keys()]));
  return [...columns]
    .filter((column) => !hidden.has(column))
    .sort((a, b) => a - b)
    .map((column) => {
      const path: string[] = [];
      for (const [depth, line] of lines.entries()) {
        const text = line.get(column) ?? groupOnTheLeft(line, lines.slice(depth + 1), column);
        if (text !== undefined && text !== path.at(-1)) path.push(text);
      }
      return { column, path, means: described(path) };
    });
}

/** A row's texts with merged cells over their whole range; a merge from a row above in the header counts too. */
function spread(row: SheetRow, rows: readonly SheetRow[], merges: readonly Merge[]): Map<number, string> {
  const line = new Map<number, string>();
  for (const cell of row.cells) line.set(cell.column, headerText(cell));
  for (const merge of merges) {
    const top = rows.find(({ index }) => index === merge.firstRow);
    const source = top === undefined ? undefined : cellAt(top, merge.firstColumn);
    if (source === undefined) continue;
    for (let column = merge.firstColumn; column <= Math.min(merge.lastColumn, LIMITS.columns); column += 1)
      line.set(column, headerText(source));
  }
  return line;
}

const headerText = (cell: Cell) => cutTo(cell.text.replace(/\s+/g, ' ').trim(), LONGEST_HEADER_TEXT);

/** The words of a group that is not merged: they stand over its first column only, and hold for the named columns to its right. */
function groupOnTheLeft(
  line: ReadonlyMap<number, string>,
  below: readonly ReadonlyMap<number, string>[],
  column: number,
): string | undefined {
  if (!below.some((lower) => lower.has(column))) return undefined;
  for (let left = column - 1; left >= 0 && column - left <= 12; left -= 1) {
    const text = line.get(left);
    if (text !== undefined) return below.some((lower) => lower.has(left) && lower.get(left) !== text) ? text : undefined;
    if (!below.some((lower) => lower.has(left))) return undefined;
  }
  return undefined;
}

/** In a table of many other columns a name and a number are no estimate: stock, measurements and machine data have them too. */
const NAMES_MOST = 0.4;

/** Whether a row names a description and a unit, and nothing that could be added up. */
export function namesCatalogue(sheet: Sheet): boolean {
  const merges = mergesByRow(sheet.merges);
  return sheet.rows.slice(0, CATALOGUE_WITHIN).some((row) => {
    if (!mayBeHeader(row)) return false;
    const columns = headerColumns([row], merges, sheet.hiddenColumns);
    const names = (concept: 'name' | 'unit') => columns.some(({ means: { top, score } }) => top === concept && score >= 0.7);
    return names('name') && names('unit') && columns.every(({ means: { top } }) => top !== 'quantity' && top !== 'money');
  });
}
const CATALOGUE_WITHIN = 20;

/**
 * The weight of a header whose column of names has words that are not known here, which is accepted where the other columns are a unit, a
 * quantity, a price and an amount. A header that names all of them wins, because a page may repeat it with a section's name in that column.
 */
const WITHOUT_NAME = 0.5;
const MOST_PARTS = 4;
const mayBeName = ({ path, means: { top, component, role, elsewhere } }: HeaderColumn) =>
  path.length > 0 && elsewhere === 0 && (top === null || (component !== null && role === null));

/** How much of a table of works the columns name; 0 when it is none. A name and a quantity alone are an estimate without prices. */
function headerScore(columns: readonly HeaderColumn[]): number {
  const strongest = (weight: (means: Described) => number) => Math.max(0, ...columns.map(({ means }) => weight(means)));
  const plain = (concept: 'name' | 'unit' | 'quantity' | 'code') => strongest(({ top, score }) => (top === concept ? score : 0));
  const money = (role: 'unit' | 'amount') => strongest((means) => (means.role === role ? means.score : 0));
  const component = (which: 'labour' | 'materials' | 'tools') => strongest((means) => (means.component === which ? means.score : 0));
  const [labour, materials, tools] = [component('labour'), component('materials'), component('tools')];
  const name = plain('name');
  const parts = [plain('unit'), plain('quantity'), money('unit'), Math.max(money('amount'), labour, materials, tools)];
  const hasMoney = parts.slice(2).some((part) => part > 0);
  const count = parts.filter((part) => part > 0).length + (hasMoney && plain('code') > 0 ? 1 : 0);
  const namesMost = columns.filter(({ means }) => means.top !== null).length >= columns.length * NAMES_MOST;
  const isTable = name > 0 ? count >= 2 || (plain('quantity') === 1 && namesMost) : count >= MOST_PARTS && columns.some(mayBeName);
  if (!isTable) return 0;
  const both = money('unit') > 0 && money('amount') > 0 ? 0.2 : 0;
  const telling = columns.reduce((sum, { means }) => sum + (means.top === null ? 0 : 0.05 * means.score), 0);
  const score =
    2 * name +
    parts.reduce((sum, part) => sum + part, 0) +
    (labour + materials + tools) * 0.5 +
    plain('code') * 0.3 +
    both +
    Math.min(telling, 1);
  return name > 0 ? score : score * WITHOUT_NAME;
}

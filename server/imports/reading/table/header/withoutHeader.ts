/** A table without a header row: in a sheet made from a PDF the header may be one cell, or missing. Quantity × price = amount shows where the table is. */
import type { Cell, Sheet, SheetRow } from '../../sheet.ts';
import { saysTotal } from '../cell/words.ts';
import { type Product, productsIn } from '../evidence/arithmetic.ts';
import { contentsOf } from '../evidence/contents.ts';
import { type Sample, sampleOf } from '../evidence/sample.ts';
import { NOTHING_DESCRIBED } from './describe.ts';
import { columnsNamed, type Header } from './header.ts';

/** Shorter words are units and remarks. */
const SHORTEST_NAME = 8;
const MOSTLY = 0.6;
/** A total stands close below the last row it adds up. */
const TOTAL_WITHIN = 5;

/** The part of a sheet with such a table, and a header of columns without words; null where nothing proves one. */
export function tableWithoutHeader(sheet: Sheet): { readonly sheet: Sheet; readonly header: Header } | null {
  const sample = sampleOf(sheet, 0);
  const [product] = productsIn(sample);
  if (product === undefined || !hasNames(sample, product)) return null;
  const columns = [...product.factors, product.result];
  const isPriced = ({ cells }: SheetRow) => columns.every((column) => cells.some((cell) => cell.column === column && isNumber(cell)));
  const first = sheet.rows.findIndex(isPriced);
  const last = sheet.rows.findLastIndex(isPriced);
  if (first < 0) return null;
  const total = sheet.rows.findIndex(
    ({ cells }, at) => at > last && at <= last + TOTAL_WITHIN && cells.some(({ text }) => saysTotal(text)),
  );
  const rows = sheet.rows.slice(0, Math.max(total, lastBelow(sheet, last, product.result)) + 1);
  const used = new Set(rows.slice(first).flatMap(({ cells }) => cells.map(({ column }) => column)));
  const above = rowOfWords(sheet, first, columns);
  const named = above === null ? [] : columnsNamed(sheet, above);
  const header = [...used]
    .sort((a, b) => a - b)
    .map((column) => named.find((each) => each.column === column) ?? { column, path: [], means: NOTHING_DESCRIBED });
  return { sheet: { ...sheet, rows }, header: { first: above ?? first, after: above === null ? first : above + 1, columns: header } };
}

/** Totals and taxes stand right below the last row, under its amount, in whatever words. */
export function lastBelow({ rows }: Sheet, last: number, amount: number): number {
  let at = last;
  const isNear = (next: SheetRow | undefined) => (next?.index ?? Number.POSITIVE_INFINITY) - (rows[at]?.index ?? 0) <= 2;
  while (isNear(rows[at + 1]) && rows[at + 1]?.cells.some((cell) => cell.column === amount && isNumber(cell))) at += 1;
  return at;
}

const ABOVE_WITHIN = 3;

/** A row of words right above the numbers names the columns, although it names no description that we know. */
function rowOfWords({ rows }: Sheet, first: number, columns: readonly number[]): number | null {
  for (let at = first - 1; at >= Math.max(0, first - ABOVE_WITHIN); at -= 1) {
    const cells = rows[at]?.cells ?? [];
    const words = columns.filter((column) =>
      cells.some((cell) => cell.column === column && cell.kind === 'text' && /\p{L}/u.test(cell.text)),
    );
    if (words.length >= 2) return at;
  }
  return null;
}

const isNumber = ({ kind, text }: Cell) => kind === 'number' || (kind === 'text' && /^[^\p{L}]*\d[^\p{L}]*$/u.test(text));

/** Numbers alone may be measurements or a statistic: a bill says what each row is. */
function hasNames(sample: Sample, { count }: Product): boolean {
  return sample.columns.some((column) => {
    const { length, units, codes } = contentsOf(sample, column);
    return length >= SHORTEST_NAME && units < MOSTLY && codes < MOSTLY && sample.words(column).length >= count * MOSTLY;
  });
}

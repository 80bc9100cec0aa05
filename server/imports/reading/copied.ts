/**
 * Read rows in the text format of PostgreSQL's COPY: the reading process writes them, the server passes them on without parsing their
 * values.
 */
import type { ReadRow } from './reading.ts';

/** The columns of a line, after those of its beginning. */
export const COPIED = [
  'order',
  'sheet_row_index',
  'kind',
  'code',
  'name',
  'unit',
  'quantity',
  'unit_labour',
  'unit_materials',
  'unit_tools',
  'formulas',
  'cells',
  'errors',
  'stated',
  'remarks',
] as const;

const NULL = '\\N';
const SPECIAL = /[\\\b\f\n\r\t\v]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPES[character] ?? '') : text;
const json = (value: unknown): string => escaped(JSON.stringify(value));
const listOf = (values: readonly unknown[]): string => (values.length === 0 ? '[]' : json(values));

const ROWS_APART = 1_024;
/** The most rows a spreadsheet can have; only a text can have more. */
const MOST_APART = 1_048_576;

/** The order of a row by its number in the sheet, so that a row taken in later has its place free. */
export const orderOf = (sheetRowIndex: number): number => Math.min(sheetRowIndex, MOST_APART) * ROWS_APART;

/** The orders of the rows of a list: ascending, also where two rows come from one of the sheet. */
export function ordersOf(rows: readonly ReadRow[]): readonly number[] {
  let last = -1;
  return rows.map(({ sheet_row_index }) => {
    last = Math.max(last + 1, orderOf(sheet_row_index));
    return last;
  });
}

/** Lines that each begin with `beginning`. A number left open by a cell in error is 0. */
export function copyLines(beginning: string, rows: readonly ReadRow[], orders: readonly number[]): Buffer {
  let lines = '';
  for (const [at, row] of rows.entries()) {
    const texts = `${escaped(row.code)}\t${escaped(row.name)}\t${escaped(row.unit)}`;
    const numbers = `${row.quantity ?? '0'}\t${row.unit_labour ?? '0'}\t${row.unit_materials ?? '0'}\t${row.unit_tools ?? '0'}`;
    const formulas = row.formulas === undefined || row.formulas === null ? NULL : json(row.formulas);
    const found = `${json(row.cells)}\t${listOf(row.errors)}\t${row.stated ?? NULL}\t${listOf(row.remarks)}`;
    lines += `${beginning}${orders[at]}\t${row.sheet_row_index}\t${row.kind}\t${texts}\t${numbers}\t${formulas}\t${found}\n`;
  }
  return Buffer.from(lines);
}

const LINE_END = 10;

/**
 * Whether the lines are complete and each begins with `beginning`, so that a compromised reading process cannot write into another list.
 */
export function beginAll(lines: Uint8Array, beginning: string): boolean {
  const expected = Buffer.from(beginning);
  const all = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let at = 0; at < all.length; ) {
    if (all.compare(expected, 0, expected.length, at, Math.min(all.length, at + expected.length)) !== 0) return false;
    const end = all.indexOf(LINE_END, at);
    if (end < 0) return false;
    at = end + 1;
  }
  return true;
}

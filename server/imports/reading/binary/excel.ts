/**
 * The binary workbooks of Excel, .xls and .xlsb, through `xlsx`: only ever called in the guarded child process, because malicious files can
 * make it hang or use up memory.
 */

import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from 'xlsx';
import { cutTo } from '../../../../domain/cut.ts';
import * as say from '../../../../domain/sentences/files.ts';
import { storable } from '../../../storableText.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { type Cell, type CellKind, constantsIn, type Merge, type Sheet, type SheetRow, sumsIn } from '../sheet.ts';
import { type NumberFormat, numberFormat } from '../spreadsheetml/numberFormat.ts';
import { ReadCell } from '../spreadsheetml/readCell.ts';
import { noticesOfCuts, Tally } from '../tally.ts';

/** Yields the worksheets one by one; each is released when the next is requested. Throws `Unreadable`. */
export async function* binarySheets(bytes: Buffer): AsyncGenerator<Sheet> {
  const book = await parsed(bytes);
  const tally = new Tally();
  const formats = formatsOf(book.Workbook?.WBProps?.date1904 === true);
  if (book.SheetNames.length > LIMITS.sheets) throw new Unreadable('TOO_MANY_SHEETS');
  for (const [at, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name];
    if (sheet === undefined || sheet['!type'] === 'chart') continue;
    const hidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
    book.Sheets[name] = {};
    yield { name: storable(name), hidden, ...contents(await wholeSheet(bytes, sheet, at, formats), tally, formats) };
  }
}

/** The sheet, parsed again to its end if it goes further down. Throws `Unreadable` when the part that was parsed has too many rows already. */
async function wholeSheet(bytes: Buffer, sheet: WorkSheet, at: number, formats: ReturnType<typeof formatsOf>): Promise<WorkSheet> {
  if (sheet['!fullref'] === undefined) return sheet;
  contents(sheet, new Tally(), formats);
  const { SheetNames, Sheets } = await parsed(bytes, { sheets: at, sheetRows: 0 });
  return Sheets[SheetNames[at] ?? ''] ?? sheet;
}

async function parsed(bytes: Buffer, options: Pick<ParsingOptions, 'sheets' | 'sheetRows'> = {}): Promise<WorkBook> {
  const { read } = await import('xlsx');
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellStyles: true,
      bookVBA: false,
      sheetRows: LIMITS.rows + 1,
      ...options,
    });
  } catch (error) {
    if (error instanceof Error && /password-protected|password is incorrect|encryption scheme/i.test(error.message))
      throw new Unreadable('ENCRYPTED');
    if (error instanceof RangeError && /allocation|length/i.test(error.message)) throw new Unreadable('TOO_MUCH_MEMORY');
    throw new Unreadable('DAMAGED', say.inconsistent());
  }
}

/** Creates each number format once, by its code. */
function formatsOf(uses1904: boolean): (code: string) => NumberFormat {
  const known = new Map<string, NumberFormat>();
  return (code) => {
    const format = known.get(code) ?? numberFormat(code, uses1904);
    known.set(code, format);
    return format;
  };
}

function contents(sheet: WorkSheet, tally: Tally, formatOf: (code: string) => NumberFormat): Omit<Sheet, 'name' | 'hidden'> {
  const rows: SheetRow[] = [];
  let clipped = false;
  for (const [index, line] of (sheet['!data'] ?? []).entries()) {
    if (line === undefined) continue;
    const cells: Cell[] = [];
    for (const [column, value] of line.entries()) {
      const cell = value === undefined || value === null ? null : cellOf(column, value, formatOf);
      if (cell === null) continue;
      if (column >= LIMITS.columns) {
        clipped = true;
        break;
      }
      tally.cell();
      cells.push(cell);
    }
    if (cells.length === 0) continue;
    tally.row();
    rows.push({ index: index + 1, cells });
  }
  return { rows, merges: mergesOf(sheet), hiddenColumns: hiddenColumnsOf(sheet), notices: noticesOfCuts({ columns: clipped }) };
}

function cellOf(column: number, { t, v, w, z, f }: CellObject, formatOf: (code: string) => NumberFormat): Cell | null {
  const sums = f === undefined ? '' : sumsIn(f);
  const cell = (kind: CellKind, value: string | number, format?: NumberFormat) => new ReadCell(column, kind, value, sums, format);
  switch (t) {
    case 'n': {
      if (typeof v !== 'number' || !Number.isFinite(v)) return cell('error', String(v));
      const format = z === undefined ? undefined : formatOf(String(z));
      if (format?.isDate === true) return cell('date', v, format);
      return new ReadCell(column, 'number', v, sums, format, f === undefined ? undefined : constantsIn(f));
    }
    case 's': {
      const text = cutTo(String(v ?? ''), LIMITS.text);
      return text.trim() === '' ? null : cell('text', text);
    }
    case 'b':
      return cell('boolean', v === true ? 'TRUE' : 'FALSE');
    case 'e':
      return cell('error', ERRORS[Number(v)] ?? w ?? '#VALUE!');
    case 'd':
      return cell('date', String(v));
    default:
      return null;
  }
}

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

function mergesOf(sheet: WorkSheet): Merge[] {
  const merges = sheet['!merges'] ?? [];
  if (merges.length > LIMITS.merges) throw new Unreadable('TOO_MANY_MERGES');
  return merges.map(({ s, e }) => ({ firstRow: s.r + 1, lastRow: e.r + 1, firstColumn: s.c, lastColumn: e.c }));
}

function hiddenColumnsOf(sheet: WorkSheet): ReadonlySet<number> {
  const hidden = new Set<number>();
  for (const [column, info] of (sheet['!cols'] ?? []).entries()) if (info?.hidden === true && column < LIMITS.columns) hidden.add(column);
  return hidden;
}

import writeXlsx, { type Cell, type CellObject } from 'write-excel-file/universal';
import type { Looks, NumberFormat, Sheet, SheetCell } from '../../../domain/workbook/sheet.ts';
import { guarded, isInherited, stored, withoutGuards } from './names.ts';
import { page } from './page.ts';

const INK = '#1f2937';
const LINE = '#b6bfcc';
const FILLS = { head: '#e4eaf3', section: '#f3f5f9', total: '#ebeff6' } as const;
const SIZES = { title: 14, small: 9 } as const;

/** Excel would turn these into formulas when the cell is edited, so such a text gets the text format. */
const IS_LIKE_FORMULA = /^[=+\-@\t\r]/;
const AS_TEXT = '@';

/** Spreadsheets count no days before this one, or count them differently. */
const FIRST_DAY = '1900-03-01';

const decimals = (text: string) => text.split('.')[1]?.length ?? 0;
const exactly = (digits: number) => (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`);
const FORMATS: Readonly<Record<NumberFormat, (text: string) => string>> = {
  money: () => '#,##0.00',
  unitPrice: (text) => exactly(Math.min(4, Math.max(2, decimals(text)))),
  quantity: (text) => exactly(decimals(text)),
  percent: (text) => exactly(decimals(text)),
  count: () => '0',
};

function styled({ bold, align, wrap, fill, size, line, columns, rows }: Looks): CellObject {
  return {
    textColor: INK,
    alignVertical: 'top',
    ...(bold === true && { fontWeight: 'bold' }),
    ...(align !== undefined && { align }),
    ...(wrap === true && { wrap }),
    ...(fill !== undefined && { backgroundColor: FILLS[fill] }),
    ...(size !== undefined && { fontSize: SIZES[size] }),
    ...(line === 'around' && { borderStyle: 'thin', borderColor: LINE }),
    ...(line === 'below' && { bottomBorderStyle: 'thin', bottomBorderColor: INK }),
    ...(columns !== undefined && { columnSpan: columns }),
    ...(rows !== undefined && { rowSpan: rows }),
  };
}

function written(cell: SheetCell): Cell {
  if (cell === null) return null;
  const style = styled(cell);
  if ('number' in cell) return { ...style, type: Number, value: Number(cell.number), format: FORMATS[cell.format](cell.number) };
  if ('date' in cell && cell.date < FIRST_DAY) return { ...style, type: String, value: cell.date };
  if ('date' in cell) return { ...style, type: Date, value: new Date(`${cell.date}T00:00:00Z`), format: 'd mmm yyyy' };
  if ('text' in cell && cell.text !== '')
    return { ...style, type: String, value: guarded(stored(cell.text)), ...(IS_LIKE_FORMULA.test(cell.text) && { format: AS_TEXT }) };
  return style;
}

const sheetOf = ({ name, columns, rows, repeated }: Sheet) => ({
  sheet: name,
  data: rows.map((row) => row.map(written)),
  columns: columns.map(({ width }) => ({ width })),
  orientation: 'landscape' as const,
  showGridLines: false,
  ...(repeated !== null && { stickyRowsCount: repeated.to }),
});

/** The sheets as an .xlsx file for A4 landscape: fitted to the page's width, headings repeated, pages numbered. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Blob> {
  const file = await writeXlsx(sheets.map(sheetOf), { fontFamily: 'Calibri', fontSize: 10, features: [page(sheets)] }).toBlob();
  const isGuarded = sheets.some(({ rows }) =>
    rows.some((row) => row.some((cell) => cell !== null && 'text' in cell && isInherited(cell.text))),
  );
  return isGuarded ? withoutGuards(file) : file;
}

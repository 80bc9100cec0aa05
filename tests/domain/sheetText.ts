/** The sheets of a workbook as text, to be read and compared. */
import type { Sheet, SheetCell } from '../../domain/workbook/sheet.ts';

/** `Topsoil {around wrap}`; nothing for no cell. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  const { bold = false, wrap = false, columns = 1, rows = 1, align, fill, size, line } = cell;
  const value =
    'text' in cell
      ? `“${cell.text}”`
      : 'number' in cell
        ? `${cell.number} as ${cell.format}${cell.formula === undefined ? '' : ` = ${cell.formula}`}`
        : 'date' in cell
          ? `day ${cell.date}`
          : 'empty';
  const looks = [
    'isNumber' in cell && 'number',
    bold && 'bold',
    wrap && 'wrap',
    align,
    fill,
    size,
    line,
    (columns > 1 || rows > 1) && `${columns}×${rows}`,
  ].filter((each) => each !== undefined && each !== false);
  return `${value}${looks.length === 0 ? '' : ` {${looks.join(' ')}}`}`;
}
/** A sheet as lines of text: its columns' widths, then a line for each row. */
const sheetText = ({ name, columns, rows, repeated, footer }: Sheet) =>
  [
    `“${name}”, footer “${footer}”, ${repeated === null ? 'no row' : `rows ${repeated.from} to ${repeated.to}`} on every page`,
    `widths ${columns.map(({ width, hidden = false }) => `${width}${hidden ? ' hidden' : ''}`).join(', ')}`,
    ...rows.map((row, at) => `${at + 1}: ${row.map(cellText).join(' | ')}`),
  ].join('\n');
export const bookText = (sheets: readonly Sheet[]) => `${sheets.map(sheetText).join('\n\n')}\n`;

/** A block of cells as the text that spreadsheets put on the clipboard. */

/** Rows of cells. Rows may differ in length; each has at least one cell. */
export type Cells = readonly (readonly string[])[];

const quoted = (cell: string): string => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Tabs between cells, a line for each row; cells with tabs or line breaks in quotes. `blockCells` reads it back. */
export const blockText = (cells: Cells): string => cells.map((row) => `${row.map(quoted).join('\t')}\r\n`).join('');

/** Matches a quoted cell to its end. An opening quote without a closing one before a tab or the line's end is ordinary text. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;
const LINE_END = /\r\n|\r|\n/y;

/** The cells of copied text. Its last line may end or not; no text is one empty cell. */
export function blockCells(text: string): Cells {
  const rows: string[][] = [[]];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    const cell = take(QUOTED);
    rows.at(-1)?.push(cell === null ? (take(PLAIN)?.[0] ?? '') : (cell[1] ?? '').replaceAll('""', '"'));
    if (text[at] === '\t') {
      at += 1;
      continue;
    }
    take(LINE_END);
    if (at >= text.length) return rows;
    rows.push([]);
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character);

const NUMBERS_OF_EXCEL = 'xmlns:x="urn:schemas-microsoft-com:office:excel"';

/** The rows of an HTML table. Columns of figures carry their number in an attribute, so that no program reads "1.5" as a day in May. */
export function tableRows(cells: Cells, isFigure: (column: number) => boolean): string {
  const cellOf = (cell: string, column: number) => {
    const number = isFigure(column) && cell !== '' ? ` x:num="${escaped(cell)}" sdval="${escaped(cell)}"` : '';
    return `<td${number}>${escaped(cell).replace(/\r\n|\r|\n/g, '<br>')}</td>`;
  };
  return cells.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('');
}

/** The HTML that spreadsheets read from the clipboard, around the rows that `tableRows` makes. */
export const blockTable = (rows: string): string => `<html ${NUMBERS_OF_EXCEL}><body><table>${rows}</table></body></html>`;

/** Repeats a block over a range that it fits into a whole number of times; otherwise returns it unchanged. */
export function tiled(cells: Cells, height: number, width: number): Cells {
  const [tall, wide] = [cells.length, cells[0]?.length ?? 0];
  const fits = wide > 0 && height % tall === 0 && width % wide === 0 && cells.every((row) => row.length === wide);
  if (!fits) return cells;
  const across = cells.map((row) => Array.from({ length: width / wide }, () => row).flat());
  return Array.from({ length: height / tall }, () => across).flat();
}

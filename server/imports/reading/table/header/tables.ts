/** The tables of works on one sheet: one under another, or side by side. */
import type { Cell, Sheet } from '../../sheet.ts';
import { normalized, saysTotal } from '../cell/words.ts';
import { amountsAlone } from './amountsAlone.ts';
import { findHeader, type Header, headersOn, isTableOfWorks } from './header.ts';
import { tableWithoutHeader } from './withoutHeader.ts';

/** A sheet, or the part of it with one table, and the table's header. */
export interface Table {
  readonly sheet: Sheet;
  readonly header: Header;
}

export function tablesOn(sheet: Sheet): Table[] {
  const header = findHeader(sheet);
  if (header === null) {
    const unnamed = tableWithoutHeader(sheet);
    return unnamed === null ? [] : [unnamed];
  }
  const beside = sideBySide(sheet, header);
  return beside.length > 1 ? beside : oneUnderAnother(sheet, header);
}

/** A table of names and amounts on a sheet that has no other. */
export function amountsOn(sheet: Sheet, fewest?: number): Table[] {
  const found = amountsAlone(sheet, fewest);
  return found === null ? [] : [found];
}

/** Tables separated by an empty column, each with a complete header of its own. */
function sideBySide(sheet: Sheet, { columns }: Header): Table[] {
  const groups: [number, ...number[]][] = [];
  for (const { column } of columns) {
    const group = groups.at(-1);
    if (group === undefined || column > (group.at(-1) ?? column) + 1) groups.push([column]);
    else group.push(column);
  }
  const inGroup = (group: readonly number[]) => columns.filter(({ column }) => group.includes(column));
  const isWhole = (group: readonly number[]) => isTableOfWorks(inGroup(group));
  const starts = groups.flatMap((group, at) => {
    if (!isWhole(group)) return [];
    const left = groups[at - 1];
    // Numbers or codes left of a table are its own; names left of it belong to a list that is not a table of works.
    const isOwn =
      left !== undefined && !isWhole(left) && inGroup(left).every(({ means }) => means.top === 'code' || means.top === 'number');
    return [(isOwn ? left : group)[0]];
  });
  if (starts.length < 2) return [];
  return starts.flatMap((first, at) => {
    const part = columnsFrom(sheet, first, starts[at + 1] ?? Number.POSITIVE_INFINITY);
    const header = findHeader(part);
    return header === null ? [] : [{ sheet: part, header }];
  });
}

function columnsFrom(sheet: Sheet, first: number, until: number): Sheet {
  const isIn = ({ column }: Cell) => column >= first && column < until;
  const rows = sheet.rows.flatMap(({ index, cells }) => {
    const own = cells.filter(isIn);
    return own.length === 0 ? [] : [{ index, cells: own }];
  });
  return { ...sheet, rows, merges: sheet.merges.filter(({ firstColumn }) => firstColumn >= first && firstColumn < until) };
}

function oneUnderAnother(sheet: Sheet, first: Header): Table[] {
  const headers: Header[] = [];
  for (const header of headersOn(sheet)) {
    const above = headers.at(-1);
    if (above !== undefined && (isSame(above, header) || isOtherwiseNamed(above, header)) && !startsAnew(sheet, above, header)) continue;
    headers.push(header);
  }
  if (headers.length <= 1) return [{ sheet, header: first }];
  return headers.map((header, at) => {
    const from = at === 0 ? 0 : titleStart(sheet, header.first);
    const next = headers[at + 1];
    const until = next === undefined ? sheet.rows.length : titleStart(sheet, next.first);
    const rows = sheet.rows.slice(from, until);
    return { sheet: { ...sheet, rows }, header: { ...header, first: header.first - from, after: header.after - from } };
  });
}

/** The words of a header with their columns, as one text that identifies equal headers. */
export const wordsOf = ({ columns }: Header): string =>
  columns.map(({ column, path }) => `${column} ${normalized(path.join(' '))}`).join('|');
/** The name of a section may stand where the word for the works is due, and is another one each time. */
const isSame = (a: Header, b: Header) => wordsOf(withoutUnknown(a)) === wordsOf(withoutUnknown(b));
const withoutUnknown = (header: Header): Header =>
  header.columns.some(({ means }) => means.top === 'name')
    ? header
    : { ...header, columns: header.columns.filter(({ means }) => means.top !== null) };

/** Other words over the same columns, with the word for the works not known: "Material" below the works. */
function isOtherwiseNamed(above: Header, { columns }: Header): boolean {
  const meansAbove = (column: number) => above.columns.find((each) => each.column === column)?.means;
  return (
    columns.every(({ means: { top } }) => top !== 'name') &&
    columns.every(({ column, means: { top, role, component } }) => {
      const known = meansAbove(column);
      const isName = known?.top === 'name' && (top === null || component !== null);
      return known !== undefined && (isName || (known.top === top && known.role === role));
    })
  );
}

/** A repeated header starts a new table when totals came before it and the row numbers restart; otherwise it only starts a new page. */
function startsAnew(sheet: Sheet, above: Header, below: Header): boolean {
  const firstNumber = (after: number) => numberAt(sheet, after, above);
  const totalled = sheet.rows
    .slice(above.after, below.first)
    .some(({ cells }) => cells.some(({ kind, text }) => kind === 'text' && saysTotal(text)));
  const [number, again] = [firstNumber(above.after), firstNumber(below.after)];
  return totalled && number !== null && number === again;
}

/** The first number in the leftmost column below a header. */
function numberAt(sheet: Sheet, after: number, { columns }: Header): string | null {
  const left = columns[0]?.column ?? 0;
  for (const { cells } of sheet.rows.slice(after, after + 12)) {
    const text = cells.find(({ column }) => column === left)?.text.trim() ?? '';
    if (/^\d+(\.\d+)*\.?$/.test(text) && cells.length > 2) return text;
  }
  return null;
}

const MOST_TITLE_ROWS = 3;

/** Lines of words right above a header belong to its table. */
function titleStart(sheet: Sheet, first: number): number {
  let start = first;
  while (start > 0 && first - start < MOST_TITLE_ROWS) {
    const [only, ...others] = sheet.rows[start - 1]?.cells ?? [];
    if (only?.kind !== 'text' || others.length > 0 || saysTotal(only.text)) break;
    start -= 1;
  }
  return start;
}

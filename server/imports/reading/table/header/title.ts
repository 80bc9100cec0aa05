/** The list's title: the last line above the table that is spread over most of it, else the sheet's name. */
import { seenText } from '../../../../../domain/seenText.ts';
import type { Sheet } from '../../sheet.ts';
import type { Header } from './header.ts';

const LONGEST = 100;
/** Lines that only number or qualify a title. */
const QUALIFIER = /^[([]|[:=_]|^\d|^(lokālā tāme|локальн\p{L}+ смет\p{L}+|смета|bill of quantities|boq)\b/iu;

export function titleOf(sheet: Sheet, { first, columns }: Header, table: number): string {
  const top = sheet.rows[first]?.index ?? 1;
  const width = columns.length;
  const lines = sheet.rows.slice(0, first).flatMap(({ index, cells }) => {
    const merge = sheet.merges.find(({ firstRow, firstColumn }) => firstRow === index && firstColumn === cells[0]?.column);
    const isWide = merge !== undefined && merge.lastRow < top && merge.lastColumn - merge.firstColumn + 1 >= width / 2;
    const [only, ...others] = cells;
    return (isWide || table > 0) && only?.kind === 'text' && others.length === 0 ? [seenText(only.text).replace(/\s+/g, ' ')] : [];
  });
  const title = lines.findLast((line) => line.length <= LONGEST && /\p{L}{3}/u.test(line) && !QUALIFIER.test(line));
  const name = seenText(sheet.name) || sheet.name;
  return title ?? (table === 0 ? name : `${name} (${table + 1})`);
}

/** Marks that repeat the cell above: "do.", "ditto", '"'. */
import type { Cell, Sheet, SheetRow } from '../../sheet.ts';
import { isUnit } from './unitWords.ts';

const DITTO = /^\s*(["”“″〃]|''|,,|-\s*["”“″]\s*-|-?\s*\/\/\s*-?|do|ditto|dto|idem|то же|тоже|j ?\. ?w)\.?\s*$/iu;
const LONGEST = 8;

const isMark = ({ kind, text }: Cell) => kind === 'text' && text.length <= LONGEST && DITTO.test(text);
const isRepeatable = ({ kind, text }: Cell) => kind === 'number' || (kind === 'text' && (isUnit(text) || /^[\d\s.,]+$/.test(text)));

/** The sheet with each mark below a number or a unit replaced by it. Below words a mark stays, because it may repeat a part of them. */
export function withDittos(sheet: Sheet, after: number): Sheet {
  if (!sheet.rows.some(({ cells }, at) => at >= after && cells.some(isMark))) return sheet;
  const above = new Map<number, Cell>();
  const repeated = (cell: Cell): Cell => {
    const found = isMark(cell) ? (above.get(cell.column) ?? cell) : cell;
    if (isRepeatable(found)) above.set(cell.column, found);
    else above.delete(cell.column);
    return found;
  };
  return { ...sheet, rows: sheet.rows.map((row, at): SheetRow => (at < after ? row : { ...row, cells: row.cells.map(repeated) })) };
}

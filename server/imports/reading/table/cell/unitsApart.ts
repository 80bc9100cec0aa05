/** Quantities written with their unit in one cell, "120.5 m3": the number and the unit are read apart. */
import type { Cell, Sheet, SheetRow } from '../../sheet.ts';
import { isUnit } from './unitWords.ts';

const WRITTEN = /^([+-]?\d[\d.,\s'’]*)\s*(\p{L}[^\d]{0,14}[23]?)$/u;
/** "100 m2" is a unit of its own. */
const MULTIPLE = /^10+$/;
const FEWEST = 3;
const MOSTLY = 0.6;
const SAMPLED = 200;

/** The number and the unit of a text; null where it is another text. */
export function partsOf({ kind, text }: Cell): readonly [string, string] | null {
  if (kind !== 'text') return null;
  const [, number, unit] = WRITTEN.exec(text.trim()) ?? [];
  return number === undefined || unit === undefined || !isUnit(unit) ? null : [number.trim(), unit.trim()];
}

export const apartFrom = ({ column, kind, number, sums }: Cell, [text, unit]: readonly [string, string]): Cell => ({
  column,
  kind,
  text,
  number,
  sums,
  unit,
});

/** A column most of whose cells are a number and a unit is a column of quantities, so its cells become numbers and keep their unit beside them. */
export function withUnitsApart(sheet: Sheet, after: number): Sheet {
  const columns = columnsWithUnits(sheet.rows.slice(after, after + SAMPLED));
  if (columns.size === 0) return sheet;
  const apart = (cell: Cell): Cell => {
    const parts = columns.has(cell.column) ? partsOf(cell) : null;
    return parts === null ? cell : apartFrom(cell, parts);
  };
  return { ...sheet, rows: sheet.rows.map((row, at) => (at < after ? row : { ...row, cells: row.cells.map(apart) })) };
}

function columnsWithUnits(rows: readonly SheetRow[]): ReadonlySet<number> {
  const counts = new Map<number, { cells: number; written: number; multiples: number }>();
  for (const { cells } of rows)
    for (const cell of cells) {
      const count = counts.get(cell.column) ?? { cells: 0, written: 0, multiples: 0 };
      counts.set(cell.column, count);
      const parts = partsOf(cell);
      count.cells += 1;
      count.written += parts === null ? 0 : 1;
      count.multiples += parts !== null && MULTIPLE.test(parts[0]) ? 1 : 0;
    }
  const isOfQuantities = ({ cells, written, multiples }: { cells: number; written: number; multiples: number }) =>
    written >= FEWEST && written >= cells * MOSTLY && multiples * 2 < written;
  return new Set([...counts].flatMap(([column, count]) => (isOfQuantities(count) ? [column] : [])));
}

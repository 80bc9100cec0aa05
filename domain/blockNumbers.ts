/** The decimal marks of a block's columns, and the numbers in it that can be read with either mark. */
import type { BlockColumns } from './blockShape.ts';
import { isFormula } from './entered.ts';
import { type DecimalMark, readingsOf, type Vote, vote } from './numberText.ts';
import { isRowText } from './rowFields.ts';

export type Cells = readonly (readonly string[])[];

const columnOf = (cells: Cells, column: number): readonly string[] =>
  cells.map((row) => row[column] ?? '').filter((cell) => !isFormula(cell));
const widthOf = (cells: Cells): number => cells.reduce((width, row) => Math.max(width, row.length), 0);

/** Which decimal mark each column of figures uses; the given mark for columns that do not show theirs. */
export function votesOf(cells: Cells, columns: BlockColumns, decimal: DecimalMark | null): readonly Vote[] {
  return Array.from({ length: widthOf(cells) }, (_, column) => {
    const field = columns[column];
    if (!field || isRowText(field)) return 'unknown';
    const voted = vote(columnOf(cells, column));
    return voted === 'unknown' || voted === 'both' ? (decimal ?? voted) : voted;
  });
}

/** A number of a block that may mean thousands or decimals, with both readings; null where every column shows its decimal mark. */
export function doubtfulNumber(
  cells: Cells,
  columns: BlockColumns,
): { readonly text: string; readonly thousands: string; readonly decimals: string } | null {
  for (const [column, voted] of votesOf(cells, columns, null).entries()) {
    const field = columns[column];
    if (!field || isRowText(field)) continue;
    for (const text of columnOf(cells, column)) {
      const readings = readingsOf(text, voted);
      if (readings !== null) return { text: text.trim(), ...readings };
    }
  }
  return null;
}

/** The decimal mark under which a doubtful number means thousands, or decimals. */
export function markMeaning(text: string, meaning: 'thousands' | 'decimals'): DecimalMark {
  const written: DecimalMark = text.includes(',') ? ',' : '.';
  if (meaning === 'decimals') return written;
  return written === ',' ? '.' : ',';
}

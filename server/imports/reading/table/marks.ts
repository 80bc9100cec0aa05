/** Our own exports say in a hidden column what each row is: they are read as they say (domain/workbook/marks.ts). */
import { ROW_MARKS, type RowMark, TITLE_MARKS } from '../../../../domain/workbook/marks.ts';
import { cellAt, type Sheet, type SheetRow } from '../sheet.ts';
import type { Header } from './header.ts';
import type { Classified, Kinds } from './kinds.ts';
import type { RowValues } from './values.ts';

export interface Marks {
  readonly title: string;
  readonly markOf: (row: SheetRow) => RowMark | null;
}

/** What an exported list says above its header; null for every other sheet. */
export function marksOn(sheet: Sheet, { first }: Header): Marks | null {
  for (const { cells } of sheet.rows.slice(0, first)) {
    const mark = cells.find(({ text }) => text === TITLE_MARKS.list);
    const [title] = cells;
    if (mark === undefined || title === undefined || title === mark) continue;
    return { title: title.text, markOf: (row) => ROW_MARKS.find((known) => known === cellAt(row, mark.column)?.text) ?? null };
  }
  return null;
}

/** Rows and sections as they are marked; everything else adds up. */
export function kindsMarked(values: readonly RowValues[], { markOf }: Marks): Kinds {
  const all = values.map((row): Classified => {
    const mark = markOf(row.row);
    return { values: row, kind: mark === 'row' ? 'item' : mark === 'section' ? 'section' : 'total' };
  });
  const end = all.findLastIndex(({ kind }) => kind !== 'total') + 1;
  return { rows: all.slice(0, end), foot: all.slice(end) };
}

/** A sheet's tables as lists of the estimate. */
import type { Decision, ReadList } from '../reading.ts';
import type { Sheet } from '../sheet.ts';
import { assembled, listFrom } from './assemble.ts';
import { decided, recognize } from './columns.ts';
import { footOf } from './foot.ts';
import { classified } from './kinds.ts';
import { sampleOf } from './sample.ts';
import { type Table, tablesOn } from './tables.ts';
import { titleOf } from './title.ts';
import { valuesOf } from './values.ts';
import { normalized } from './words.ts';

/** The lists on a sheet, and how many tables were found, with or without rows to take. */
export function listsOf(sheet: Sheet, decisions: readonly Decision[]): { lists: ReadList[]; tables: number } {
  const tables = tablesOn(sheet);
  const lists = tables.flatMap((table, place) => {
    const own = decisions.filter((decision) => decision.sheet === sheet.name && decision.table === place);
    return listOf(table, place, own) ?? [];
  });
  return { lists, tables: tables.length };
}

function listOf({ sheet, header }: Table, table: number, decisions: readonly Decision[]): ReadList | null {
  const sample = sampleOf(sheet, header.after);
  const recognition = decided(recognize(header.columns, sample), decisions);
  const words = new Set(header.columns.flatMap(({ path }) => [...path, path.join(' ')].map(normalized)));
  const values = sheet.rows.slice(header.after).map((row) => valuesOf(row, recognition, sample.vote));
  const kinds = classified(values, words);
  const rows = assembled(kinds.rows);
  const { totals, percentLines, notices } = footOf(kinds, rows);
  return listFrom(rows, {
    title: titleOf(sheet, header, table),
    sheet: sheet.name,
    table,
    hidden: sheet.hidden,
    columns: recognition.columns,
    notices: [...sheet.notices, ...notices],
    totals,
    percentLines,
  });
}

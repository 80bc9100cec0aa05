/** A sheet's tables as lists of the estimate. */
import { createHash } from 'node:crypto';
import type { Decision, Instruct, ReadList } from '../reading.ts';
import type { Sheet } from '../sheet.ts';
import { normalized } from './cell/words.ts';
import { decided, recognitions } from './columns/recognize.ts';
import { sampleOf } from './columns/sample.ts';
import type { Header } from './header/header.ts';
import { type Table, tablesOn, wordsOf } from './header/tables.ts';
import { titleOf } from './header/title.ts';
import { assembled, listFrom } from './row/assemble.ts';
import { classified } from './row/classify.ts';
import { valuesOf } from './row/values.ts';
import { footOf } from './totals/foot.ts';

interface ListsOnSheet {
  readonly lists: readonly ReadList[];
  /** How many tables were found, with or without rows to take, and how many of them were passed over. */
  readonly tables: number;
  readonly skipped: number;
}

export async function listsOf(sheet: Sheet, instruct: Instruct): Promise<ListsOnSheet> {
  const tables = tablesOn(sheet);
  const lists: ReadList[] = [];
  let skipped = 0;
  for (const [table, found] of tables.entries()) {
    const fingerprint = fingerprintOf(found.header);
    const instruction = await instruct({ sheet: sheet.name, table, fingerprint });
    if (instruction === 'skip') skipped += 1;
    else lists.push(...(listOf(found, { table, fingerprint }, instruction) ?? []));
  }
  return { lists, tables: tables.length, skipped };
}

const fingerprintOf = (header: Header) => createHash('sha256').update(wordsOf(header)).digest('base64url').slice(0, 22);

function listOf(
  { sheet, header }: Table,
  place: { readonly table: number; readonly fingerprint: string },
  decisions: readonly Decision[],
): [ReadList] | null {
  const sample = sampleOf(sheet, header.after);
  const recognition = decided(recognitions(header.columns, sample), decisions);
  const words = new Set(header.columns.flatMap(({ path }) => [...path, path.join(' ')].map(normalized)));
  const values = sheet.rows.slice(header.after).map((row) => valuesOf(row, recognition, sample.vote));
  const kinds = classified(values, words);
  const rows = assembled(kinds.rows);
  const { totals, percentLines, notices } = footOf(kinds, rows);
  const list = listFrom(rows, {
    title: titleOf(sheet, header, place.table),
    sheet: sheet.name,
    ...place,
    hidden: sheet.hidden,
    columns: recognition.columns,
    notices: [...sheet.notices, ...notices],
    totals,
    percentLines,
  });
  return list === null ? null : [list];
}

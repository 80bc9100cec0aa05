/** From a file to its lists, inside the child process. */
import { open } from 'node:fs/promises';
import { openArchive } from './archive.ts';
import { LIMITS } from './limits.ts';
import type { Decision, ReadList } from './reading.ts';
import { Unreadable } from './refusals.ts';
import { sniff } from './sniff.ts';
import { visibleSheets } from './spreadsheetml/workbook.ts';
import { listOf } from './table/list.ts';

/** Yields the lists of a workbook sheet by sheet. Throws `Unreadable` for a file that is refused. */
export async function* listsIn(
  path: string,
  decisions: readonly Decision[] = [],
  onProgress: (share: number) => void = () => {},
): AsyncGenerator<ReadList> {
  const sniffed = sniff(await contents(path));
  if (sniffed.kind === 'refused') throw new Unreadable(sniffed.code, sniffed.what);
  const archive = await openArchive(path);
  try {
    const found = { cells: false, table: false, lists: 0 };
    for await (const sheet of visibleSheets(archive, onProgress)) {
      found.cells ||= sheet.rows.length > 0;
      const list = listOf(sheet, decisions);
      found.table ||= list !== 'noTable';
      if (typeof list === 'string') continue;
      found.lists += 1;
      yield list;
    }
    if (found.lists === 0) throw new Unreadable(!found.cells ? 'EMPTY_WORKBOOK' : found.table ? 'NO_ROWS' : 'NO_TABLE');
  } finally {
    archive.close();
  }
}

async function contents(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > LIMITS.upload) throw new Unreadable('TOO_LARGE');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

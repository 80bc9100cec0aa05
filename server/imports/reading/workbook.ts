/** From a file to its lists, inside the child process. */

import { open } from 'node:fs/promises';
import { openArchive } from './archive.ts';
import { kindOfArchive } from './archiveKind.ts';
import { binarySheets } from './binary/excel.ts';
import { bc3Lists } from './fiebdc/budget.ts';
import { type Digest, digestAlone, digestOf } from './file/digest.ts';
import { judgementOf } from './file/judge.ts';
import { SheetsWithoutList } from './file/sheets.ts';
import { summedUp } from './file/sums.ts';
import { withTakenLines } from './file/takenLines.ts';
import { gaebLists } from './gaeb/bill.ts';
import { LIMITS } from './limits.ts';
import { openDocumentSheets, openDocumentSheetsIn } from './opendocument/sheets.ts';
import type { Instruct, Judgement, ReadList } from './reading.ts';
import { type RefusalCode, Unreadable } from './refusals.ts';
import type { Sheet } from './sheet.ts';
import { sniff } from './sniff.ts';
import { spreadsheetmlSheets } from './spreadsheetml/workbook.ts';
import { listsOf, listsOfAmounts } from './table/list.ts';
import { ownSheet } from './table/ours.ts';
import { delimitedSheet } from './text/csv.ts';

type OnProgress = (share: number) => void;

/** Yields the lists of a file one by one and returns the judgement on all of them. Throws `Unreadable` for a file that is refused. */
export async function* listsIn(
  bytes: Buffer,
  instruct: Instruct = () => [],
  onProgress: OnProgress = () => {},
): AsyncGenerator<ReadList, Judgement> {
  const digests: Digest[] = [];
  const withoutList = new SheetsWithoutList();
  let last: ReadList | null = null;
  for await (const read of listsOfFile(bytes, withoutList, instruct, onProgress)) {
    const list = withTakenLines(read);
    if (last !== null) digests.push(digestOf(last));
    last = list;
    yield list;
  }
  if (last !== null) digests.push(digests.length === 0 && withoutList.withLines.length === 0 ? digestAlone(last) : digestOf(last));
  for (const sheet of withoutList.withLines) {
    const { lists: read, isRead } = await summariesOn(sheet, digests, instruct);
    const lists = read.map(withTakenLines);
    if (isRead) withoutList.withdraw(sheet.name);
    digests.push(...lists.map(digestOf));
    yield* lists;
  }
  return judgementOf(digests, withoutList);
}

/** A sheet of names, amounts and percent lines: the summary of the lists that its amounts are the totals of. Where others are passed over, it is read again. */
async function summariesOn(
  sheet: Sheet,
  digests: readonly Digest[],
  instruct: Instruct,
): Promise<{ readonly lists: readonly ReadList[]; readonly isRead: boolean }> {
  let isAgain = false;
  const { lists, skipped } = await listsOfAmounts(
    sheet,
    async (head) => {
      const instruction = await instruct(head);
      isAgain = instruction !== 'skip' && digests.length === 0;
      return instruction;
    },
    1,
  );
  const open = digests.filter(({ hidden }) => !hidden);
  const summaries = lists.filter((list) => isAgain || summedUp(digestOf(list), open).length > 0);
  return { lists: summaries, isRead: summaries.length > 0 || skipped > 0 };
}

async function* listsOfFile(
  bytes: Buffer,
  withoutList: SheetsWithoutList,
  instruct: Instruct,
  onProgress: OnProgress,
): AsyncGenerator<ReadList> {
  const sniffed = sniff(bytes);
  switch (sniffed.kind) {
    case 'refused':
      throw new Unreadable(sniffed.code, sniffed.what);
    case 'gaeb':
      return yield* notEmpty(gaebLists(bytes));
    case 'bc3':
      return yield* notEmpty(bc3Lists(bytes));
    default:
      return yield* listsOnSheets(sheetsIn(bytes, sniffed.kind, onProgress), withoutList, instruct);
  }
}

async function* sheetsIn(bytes: Buffer, kind: 'zip' | 'xls' | 'text' | 'fods', onProgress: OnProgress): AsyncGenerator<Sheet> {
  if (kind === 'text') return yield delimitedSheet(bytes, onProgress);
  if (kind === 'xls') return yield* binarySheets(bytes);
  if (kind === 'fods') return yield* openDocumentSheetsIn(piecesOf(bytes), bytes.length, onProgress);
  const archive = await openArchive(bytes);
  try {
    const found = await kindOfArchive(archive);
    if (found.kind === 'xlsb') yield* binarySheets(bytes);
    else if (found.kind === 'openDocument') yield* openDocumentSheets(archive, onProgress);
    else yield* spreadsheetmlSheets(archive, found.main, onProgress);
  } finally {
    archive.close();
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
const PIECE = 64 * 1024;

/**
 * The lists on all sheets. The percent lines of our own summary apply to each list that states none, wherever its sheet stands: our own lists wait for it.
 * Where it stands below lists of other programs alone, its lines are named as left out.
 */
async function* listsOnSheets(sheets: AsyncIterable<Sheet>, withoutList: SheetsWithoutList, instruct: Instruct): AsyncGenerator<ReadList> {
  let summary: Extract<Found, { kind: 'summary' }> | null = null;
  let isApplied = false;
  let waiting: { readonly list: ReadList; readonly isOwn: boolean }[] = [];
  const released = () => {
    const lists = waiting.map(({ list }) =>
      summary === null || list.percentLines.length > 0 ? list : { ...list, percentLines: summary.percentLines },
    );
    isApplied ||= summary !== null && lists.length > 0;
    waiting = [];
    return lists;
  };
  for await (const found of foundOnSheets(sheets, withoutList, instruct)) {
    if (found.kind !== 'summary') waiting.push({ list: found.list, isOwn: found.kind === 'own' });
    else if (summary === null) summary = found;
    else withoutList.pass(found.sheet);
    if (summary !== null || waiting.every(({ isOwn }) => !isOwn)) yield* released();
  }
  yield* released();
  if (summary !== null && !isApplied) withoutList.pass(summary.sheet, summary.percentLines[0]);
}

type Found =
  | { readonly kind: 'summary'; readonly percentLines: ReadList['percentLines']; readonly sheet: string }
  | { readonly kind: 'own' | 'table'; readonly list: ReadList };

async function* foundOnSheets(sheets: AsyncIterable<Sheet>, withoutList: SheetsWithoutList, instruct: Instruct): AsyncGenerator<Found> {
  const found = { cells: false, table: false, catalogue: false, lists: 0 };
  const small: Sheet[] = [];
  const tables = (lists: readonly ReadList[]) => lists.map((list): Found => ({ kind: 'table', list }));
  for await (const sheet of sheets) {
    found.cells ||= !sheet.hidden && sheet.rows.length > 0;
    const own = ownSheet(sheet);
    if (own?.kind === 'summary') yield { ...own, sheet: sheet.name };
    if (own?.kind === 'list') {
      yield { kind: 'own', list: own.list };
      found.lists += 1;
    }
    if (own !== null) continue;
    const { lists, tables: count, skipped, isCatalogue, totals } = await listsOf(sheet, instruct);
    for (const total of totals) withoutList.addTotal(sheet.name, total);
    found.table ||= count > 0;
    found.catalogue ||= isCatalogue;
    found.lists += lists.length + skipped;
    if (lists.length + skipped === 0) withoutList.add(sheet, count > 0);
    if (count === 0 && sheet.rows.length <= SMALL && !sheet.hidden) small.push(sheet);
    yield* tables(lists);
  }
  // Names with amounts alone are the estimate of a file that has no other list. Beside other lists they are a summary of them.
  for (const sheet of found.lists === 0 ? small : []) {
    const { lists, skipped } = await listsOfAmounts(sheet, instruct);
    found.lists += lists.length + skipped;
    if (lists.length + skipped > 0) withoutList.withdraw(sheet.name);
    yield* tables(lists);
  }
  if (found.lists === 0) throw new Unreadable(whyNoList(found));
}

/** The rows of a sheet up to which it may be a list of names and amounts. */
const SMALL = 1_000;

function whyNoList({ cells, table, catalogue }: Readonly<Record<'cells' | 'table' | 'catalogue', boolean>>): RefusalCode {
  if (!cells) return 'EMPTY_WORKBOOK';
  if (table) return 'NO_ROWS';
  return catalogue ? 'CATALOGUE' : 'NO_TABLE';
}

function* notEmpty(lists: Iterable<ReadList>): Generator<ReadList> {
  let count = 0;
  for (const list of lists) {
    count += 1;
    yield list;
  }
  if (count === 0) throw new Unreadable('NO_ROWS');
}

/** The bytes of a file. Throws `Unreadable` when it is too large. */
export async function bytesOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > LIMITS.upload) throw new Unreadable('TOO_LARGE');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

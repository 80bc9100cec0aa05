/** Reading uploaded files: the only entry point of this folder. */
import { readBehindGuard } from './guard.ts';
import type { Decision, Instruct, Judgement, Reading, ReadList, ReadRow, Sink } from './reading.ts';
import type { RefusedFile } from './refusals.ts';

export { COPIED, orderOf } from './copied.ts';
export { confirmedOut, isMet, isNear, metIn, missedBelow } from './evidence.ts';
export { expectFile } from './process.ts';
export type {
  Decision,
  Doubt,
  FileTotal,
  Judgement,
  LeftOut,
  ListHead,
  ReadColumn,
  ReadList,
  ReadRow,
  SheetLeftOut,
  Sink,
  StatedTotal,
} from './reading.ts';
export type { RefusalCode } from './refusals.ts';
export {
  isNoticeOfRows,
  NAMED_ROWS,
  noticesFrom,
  noticesOf,
  type Remark,
  type Remarked,
  remarkedIn,
  sentenceOf,
  withoutRow,
  withRow,
} from './remarks.ts';
export { type CorrectedRow, corrected } from './table/row/correct.ts';

interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Receives the share of the file read, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** The team that brought the file. */
  readonly owner?: number;
  /** Called for every table found; without it each table is read as recognised. */
  readonly instruct?: Instruct;
}

/**
 * Reads an uploaded file behind the guard, in a child process. At most two files are read at once in this process; others wait for their turn.
 * Lists and rows go to the sink piece by piece, so that no file is held in memory. A bad file resolves to a refusal, even when some of its lists
 * already went to the sink. Rejects with the signal's reason when aborted, with the sink's error, and when the path has no file.
 */
export const streamWorkbook = (path: string, sink: Sink, options: ReadOptions = {}): Promise<Reading> =>
  readBehindGuard(path, sink, options);

export type WholeReading = { readonly kind: 'read'; readonly lists: readonly ReadList[]; readonly judgement: Judgement } | RefusedFile;

/** Reads a file into memory; only for files known to be small. */
export async function readWorkbook(
  path: string,
  { decisions, ...options }: ReadOptions & { readonly decisions?: readonly Decision[] } = {},
): Promise<WholeReading> {
  let judgement: Judgement = { verdicts: [], totals: [], sheets: [] };
  const lists: (Omit<ReadList, 'rows'> & { rows: ReadRow[] })[] = [];
  const sink: Sink = {
    list: (list) => void lists.push({ ...list, rows: [] }),
    rows: (rows) => {
      const last = lists.at(-1);
      for (const row of rows) last?.rows.push(row);
    },
    judged: (found) => {
      judgement = found;
    },
  };
  const reading = await readBehindGuard(path, sink, { ...options, ...(decisions !== undefined && { instruct: () => decisions }) });
  return reading.kind === 'refused' ? reading : { kind: 'read', lists, judgement };
}

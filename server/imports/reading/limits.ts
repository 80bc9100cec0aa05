/** Limits of a file that is read (docs/decisions/0007-own-workbook-reading.md). Bytes, milliseconds and counts. */
import { MEGABYTE, UPLOAD_LIMIT } from '../../../domain/api/limits.ts';

export const LIMITS = {
  upload: UPLOAD_LIMIT,
  entries: 2_000,
  /** Bytes out for each byte in, for parts above a megabyte. */
  ratio: 200,
  inflated: 400 * MEGABYTE,
  xmlDepth: 32,
  sheets: 100,
  rows: 100_000,
  cellsWithValues: 1_500_000,
  sharedStrings: 1_500_000,
  cellFormats: 100_000,
  columns: 512,
  text: 32_767,
  merges: 50_000,
  rowsSearchedForHeader: 250,
  heapMegabytes: 384,
  /** V8 does not collect garbage in its old generation before it holds this much. Nearly all of that is rows, which stay in memory until they are sent. */
  initialOldSpaceMegabytes: 256,
  /** Cells are short-lived: with a small young generation V8 would collect garbage all the time. */
  youngMegabytes: 32,
  memory: 900 * MEGABYTE,
  /** A large file takes long anyway, and the processor goes first to those who read and edit meanwhile. */
  niceness: 10,
  /** One small file is read beside a large one, so it is given less. */
  smallFile: { heapMegabytes: 256, initialOldSpaceMegabytes: 0, memory: 450 * MEGABYTE, niceness: 0 },
  /** Bytes of a file up to which a process is kept waiting for it: some 2,000 to 4,000 rows. */
  awaited: 256 * 1024,
  deadline: 20_000,
} as const;

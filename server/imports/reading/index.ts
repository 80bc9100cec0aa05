/** Reading uploaded workbooks: the one door to this folder. */
import { readBehindGuard } from './guard.ts';
import type { Decision, Reading } from './reading.ts';

export type { Decision, ReadColumn, Reading, ReadList, ReadRow } from './reading.ts';
export type { RefusalCode } from './refusals.ts';

/**
 * Reads an uploaded workbook behind the guard, in a child process; one at a time in this process, the others wait.
 * Never throws for a bad file: answers a refusal. Rejects with the signal's reason when aborted, and when there is no file at the path.
 * `decisions` are what a person said of columns: they hold against what is recognised.
 * `onProgress` hears the share of the file read, 0 to 1.
 */
export function readWorkbook(
  path: string,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (share: number) => void; readonly decisions?: readonly Decision[] } = {},
): Promise<Reading> {
  return readBehindGuard(path, options);
}

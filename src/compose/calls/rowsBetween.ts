import { MAX_WINDOW } from '../../../domain/api/limits.ts';
import type { ReadWindow } from './windows.ts';

/** The number of concurrent window requests, limited so that the server can answer others meanwhile. */
const AT_ONCE = 4;

/**
 * Loads the rows from one index to another, both included, window by window; a later window may arrive first. Returns the offsets of the windows, in
 * order.
 */
export async function windowsBetween<R>(
  read: ReadWindow<R>,
  from: number,
  to: number,
  signal: AbortSignal,
  take: (offset: number, rows: readonly R[]) => void,
): Promise<readonly number[]> {
  const offsets = Array.from({ length: Math.ceil((to - from + 1) / MAX_WINDOW) }, (_, at) => from + at * MAX_WINDOW);
  const left = [...offsets];
  const readOn = async () => {
    for (let offset = left.shift(); offset !== undefined; offset = left.shift()) {
      take(offset, (await read({ offset, limit: Math.min(MAX_WINDOW, to - offset + 1) }, signal)).rows);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return offsets;
}

/** The rows from one index to another, both included, in order; `report` gets the number of loaded rows after each window. */
export async function rowsBetween<R>(
  read: ReadWindow<R>,
  from: number,
  to: number,
  signal: AbortSignal,
  report: (count: number) => void = () => undefined,
): Promise<readonly R[]> {
  const windows = new Map<number, readonly R[]>();
  let count = 0;
  const offsets = await windowsBetween(read, from, to, signal, (offset, rows) => {
    windows.set(offset, rows);
    count += rows.length;
    report(count);
  });
  return offsets.flatMap((offset) => windows.get(offset) ?? []);
}

/** Reads all rows of a list, window by window; `reportProgress` gets the loaded fraction after each, 0 to 1. */
export async function everyWindow<R>(
  read: ReadWindow<R>,
  signal: AbortSignal,
  reportProgress: (fraction: number) => void,
  take: (offset: number, rows: readonly R[]) => void,
): Promise<void> {
  const { rows, total } = await read({ offset: 0, limit: MAX_WINDOW }, signal);
  let count = rows.length;
  take(0, rows);
  if (count >= total) return;
  reportProgress(count / total);
  await windowsBetween(read, count, total - 1, signal, (offset, more) => {
    take(offset, more);
    count += more.length;
    reportProgress(count / total);
  });
}

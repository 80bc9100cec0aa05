import { MAX_WINDOW } from '../../../domain/contract/limits.ts';
import type { ReadWindow } from './windows.ts';

/** The number of concurrent window requests, limited so that the server can answer others meanwhile. */
const AT_ONCE = 4;

/** The rows from one index to another, both included, in order; `report` gets the number of loaded rows after each window. */
export async function rowsBetween<R>(
  read: ReadWindow<R>,
  from: number,
  to: number,
  signal: AbortSignal,
  report: (count: number) => void = () => undefined,
): Promise<readonly R[]> {
  const offsets = Array.from({ length: Math.ceil((to - from + 1) / MAX_WINDOW) }, (_, at) => from + at * MAX_WINDOW);
  const windows = new Map<number, readonly R[]>();
  const left = [...offsets];
  let count = 0;
  const readOn = async () => {
    for (let offset = left.shift(); offset !== undefined; offset = left.shift()) {
      const { rows } = await read({ offset, limit: Math.min(MAX_WINDOW, to - offset + 1) }, signal);
      windows.set(offset, rows);
      count += rows.length;
      report(count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return offsets.flatMap((offset) => windows.get(offset) ?? []);
}

/** All rows of a list, in order; `reportProgress` gets the loaded fraction after each window, 0 to 1. */
export async function everyRow<R>(
  read: ReadWindow<R>,
  signal: AbortSignal,
  reportProgress: (fraction: number) => void,
): Promise<readonly R[]> {
  const { rows, total } = await read({ offset: 0, limit: MAX_WINDOW }, signal);
  if (rows.length >= total) return rows;
  const report = (count: number) => reportProgress((rows.length + count) / total);
  report(0);
  return [...rows, ...(await rowsBetween(read, rows.length, total - 1, signal, report))];
}

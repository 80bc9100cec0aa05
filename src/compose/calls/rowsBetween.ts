import { MAX_WINDOW } from '../../../domain/contract/limits.ts';
import type { ReadWindow } from './windows.ts';

/** The number of concurrent window requests, limited so that the server can answer others meanwhile. */
const AT_ONCE = 4;

/** The rows from one index to another, both included, in order; `tell` gets the number of loaded rows after each window. */
export async function rowsBetween<R>(
  read: ReadWindow<R>,
  from: number,
  to: number,
  signal: AbortSignal,
  tell: (count: number) => void = () => undefined,
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
      tell(count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return offsets.flatMap((offset) => windows.get(offset) ?? []);
}

/** All rows of a list, in order; `tell` gets the loaded fraction after each window, 0 to 1. */
export async function everyRow<R>(read: ReadWindow<R>, signal: AbortSignal, tell: (share: number) => void): Promise<readonly R[]> {
  const { rows, total } = await read({ offset: 0, limit: MAX_WINDOW }, signal);
  if (rows.length >= total) return rows;
  const share = (count: number) => tell((rows.length + count) / total);
  share(0);
  return [...rows, ...(await rowsBetween(read, rows.length, total - 1, signal, share))];
}

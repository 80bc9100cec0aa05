import { statfsSync } from 'node:fs';
import { MEGABYTE } from '../../domain/contract/limits.ts';

/** Bytes the embedded database keeps free for its log: without room for the next piece of it, it stops for good. */
const LEAST_FREE = 32 * MEGABYTE;

/** Whether a folder's disk has too little room left for a write to be begun. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE;
}

import { statfsSync } from 'node:fs';
import { MEGABYTE } from '../../domain/api/limits.ts';

/** Bytes the embedded database keeps free for its log, because it stops permanently without room for the next segment. */
const LEAST_FREE = 32 * MEGABYTE;

/** Whether a folder's disk has too little room left for a write to be begun. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE;
}

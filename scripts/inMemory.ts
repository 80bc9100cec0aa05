/** A folder in memory for the clusters, data folders and copies that tests make: on a disk they are a twelfth of the processor time of a run. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../server/isRunning.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'actum-tests-';
/** Several times what a run has lain there at once: memory is given where it leaves much to spare. */
const NEEDED = 8 * 2 ** 30;

/** Makes the folder of this process, and removes those of processes that were cut short; null on a machine without enough memory for it. */
export function folderInMemory(): string | null {
  if (!existsSync(MEMORY)) return null;
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
    if (!isRunning(Number(name.slice(PREFIX.length)))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < NEEDED) return null;
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL's programs make their folders in it as somebody else.
  chmodSync(folder, 0o777);
  return folder;
}

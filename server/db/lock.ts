import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a data folder to one process: an operating-system file lock, taken through SQLite, that the kernel frees even when the process is killed.
 * Throws when another process holds the folder. The answer releases it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new Error(`The data folder ${folder} is in use by another Actum. Stop that one first, or set DATA_DIR to another folder.`);
  }
  return () => lock.close();
}

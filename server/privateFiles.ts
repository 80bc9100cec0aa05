/** Makes the data folder accessible only to the user who runs the server. */
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reportError } from './log.ts';

const OTHERS = 0o077;
/** Entries of the data folder that belong to Actum. Other files keep their modes, because a chosen folder may contain more. */
const OURS = /^(?:database.*|outbox|uploads|jwt-secret.*|in-use\.lock.*)$/;

/**
 * Makes the data folder, or removes the rights other users have in it: folders become 0700, files 0600. Rejects with the system's error
 * when the folder can neither be made nor read. Modes that cannot be changed are logged, because the folder then has another owner.
 */
export async function makePrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await close(dataDir);
    for (const name of await readdir(dataDir)) if (OURS.test(name)) await closeAll(join(dataDir, name));
  } catch (error) {
    reportError('Others may read the data folder: its rights could not be changed', error);
  }
}

/** Restricts an entry to its user and returns whether it is a folder. A link is left alone, and a file that has disappeared is ignored. */
async function close(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink()) return false;
  if ((found.mode & OTHERS) !== 0) await chmod(path, found.mode & 0o700);
  return found.isDirectory();
}

async function closeAll(path: string): Promise<void> {
  if (!(await close(path))) return;
  for (const name of await readdir(path)) await closeAll(join(path, name));
}

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Names in the data folder while a restored database takes the place of another. */
export const NEW = 'database.restored';
export const OLD = 'database.replaced';

/** Restores the database whose replacement was interrupted, and removes what such a replacement left, also one whose files were still being made. The folder must be locked. */
export function settleReplacement(dataDir: string): void {
  const [database, before] = [join(dataDir, 'database'), join(dataDir, OLD)];
  if (!existsSync(database) && existsSync(before)) renameSync(before, database);
  for (const name of readdirSync(dataDir))
    if (name === OLD || name.startsWith(NEW)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

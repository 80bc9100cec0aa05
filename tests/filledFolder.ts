import { cpSync } from 'node:fs';
import { openEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { ensureDemo } from '../server/demo/demo.ts';

/** Fills a data folder as the first start of a server does: the database is up to date, and the demo project is in it. */
export async function fillFolder(folder: string): Promise<void> {
  const database = await openEmbedded(folder);
  await migrate(database);
  await ensureDemo(database);
  await database.close();
}

/** Makes a data folder that is not there yet a copy of a filled one. A start in it takes a third of the time of a first start. */
export const copyFolder = (filled: string, folder: string): void => cpSync(filled, folder, { recursive: true });

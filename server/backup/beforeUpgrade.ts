import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openEmbedded } from '../db/embedded.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { givenPassphrase } from './passphrase.ts';
import { backUp, openSettings } from './source.ts';

const KEEP = 3;
const NAME = /^before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup$/;

/** Opens the embedded database. One whose tables this version is about to change is backed up first, unless that is switched off. */
export async function openUpgradable(config: Config, log: Log): Promise<Database> {
  const database = await openEmbedded(config.dataDir);
  const [first] = await pendingMigrations(database);
  if (first === undefined || !config.backups.beforeUpgrade) return database;
  await database.close();
  const folder = join(config.dataDir, 'backups');
  const path = join(folder, `before-${first.replace('.sql', '')}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await backUp(config, path, givenPassphrase(config.backups), openSettings(process.env));
    await removeOlder(folder);
  } catch (error) {
    throw new Error(
      `The backup before the upgrade could not be made (${error instanceof Error ? error.message : 'it failed'}). Nothing was changed: put that right, or set BACKUP_BEFORE_UPGRADE=off`,
    );
  }
  log.info(`The database was backed up before its upgrade: ${path}`, { event: 'backup' });
  return openEmbedded(config.dataDir);
}

async function removeOlder(folder: string): Promise<void> {
  const moment = (name: string) => NAME.exec(name)?.[1] ?? '';
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort((one, other) => (moment(one) < moment(other) ? -1 : 1));
  for (const name of names.slice(0, -KEEP)) await rm(join(folder, name), { force: true });
}

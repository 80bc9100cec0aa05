/** Where a command finds the data, with or without a running server. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, directUrl, readConfig, SETTINGS } from '../config.ts';
import { type Bulk, openFiles, openServerBulk } from '../db/bulk.ts';
import { lockFolder } from '../db/lock.ts';
import { dump, type Made } from './dump.ts';
import { copyOfRunning } from './runningFiles.ts';
import { Unusable } from './unusable.ts';

/** The settings without the signing secret, which commands do not need. */
export const settingsFor = (env: NodeJS.ProcessEnv): Config =>
  readConfig({ ...env, JWT_SECRET: 'a command of the administrator signs nothing' });

/** The settings that are set and are not secret. */
export function openSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = env[name];
    if (!('isSecret' in setting) && value !== undefined && value !== '') shown[name] = value;
  }
  return shown;
}

function programVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Locks a folder for a command; throws a sentence when a server has locked it. */
export function claimFolder(dataDir: string, otherwise: string): () => void {
  try {
    return lockFolder(dataDir);
  } catch {
    throw new Unusable(otherwise);
  }
}

/** Opens the data for reading: over a new connection to PostgreSQL, or from the embedded files, copied first while a server runs. */
export async function openToRead({ dataDir, ...config }: Config): Promise<{ readonly bulk: Bulk; readonly close: () => Promise<void> }> {
  const databaseUrl = directUrl(config);
  if (databaseUrl !== null) {
    const bulk = await openServerBulk(databaseUrl);
    return { bulk, close: bulk.close };
  }
  const database = join(dataDir, 'database');
  if (!existsSync(join(database, 'PG_VERSION'))) throw new Unusable(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
  const copy = await copyOfRunning(dataDir);
  if (copy === null) {
    const release = claimFolder(
      dataDir,
      `Another program has ${dataDir} open, and no server answers on its control socket. Stop it, then try again`,
    );
    const bulk = await openFiles(database, 'kept');
    return { bulk, close: () => bulk.close().finally(release) };
  }
  try {
    const bulk = await openFiles(copy.path, 'scratch');
    const close = async () => {
      try {
        await bulk.close();
      } finally {
        await copy.remove();
      }
    };
    return { bulk, close };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

/** Writes a backup of the installation these settings describe. */
export async function backUp(config: Config, path: string, passphrase: string | null, settings: Record<string, string>): Promise<Made> {
  const { bulk, close } = await openToRead(config);
  try {
    const engine = config.databaseUrl === null ? 'embedded' : 'server';
    return await dump(bulk, { path, passphrase, program: programVersion(), settings, engine });
  } finally {
    await close();
  }
}

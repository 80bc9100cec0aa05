/** Where a backup is restored to: in place of the installation's database, or in a scratch database for inspection. */
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, directUrl } from '../config.ts';
import { type Bulk, openFiles, openServerBulk } from '../db/bulk.ts';
import { NEW, OLD, settleReplacement } from '../db/replacement.ts';
import { makePrivate } from '../privateFiles.ts';
import type { Described } from './reading.ts';
import { refuseShared, restore } from './restore.ts';
import { claimFolder } from './source.ts';
import { countMissed } from './tables.ts';
import { Unusable } from './unusable.ts';

interface From {
  readonly path: string;
  readonly passphrase: string | null;
  readonly described: Described;
}
type Counts = Readonly<Record<string, number>>;

interface Target {
  /** How many records the installation has now, which a restore replaces; null where they cannot be read. */
  readonly existing: Counts | null;
  /** Replaces the present data with the backup. */
  fill(from: From): Promise<void>;
  close(): Promise<void>;
}

/** Opens the installation's database as the target of a restore. No server may run on it. */
export function openTarget(config: Config): Promise<Target> {
  const databaseUrl = directUrl(config);
  return databaseUrl === null ? folderTarget(config.dataDir) : serverTarget(databaseUrl);
}

async function serverTarget(url: string): Promise<Target> {
  const bulk = await openServerBulk(url);
  try {
    const [running] = await bulk.rows<{ count: number }>(
      `select count(*)::float8 as count from pg_stat_activity where datname = current_database() and application_name = 'actum'`,
    );
    if ((running?.count ?? 0) > 0) throw new Unusable('A server is at work on this database. Stop every one of them, then restore');
    await refuseShared(bulk);
    return { existing: await countMissed(bulk), fill: (from) => restore(bulk, from), close: bulk.close };
  } catch (error) {
    await bulk.close();
    throw error;
  }
}

async function folderTarget(dataDir: string): Promise<Target> {
  await makePrivate(dataDir);
  const release = claimFolder(dataDir, `A server is at work on ${dataDir}. Stop it, then restore`);
  settleReplacement(dataDir);
  return {
    existing: await countsIn(join(dataDir, 'database')),
    fill: (from) => fillFolder(dataDir, from),
    close: async () => release(),
  };
}

async function countsIn(database: string): Promise<Counts | null> {
  if (!existsSync(database)) return {};
  try {
    const bulk = await openFiles(database, 'kept');
    try {
      return await countMissed(bulk);
    } finally {
      await bulk.close();
    }
  } catch {
    return null;
  }
}

/** Fills a new folder and moves it to the place of the database when it is complete and on the disk. */
async function fillFolder(dataDir: string, from: From): Promise<void> {
  const [made, database, before] = [join(dataDir, NEW), join(dataDir, 'database'), join(dataDir, OLD)];
  await rm(made, { recursive: true, force: true });
  try {
    await withScratch(made, (bulk) => restore(bulk, from));
    await syncAll(made);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw isFull(error)
      ? new Unusable(`There is no room in ${dataDir} for the restored database beside the present one: make some. Nothing was changed`)
      : error;
  }
  if (existsSync(database)) await rename(database, before);
  await rename(made, database);
  await syncOne(dataDir);
  await rm(before, { recursive: true, force: true });
  await makePrivate(dataDir);
}

async function withScratch<Result>(path: string, use: (bulk: Bulk) => Promise<Result>): Promise<Result> {
  const bulk = await openFiles(path, 'scratch');
  try {
    return await use(bulk);
  } finally {
    await bulk.close();
  }
}

/** Restores a backup into a database of its own, which is removed afterwards. */
export async function inScratch<Result>(from: From, look: (bulk: Bulk) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'actum-check-'));
  try {
    return await withScratch(join(folder, 'database'), async (bulk) => {
      await restore(bulk, from);
      return look(bulk);
    });
  } catch (error) {
    throw isFull(error)
      ? new Unusable(
          `There is no room in ${tmpdir()} for the scratch database: make some, or set TMPDIR to another folder. Nothing was changed`,
        )
      : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', '53100'].includes(String(error.code));

async function syncOne(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
async function syncAll(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) await syncOne(join(entry.parentPath, entry.name));
  await syncOne(path);
}

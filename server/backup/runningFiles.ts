/**
 * A copy of an embedded database that is in use, made as `pg_basebackup` makes one: the files are copied while they change, and the log
 * written in that time makes the copy consistent when it is opened. The database is delayed only by the checkpoint the copy begins with.
 */
import { mkdir, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { MEGABYTE } from '../../domain/api/limits.ts';
import { type Conversation, connectToServer } from '../control/socket.ts';
import type { Query } from '../db/open.ts';
import { isRunning } from '../isRunning.ts';
import { Unusable } from './unusable.ts';

const SLOT = 'actum_backup';
const LOG = 'pg_wal';
/** Made again whenever the files are opened. */
const NOT_COPIED = new Set([LOG, 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']);
const NO_FILES = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'pg_internal.init']);
const LAST = 'pg_control';
const COPY = 'backup-copy-';
/** Bytes copied between two waits for the disk. */
const PIECE = MEGABYTE;

let turn: Promise<unknown> = Promise.resolve();

/** The server's side: keeps the log from being recycled until the caller has its copy, or is gone. One copy is made at a time. */
export async function answerCopyRequests(query: Query, conversation: Conversation): Promise<void> {
  const before = turn;
  const mine = Promise.withResolvers<void>();
  turn = mine.promise;
  try {
    await before;
    await sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`.execute(query);
    try {
      await sql`select pg_backup_start('actum', true)`.execute(query);
      conversation.say({ copy: true });
      const isTaken = (await conversation.next()) !== null;
      const { rows } = await sql<{ label: string; end: string }>`
        select labelfile as label, pg_walfile_name(lsn) as end from pg_backup_stop(false)`.execute(query);
      conversation.say({ ...rows[0] });
      if (isTaken) await conversation.next();
    } finally {
      await sql`select pg_drop_replication_slot(${SLOT})`.execute(query);
    }
  } finally {
    mine.resolve();
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Copies a file and waits until it is on the disk: otherwise the server's next commit would wait for all of it, because a journaling file
 * system first writes everything that was written before a commit.
 */
async function copyGently(source: string, target: string): Promise<void> {
  const from = await open(source, 'r');
  try {
    const to = await open(target, 'w', 0o600);
    try {
      const piece = Buffer.alloc(PIECE);
      for (let at = 0; ; ) {
        const { bytesRead } = await from.read(piece, 0, PIECE, at);
        if (bytesRead === 0) break;
        await to.write(piece, 0, bytesRead, at);
        at += bytesRead;
        if (bytesRead === PIECE) await to.datasync();
      }
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** Copies a folder with its folders; those named in `emptied` are made without their contents. */
async function copyFolder(from: string, to: string, emptied: ReadonlySet<string> = new Set()): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  const inOrder = [...entries.filter(({ name }) => name !== LAST), ...entries.filter(({ name }) => name === LAST)];
  for (const entry of inOrder) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && emptied.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFolder(source, target);
    else if (!NO_FILES.has(entry.name))
      // A table's file may be removed while its folder is read; the log contains the removal.
      await copyGently(source, target).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }
}

async function sizeOf(path: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      size += await stat(join(entry.parentPath, entry.name)).then(
        (found) => found.size,
        () => 0,
      );
  return size;
}

/** Removes the copies of commands that were killed. */
async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = name.startsWith(COPY) ? Number(name.slice(COPY.length)) : 0;
    if (pid > 0 && !isRunning(pid)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * The command's side: a copy of the files of the server that runs on this folder, ready to be opened; null when none runs there. `remove`
 * deletes the copy.
 */
export async function copyOfRunning(dataDir: string): Promise<{ readonly path: string; remove: () => Promise<void> } | null> {
  const conversation = await connectToServer(dataDir);
  if (conversation === null) return null;
  await removeLeftCopies(dataDir);
  const database = join(dataDir, 'database');
  const path = join(dataDir, `${COPY}${process.pid}`);
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const needed = (await sizeOf(database)) + 64 * MEGABYTE;
    if (bavail * bsize < needed)
      throw new Unusable(
        `There is no room for the copy a backup is made from: ${Math.ceil(needed / MEGABYTE)} MB are needed in ${dataDir}. Nothing was written`,
      );
    await remove();
    conversation.say({ ask: 'copy' });
    const begun = await conversation.next();
    if (begun?.copy !== true) throw new Unusable(`The running server gave no copy: ${String(begun?.failed ?? 'it has ended')}`);
    await copyFolder(database, path, NOT_COPIED);
    conversation.say({ copied: true });
    const { label, end } = (await conversation.next()) ?? {};
    if (typeof label !== 'string' || typeof end !== 'string') throw new Unusable('The running server has ended. Nothing was written');
    await copyLog(database, path, label, end);
    await writeFile(join(path, 'backup_label'), label, { mode: 0o600 });
    conversation.say({ done: true });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    conversation.leave();
  }
}

/** The log from where the copy began to where it ended. */
async function copyLog(from: string, to: string, label: string, end: string): Promise<void> {
  const first = /START WAL LOCATION: \S+ \(file (\w{24})\)/.exec(label)?.[1];
  if (first === undefined) throw new Unusable('The running server gave no copy: it did not say where its log begins');
  const files = (await readdir(join(from, LOG))).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= end);
  if (!files.includes(first) || !files.includes(end)) throw new Unusable('The log of the running server is not whole. Try again');
  for (const name of files) await copyGently(join(from, LOG, name), join(to, LOG, name));
  await mkdir(join(to, LOG, 'archive_status'), { mode: 0o700 });
}

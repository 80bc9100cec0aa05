import { fork } from 'node:child_process';
import { existsSync, fsyncSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const OTHERS = 0o077;

/** The parts of PGlite's file system for Node that are replaced here. */
interface OnDisk {
  readonly stream_ops: { fsync?: (stream: { nfd?: number }) => number };
  doSetAttr(place: unknown, node: unknown, attributes: { readonly mode?: number | null }, ...calls: unknown[]): void;
}

/**
 * PGlite's file system with two changes: fsync, which PGlite leaves out, so that an acknowledged commit survives a loss of power; and file
 * modes without rights for other users, which no umask would prevent.
 */
class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given);
    const change = (module: unknown) => {
      const { NODEFS } = module as { NODEFS: OnDisk };
      const set = NODEFS.doSetAttr.bind(NODEFS);
      NODEFS.doSetAttr = (place, node, attributes, ...calls) => {
        const { mode } = attributes;
        set(place, node, mode === undefined || mode === null ? attributes : { ...attributes, mode: mode & ~OTHERS }, ...calls);
      };
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        return 0;
      };
    };
    (made.emscriptenOpts.preRun as unknown[]).push(change);
    return made;
  }
}

/** Small because the system caches the same pages: 8 MB instead of PGlite's 128 MB read as fast and take 110 MB less. */
const BUFFERS = ['-c', 'shared_buffers=8MB'];

/** How PGlite opens a cluster in memory, as tests have it. */
export const clusterInMemory = (files = new MemoryFS()): PGliteOptions => ({
  fs: files,
  startParams: [...PGlite.defaultStartParams, ...BUFFERS],
});

/**
 * Commits are synced to the disk. New files of the log are not filled with zeros first: everybody waits while 16 MB are written, and what is
 * synced is as safe without.
 */
const LOG = ['-c', 'wal_sync_method=fsync', '-c', 'wal_init_zero=off'];

/** How PGlite opens the cluster in a folder. */
export function clusterIn(folder: string): PGliteOptions {
  return {
    fs: new DurableFiles(folder),
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...LOG, ...BUFFERS],
  };
}

/**
 * Makes a cluster where the folder has none, in a process of its own, because the half gigabyte this takes is released only when the
 * process ends. The cluster is moved to its place when it is complete; the remains of an attempt that failed or was interrupted are removed.
 * Rejects with the system's code where the folder cannot be written.
 */
export async function ensureCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const around = dirname(folder);
  const prefix = `${basename(folder)}.unfinished-`;
  for (const name of await readdir(around)) if (name.startsWith(prefix)) await rm(join(around, name), { recursive: true, force: true });
  const unfinished = await mkdtemp(join(around, prefix));
  try {
    await makeApart(unfinished);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } catch (error) {
    // On a full disk the incomplete files would keep it full.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The last message of the process when it could not make the cluster. */
export interface MakingFailed {
  readonly message: string;
  readonly code?: string | undefined;
}

function makeApart(folder: string): Promise<void> {
  const program = fileURLToPath(new URL('makeCluster.ts', import.meta.url));
  const making = fork(program, [folder], {
    // Without optimizing compilation: it takes a second of processor time and finishes only when the process is about to end.
    execArgv: ['--disable-warning=ExperimentalWarning', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
    // Not inherited: under `node --watch` the process would report the files it loads on this channel.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    making.on('error', reject);
    making.on('message', ({ message, code }: MakingFailed) => reject(Object.assign(new Error(message), { code })));
    making.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The files of the database could not be made (${signal ?? code})`)),
    );
  });
}

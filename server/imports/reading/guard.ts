/** The guard: each workbook is read by a child process that may read its own code and the upload, and nothing else. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMITS } from './limits.ts';
import type { ChildMessage, Decision, Reading, ReadList, ReadRow } from './reading.ts';
import { refusedFile } from './refusals.ts';

export interface GuardOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly decisions?: readonly Decision[] | undefined;
  /** Milliseconds until the child is killed. */
  readonly deadline?: number | undefined;
  /** Bytes of resident memory at which the child is killed. */
  readonly memory?: number | undefined;
}

const HERE = dirname(fileURLToPath(import.meta.url));
const CHILD = join(HERE, 'child.ts');
const PROJECT = join(HERE, '..', '..', '..');
const WATCH_EVERY = 50;

/** What the child may read besides the upload. */
function readable(): string[] {
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('yauzl')));
  const modules = ['yauzl', 'pend', 'saxes', 'xmlchars', 'xlsx'].map((name) => join(packages, name));
  return [HERE, join(PROJECT, 'domain'), join(PROJECT, 'package.json'), ...modules];
}

/** Node's flags for a process that may read this code and the one file. */
export const permissions = (path: string): string[] => [
  '--permission',
  ...[...readable(), path].map((place) => `--allow-fs-read=${place}`),
];

let last: Promise<unknown> = Promise.resolve();

/** Reads one workbook at a time. Rejects only with the signal's reason. */
export function readBehindGuard(path: string, options: GuardOptions = {}): Promise<Reading> {
  const turn = last.then(
    () => guarded(path, options),
    () => guarded(path, options),
  );
  last = turn;
  return turn;
}

async function guarded(path: string, options: GuardOptions): Promise<Reading> {
  options.signal?.throwIfAborted();
  const { size } = await stat(path);
  if (size === 0) return refusedFile('EMPTY_FILE');
  if (size > LIMITS.upload) return refusedFile('TOO_LARGE');
  return await inChild(await realpath(path), options);
}

async function inChild(
  path: string,
  { signal, onProgress, decisions = [], deadline = LIMITS.deadline, memory = LIMITS.memory }: GuardOptions,
): Promise<Reading> {
  const child = fork(CHILD, [path, JSON.stringify(decisions)], {
    execArgv: [...permissions(path), `--max-old-space-size=${LIMITS.heapMegabytes}`, '--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const lists: (Omit<ReadList, 'rows'> & { rows: ReadRow[] })[] = [];
  let settled: Reading | null = null;
  const stop = (reading: Reading | null) => {
    settled ??= reading;
    child.kill('SIGKILL');
  };
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'progress') onProgress?.(message.share);
    else if (message.kind === 'list') lists.push({ ...message.list, rows: [] });
    else if (message.kind === 'rows') for (const row of message.rows) lists.at(-1)?.rows.push(row);
    else if (message.kind === 'refused') settled ??= refusedFile(message.code, message.what);
    else settled ??= { kind: 'read', lists };
  });
  const timer = setTimeout(() => stop(refusedFile('TOO_SLOW')), deadline);
  const watchdog = watchMemory(child, memory, () => stop(refusedFile('TOO_MUCH_MEMORY')));
  const abort = () => stop(null);
  signal?.addEventListener('abort', abort);
  try {
    const ended = await end(child);
    signal?.throwIfAborted();
    return settled ?? refusedFile(ended === 'outOfMemory' ? 'TOO_MUCH_MEMORY' : 'UNREADABLE');
  } finally {
    clearTimeout(timer);
    clearInterval(watchdog);
    signal?.removeEventListener('abort', abort);
  }
}

/** V8 aborts the process when its heap is full. */
function end(child: ChildProcess): Promise<'ended' | 'outOfMemory'> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('ended'));
    child.once('close', (code, signal) => resolve(signal === 'SIGABRT' || code === 134 ? 'outOfMemory' : 'ended'));
  });
}

/** Looks at the child's resident memory where the system tells it (Linux); elsewhere the child's own check holds. */
function watchMemory(child: ChildProcess, most: number, exceeded: () => void): NodeJS.Timeout {
  return setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => {
        const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
        if (kilobytes * 1024 > most) exceeded();
      },
      () => {},
    );
  }, WATCH_EVERY);
}

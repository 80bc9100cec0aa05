/** The processes that read files. Each reads one file, so that none sees the files of two teams, and may read its own code and that file, and nothing else. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../../lowerPriority.ts';
import { LIMITS } from './limits.ts';
import { preparedReader } from './prepared.ts';
import type { ParentMessage } from './reading.ts';
import { SMALL } from './turns.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const START = join(HERE, 'start.cjs');
/** The most milliseconds that a process waits for a file. */
const LONGEST_WAIT = 120_000;

/** Node's flags for a process that may read its own code and the one file. */
export function permissions(code: string, ...path: readonly string[]): string[] {
  const forBinaryFiles = dirname(createRequire(import.meta.url).resolve('xlsx'));
  return ['--permission', ...[START, code, forBinaryFiles, ...path].map((path) => `--allow-fs-read=${path}`)];
}

interface ProcessLimits {
  readonly heapMegabytes: number;
  readonly initialOldSpaceMegabytes: number;
  readonly niceness: number;
}
const limitsFor = (size: number): ProcessLimits => (size <= SMALL ? LIMITS.smallFile : LIMITS);

function startedChild(
  code: string,
  { heapMegabytes, initialOldSpaceMegabytes, niceness }: ProcessLimits,
  ...path: readonly string[]
): ChildProcess {
  const child = fork(START, [code, ...path], {
    serialization: 'advanced',
    execArgv: [
      ...permissions(code, ...path),
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${LIMITS.youngMegabytes}`,
      ...(initialOldSpaceMegabytes > 0 ? [`--initial-old-space-size=${initialOldSpaceMegabytes}`] : []),
      '--disable-warning=ExperimentalWarning',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid, niceness);
  // Sending to a child that has just ended is an error here. Whoever uses the child notices its end.
  child.on('error', () => {});
  return child;
}

/** A process with its code compiled, ready for the next file. */
let waiting: { readonly child: ChildProcess; readonly stopWaiting: () => void } | null = null;

/** Starts a process ahead of a file of about this size, in bytes. Not for a large file, for which starting is a small part of the time. */
export function expectFile(size: number): void {
  if (size > LIMITS.awaited) return;
  // If this fails, the file is read in a process started when it arrives; if that fails too, its caller reports it.
  awaitFile().catch(() => {});
}

async function awaitFile(): Promise<void> {
  const code = await preparedReader();
  if (waiting !== null) return;
  const child = startedChild(code, { heapMegabytes: LIMITS.heapMegabytes, initialOldSpaceMegabytes: 0, niceness: 0 });
  const stopWaiting = () => {
    clearTimeout(timer);
    if (waiting?.child === child) waiting = null;
  };
  const timer = setTimeout(() => {
    // At once, because the process ends a moment later and no file may be given to it meanwhile.
    stopWaiting();
    child.kill('SIGKILL');
  }, LONGEST_WAIT).unref();
  waiting = { child, stopWaiting };
  child.once('error', stopWaiting).once('exit', stopWaiting);
  // The waiting process must not keep this one alive. It ends when this one does, because its channel is closed then.
  child.unref();
  child.channel?.unref();
}

export interface FileProcess {
  readonly child: ChildProcess;
  /** Call it once somebody listens to the child's messages. */
  readonly begin: () => void;
}

/** The process that reads a file, whose size is in bytes. */
export async function processFor(path: string, size: number): Promise<FileProcess> {
  const code = await preparedReader();
  const limits = limitsFor(size);
  const bytes = size <= LIMITS.awaited ? await readFile(path) : null;
  if (bytes === null || waiting === null) return { child: startedChild(code, limits, path), begin: () => {} };
  const { child, stopWaiting } = waiting;
  stopWaiting();
  if (child.pid !== undefined) lowerPriority(child.pid, limits.niceness);
  child.ref();
  child.channel?.ref();
  return { child, begin: () => child.send({ kind: 'upload', bytes } satisfies ParentMessage) };
}

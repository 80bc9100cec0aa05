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
/** Milliseconds that a process waits for a file. */
const WAITS = 120_000;

/** Node's flags for a process that may read its own code and the one file. */
export function permissions(code: string, ...path: readonly string[]): string[] {
  const forBinaryFiles = dirname(createRequire(import.meta.url).resolve('xlsx'));
  return ['--permission', ...[START, code, forBinaryFiles, ...path].map((path) => `--allow-fs-read=${path}`)];
}

interface Means {
  readonly heapMegabytes: number;
  readonly untidiedMegabytes: number;
  readonly niceness: number;
}
const meansFor = (size: number): Means => (size <= SMALL ? LIMITS.smallFile : LIMITS);

function started(code: string, { heapMegabytes, untidiedMegabytes, niceness }: Means, ...path: readonly string[]): ChildProcess {
  const child = fork(START, [code, ...path], {
    serialization: 'advanced',
    execArgv: [
      ...permissions(code, ...path),
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${LIMITS.youngMegabytes}`,
      ...(untidiedMegabytes > 0 ? [`--initial-old-space-size=${untidiedMegabytes}`] : []),
      '--disable-warning=ExperimentalWarning',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid, niceness);
  // Sending to a child that has just ended fails; whoever uses it follows its end.
  child.on('error', () => {});
  return child;
}

/** A process that waits for a file, its code compiled. */
let waiting: { readonly child: ChildProcess; readonly stopWaiting: () => void } | null = null;

/** Starts a process for a file of so many bytes that is likely to come. Large files are not awaited: for them, starting takes little of the time. */
export function expectFile(size: number): void {
  if (size > LIMITS.awaited) return;
  // Without such a process the file is read in one that is started then; when that fails too, it is reported there.
  awaitFile().catch(() => {});
}

async function awaitFile(): Promise<void> {
  const code = await preparedReader();
  if (waiting !== null) return;
  const child = started(code, { heapMegabytes: LIMITS.heapMegabytes, untidiedMegabytes: 0, niceness: 0 });
  const stopWaiting = () => {
    clearTimeout(timer);
    if (waiting?.child === child) waiting = null;
  };
  const timer = setTimeout(() => {
    // Before it has ended, which takes a moment: no file may be given to it.
    stopWaiting();
    child.kill('SIGKILL');
  }, WAITS).unref();
  waiting = { child, stopWaiting };
  child.once('error', stopWaiting).once('exit', stopWaiting);
  // This process may end meanwhile; the other then ends too, because nothing can be sent to it any more.
  child.unref();
  child.channel?.unref();
}

export interface FileProcess {
  readonly child: ChildProcess;
  /** To be called once its messages are listened to. */
  readonly begin: () => void;
}

/** The process that reads the file of so many bytes. */
export async function processFor(path: string, size: number): Promise<FileProcess> {
  const code = await preparedReader();
  const means = meansFor(size);
  const bytes = size <= LIMITS.awaited ? await readFile(path) : null;
  if (bytes === null || waiting === null) return { child: started(code, means, path), begin: () => {} };
  const { child, stopWaiting } = waiting;
  stopWaiting();
  if (child.pid !== undefined) lowerPriority(child.pid, means.niceness);
  child.ref();
  child.channel?.ref();
  return { child, begin: () => child.send({ kind: 'upload', bytes } satisfies ParentMessage) };
}

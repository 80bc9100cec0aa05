/** The guard: each workbook is read by a child process that may read its own code and the upload, and nothing else. */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { Clock, workedFor } from './clock.ts';
import { beginAll } from './copied.ts';
import { LIMITS } from './limits.ts';
import { expectFile, type FileProcess, processFor } from './process.ts';
import type { ChildMessage, Instruct, ParentMessage, Reading, Sink } from './reading.ts';
import { refusedFile } from './refusals.ts';
import { SMALL, Turns } from './turns.ts';

export interface GuardOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly instruct?: Instruct | undefined;
  /** Who brought the file: owners are served in turn. */
  readonly owner?: number | undefined;
  /** Milliseconds until the child is killed; on a busy machine only the time in which the child could work counts. */
  readonly deadline?: number | undefined;
  /** Bytes of resident memory at which the child is killed. */
  readonly memory?: number | undefined;
}

const WATCH_EVERY = 50;
/** For a child that gets little processor time, the deadline is extended to at most this many times its length. */
const MOST_DEADLINES = 4;

const turns = new Turns();

/** Reads files by fair turns, two at once at most. Rejects with the signal's reason or the sink's error. */
export async function readBehindGuard(path: string, sink: Sink, options: GuardOptions = {}): Promise<Reading> {
  const { size } = await stat(path);
  if (size === 0) return refusedFile('EMPTY_FILE');
  if (size > LIMITS.upload) return refusedFile('TOO_LARGE');
  const { memory } = size <= SMALL ? LIMITS.smallFile : LIMITS;
  const reading = await turns.take(size, options.owner ?? 0, async () => {
    options.signal?.throwIfAborted();
    return await readBy(await processFor(await realpath(path), size), sink, { memory, ...options });
  });
  // A person who imports one file often imports another soon.
  expectFile(size);
  return reading;
}

/** The result of one child's reading: passes its messages to the sink and kills it when a limit is exceeded. */
async function readBy(
  { child, begin }: FileProcess,
  sink: Sink,
  { signal, onProgress, instruct = () => [], deadline = LIMITS.deadline, memory = LIMITS.memory }: GuardOptions,
): Promise<Reading> {
  let settled: Reading | null = null;
  let failure: { readonly error: unknown } | null = null;
  const stop = (reading: Reading | null) => {
    settled ??= reading;
    child.kill('SIGKILL');
  };
  const clock = deadlineClock(child, deadline, () => stop(refusedFile('TOO_SLOW')));
  let beginning: string | undefined;
  const answerTo = async (message: ChildMessage): Promise<ParentMessage> => {
    if (message.kind === 'table') {
      const head = { ...message.head, fingerprint: fingerprintOf(message.head.fingerprint) };
      return { kind: 'instruction', instruction: await instruct(head) };
    }
    if (message.kind === 'list') {
      const { fingerprint } = message.list;
      beginning =
        (await sink.list({ ...message.list, fingerprint: fingerprint === null ? null : fingerprintOf(fingerprint) })) ?? undefined;
      return { kind: 'goOn', beginning };
    }
    if (message.kind === 'rows') await sink.rows?.(message.rows);
    if (message.kind === 'copied') {
      if (beginning === undefined || !beginAll(message.lines, beginning)) throw new Error('Lines came that do not belong to their list');
      await sink.copied?.(message.lines);
    }
    if (message.kind === 'judged') await sink.judged(message.judgement);
    return { kind: 'goOn' };
  };
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'progress') onProgress?.(message.share);
    else if (message.kind === 'refused') settled ??= refusedFile(message.code, message.what);
    else if (message.kind === 'done') settled ??= { kind: 'read' };
    else {
      clock.stop();
      answerTo(message).then(
        (answer) => {
          if (!child.connected) return;
          clock.start();
          child.send(answer);
        },
        (error: unknown) => {
          failure ??= { error };
          stop(null);
        },
      );
    }
  });
  const watchdog = watchMemory(child, memory, () => stop(refusedFile('TOO_MUCH_MEMORY')));
  const abort = () => stop(null);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    clock.start();
    begin();
    const end = await endOf(child);
    signal?.throwIfAborted();
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    return settled ?? refusedFile(end === 'outOfMemory' ? 'TOO_MUCH_MEMORY' : 'UNREADABLE');
  } finally {
    clock.stop();
    clearInterval(watchdog);
    signal?.removeEventListener('abort', abort);
  }
}

/** The hash is made here, because a child that loads node:crypto takes a third longer to start. */
const fingerprintOf = (words: string) => createHash('sha256').update(words).digest('base64url').slice(0, 22);

/** How a child ended: V8 aborts the process when its heap is full. */
function endOf(child: ChildProcess): Promise<'ended' | 'outOfMemory'> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('ended'));
    child.once('close', (code, signal) => resolve(signal === 'SIGABRT' || code === 134 ? 'outOfMemory' : 'ended'));
  });
}

/** A clock that calls `tooSlow` at the deadline, which moves for a child that could not work all the time. */
function deadlineClock(child: ChildProcess, deadline: number, tooSlow: () => void): Clock {
  let granted = deadline;
  const extend = (worked: number) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const left = deadline - worked;
    granted += left;
    if (left > 0 && granted < MOST_DEADLINES * deadline) clock.more(left);
    else tooSlow();
  };
  const clock = new Clock(deadline, () => void workedFor(child.pid).then(extend, tooSlow));
  return clock;
}

/** Checks the child's resident memory where the system reports it (Linux); elsewhere the child's own check holds. */
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

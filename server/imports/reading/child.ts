/** The child process that reads one file and reports over IPC: `start.cjs` runs it. */
import { join } from 'node:path';
import { copyLines, ordersOf } from './copied.ts';
import type { ChildMessage, Instruction, ParentMessage, TableHead } from './reading.ts';
import { Unreadable } from './refusals.ts';
import { bytesOf, listsIn } from './workbook.ts';

/** Rows sent at a time: while the embedded database inserts them, everybody else waits. */
const BATCH = 1_000;
const PROGRESS_STEP = 0.02;

/** Resolves when the message is handed on. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) return reject(new Error('Started without a parent'));
    process.send(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Sends and waits for the answer, so that a slow parent slows the reading. */
async function ask(message: ChildMessage): Promise<ParentMessage> {
  const { promise, resolve } = Promise.withResolvers<ParentMessage>();
  process.once('message', resolve);
  await send(message);
  return promise;
}

async function instruct(head: TableHead): Promise<Instruction> {
  const answer = await ask({ kind: 'table', head });
  return answer.kind === 'instruction' ? answer.instruction : [];
}

/** The upload, once the parent sends it. Until then a sample is read, so that the code is compiled by the time it comes. */
async function sentUpload(folder: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  let isHere = false;
  process.once('message', (message: ParentMessage) => {
    isHere = true;
    if (message.kind === 'upload') resolve(Buffer.from(message.bytes));
  });
  try {
    const sample = await bytesOf(join(folder, 'sample.xlsx'));
    if (!isHere) await Array.fromAsync(listsIn(sample));
  } catch {
    // Without the sample, the upload only takes longer to read.
  }
  return promise;
}

async function report(bytes: Buffer): Promise<void> {
  let lastReported = 0;
  const onProgress = (share: number) => {
    if (share - lastReported < PROGRESS_STEP) return;
    lastReported = share;
    process.send?.({ kind: 'progress', share } satisfies ChildMessage);
  };
  const lists = listsIn(bytes, instruct, onProgress);
  for (;;) {
    const found = await lists.next();
    if (found.done === true) {
      await ask({ kind: 'judged', judgement: found.value });
      break;
    }
    const { rows, ...list } = found.value;
    const answer = await ask({ kind: 'list', list });
    const beginning = answer.kind === 'goOn' ? answer.beginning : undefined;
    const orders = ordersOf(rows);
    for (let start = 0; start < rows.length; start += BATCH) {
      const some = rows.slice(start, start + BATCH);
      const lines = beginning === undefined ? null : copyLines(beginning, some, orders.slice(start, start + BATCH));
      await ask(lines === null ? { kind: 'rows', rows: some } : { kind: 'copied', lines });
    }
  }
  await send({ kind: 'done' });
}

const [, , folder = '', path] = process.argv;
(path === undefined ? sentUpload(folder) : bytesOf(path))
  .then(report)
  .catch((error: unknown) => {
    const refusal = error instanceof Unreadable ? error : new Unreadable('UNREADABLE');
    return send({ kind: 'refused', code: refusal.code, what: refusal.what });
  })
  .finally(() => process.disconnect?.());

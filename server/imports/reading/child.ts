/** The child process that reads one workbook and reports over IPC: `node child.ts <path> <decisions as JSON>`. */
import type { ChildMessage, Decision } from './reading.ts';
import { Unreadable } from './refusals.ts';
import { listsIn } from './workbook.ts';

const BATCH = 2_000;
const PROGRESS_STEP = 0.02;

/** Resolves when the message is handed on, so that a slow parent slows the reading. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) return reject(new Error('Started without a parent'));
    process.send(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}

async function report(path: string, decisions: readonly Decision[]): Promise<void> {
  let told = 0;
  const onProgress = (share: number) => {
    if (share - told < PROGRESS_STEP) return;
    told = share;
    process.send?.({ kind: 'progress', share } satisfies ChildMessage);
  };
  for await (const { rows, ...list } of listsIn(path, decisions, onProgress)) {
    await send({ kind: 'list', list });
    for (let start = 0; start < rows.length; start += BATCH) await send({ kind: 'rows', rows: rows.slice(start, start + BATCH) });
  }
  await send({ kind: 'done' });
}

const [, , path = '', decisions = '[]'] = process.argv;
try {
  await report(path, JSON.parse(decisions));
} catch (error) {
  const refusal = error instanceof Unreadable ? error : new Unreadable('UNREADABLE');
  await send({ kind: 'refused', code: refusal.code, what: refusal.what });
}
process.disconnect?.();

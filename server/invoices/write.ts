/** Writes invoices as UBL and CII and reads them back. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { SaxesParser } from 'saxes';
import { documentOf } from '../../domain/invoice/document.ts';
import { type Node, readBack } from '../../domain/invoice/readBack.ts';
import type { Invoice, Syntax } from '../../domain/invoice/value.ts';
import type { Answer, Order } from './writer.ts';

const FORMATS = { ubl: 'UBL', cii: 'CII' } as const;
const MOST = { maxOldGenerationSizeMb: 512 };
/** Milliseconds an invoice may take, and those a thread waits for the next: whoever wants both syntaxes asks twice. */
const LONGEST = 30_000;
const IDLE = 5_000;

/** One at a time: each takes a core. */
let turn: Promise<unknown> = Promise.resolve();
let thread: Worker | null = null;
let ending: NodeJS.Timeout | undefined;

/** The file. Rejects when the library finds it broken by its schema of the norm's semantic model. */
export function written(invoice: Invoice, syntax: Syntax): Promise<string> {
  const file = turn.then(() => inThread({ document: documentOf(invoice) as unknown as Order['document'], format: FORMATS[syntax] }));
  turn = file.catch(() => undefined);
  return file;
}

function started(): Worker {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { resourceLimits: MOST, env: {}, stdout: true, stderr: true });
  worker.unref();
  worker.once('exit', () => {
    if (thread === worker) thread = null;
  });
  return worker;
}

function end(): void {
  thread?.terminate().catch(() => undefined);
  thread = null;
}

async function inThread(order: Order): Promise<string> {
  clearTimeout(ending);
  thread ??= started();
  try {
    thread.postMessage(order);
    // An error of the thread is an `error` of the worker, which `once` rejects with.
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(LONGEST) })) as [Answer];
    if ('broken' in answer) throw new Error(answer.broken);
    ending = setTimeout(end, IDLE).unref();
    return answer.file;
  } catch (error) {
    end();
    throw error;
  }
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}
const local = (name: string) => name.slice(name.indexOf(':') + 1);

function treeOf(xml: string): Node {
  const parser = new SaxesParser();
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const open: Open[] = [root];
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name: local(name), attributes, children: [], text: '' });
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    // Blanks between elements are no text.
    if (closed !== undefined) open.at(-1)?.children.push(closed.children.length > 0 ? { ...closed, text: '' } : closed);
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('An invoice was written without an element');
  return document;
}

/** The invoice that a file says. */
export const read = (xml: string, syntax: Syntax): Invoice => readBack(treeOf(xml), syntax);

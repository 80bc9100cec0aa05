/** Writes invoices as UBL and CII and reads them back. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import { documentOf } from '../../domain/invoice/document.ts';
import { type Node, readBack } from '../../domain/invoice/readBack.ts';
import type { Invoice, Syntax } from '../../domain/invoice/value.ts';
import type { Answer, Order } from './writer.ts';

const FORMATS = { ubl: 'UBL', cii: 'CII' } as const;
const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));
const MEGABYTES = 512;
/**
 * Milliseconds an invoice may take, and milliseconds the process waits for the next one, because a person who wants both syntaxes asks
 * twice.
 */
const LONGEST = 30_000;
const IDLE = 5_000;

/** One at a time: each takes a core. */
let turn: Promise<unknown> = Promise.resolve();
let writer: ChildProcess | null = null;
let ending: NodeJS.Timeout | undefined;

/** The file. Rejects when the library finds it broken by its schema of the norm's semantic model. */
export function written(invoice: Invoice, syntax: Syntax): Promise<string> {
  const file = turn.then(() => inProcess({ document: documentOf(invoice) as unknown as Order['document'], format: FORMATS[syntax] }));
  turn = file.catch(() => undefined);
  return file;
}

function started(): ChildProcess {
  const child = fork(WRITER, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MEGABYTES}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  child.once('exit', () => {
    if (writer === child) writer = null;
  });
  return child;
}

/** Makes the end of the server wait for a process that writes an invoice. */
function holdServer(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}
/** Lets the server end while the process only waits for the next invoice. */
function releaseServer(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function end(): void {
  writer?.kill('SIGKILL');
  writer = null;
}

async function inProcess(order: Order): Promise<string> {
  clearTimeout(ending);
  writer ??= started();
  holdServer(writer);
  const stopped = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST), stopped.signal]);
  const onExit = () => stopped.abort(new Error('The process that writes invoices has ended'));
  writer.once('exit', onExit);
  try {
    writer.send(order);
    const [answer] = (await once(writer, 'message', { signal })) as [Answer];
    if ('broken' in answer) throw new Error(answer.broken);
    writer.off('exit', onExit);
    releaseServer(writer);
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

/** Parses the invoice in a file. */
export const read = (xml: string, syntax: Syntax): Invoice => readBack(treeOf(xml), syntax);

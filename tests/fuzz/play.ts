import { readFileSync } from 'node:fs';
import { fault } from './judge.ts';
import { type Known, type Message, messageAt } from './messages.ts';
import { closeConnections, type Outcome, send } from './send.ts';
import { makeKnown, operationsOf, signUp } from './world.ts';

interface Game {
  readonly address: string;
  readonly pid: number;
  /** Where it keeps its outbox. */
  readonly dataDir: string;
  readonly seed: number;
  readonly count: number;
  /** The number of the first message. */
  readonly from?: number;
  readonly tell?: (line: string) => void;
}
interface Fault {
  readonly at: number;
  readonly fault: string;
  readonly message: string;
  readonly answer: string;
}
interface Played {
  readonly sent: number;
  readonly faults: readonly Fault[];
  /** How many answers of each kind came from each entry. */
  readonly answers: ReadonlyMap<string, number>;
  /** The memory of the server in MB, once it was warm and at the end. */
  readonly memory: { readonly warm: number; readonly last: number };
}

const AT_ONCE = 4;
/** Messages delete their own subjects, so new content is made after this many. */
const RENEWED_AFTER = 200;
const LONGEST = 600;

const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const shown = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length})` : text);
const asText = (bytes: Uint8Array) => JSON.stringify(Buffer.from(bytes).toString('latin1'));
function described(message: Message): string {
  switch (message.entry) {
    case 'http': {
      const headers = Object.entries(message.headers).map(([name, value]) => (name === 'authorization' ? name : `${name}: ${value}`));
      return shown(`${message.method} ${message.path} [${headers.join('; ')}] ${message.body === null ? '' : asText(message.body)}`);
    }
    case 'raw':
      return shown(asText(message.bytes));
    case 'socket':
      return shown(
        `${message.protocol} ${JSON.stringify(message.first)} ${message.sent.map((each) => (typeof each === 'string' ? each : asText(each))).join(' ')}`,
      );
  }
}

const kindOf = ({ entry }: Message, { status }: Outcome) => `${entry} ${status}`;

/** Sends messages drawn from a seed to a running server, some at once, and judges every answer. */
export async function play({ address, pid, dataDir, seed, count, from = 0, tell = () => {} }: Game): Promise<Played> {
  const operations = await operationsOf(address);
  const account = await signUp(address, dataDir);
  let known: Known = await makeKnown(address, account, operations);
  const faults: Fault[] = [];
  const answers = new Map<string, number>();
  let warm = 0;
  const one = async (at: number) => {
    const message = messageAt(seed, at, known);
    const outcome = await send(address, message);
    const kind = kindOf(message, outcome);
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    const found = fault(outcome);
    if (found === null) return;
    faults.push({ at, fault: found, message: described(message), answer: shown(outcome.body) });
    tell(`${at}: ${found}\n  ${described(message)}\n  ${shown(outcome.body)}`);
  };
  try {
    for (let at = from; at < from + count; at += AT_ONCE) {
      const sent = at - from;
      if (sent > 0 && sent % RENEWED_AFTER < AT_ONCE) {
        known = await makeKnown(address, account, operations);
        if (warm === 0 && sent >= count / 4) warm = memoryOf(pid);
        if (sent % (RENEWED_AFTER * 10) < AT_ONCE) tell(`${sent} sent, ${faults.length} faults, ${memoryOf(pid).toFixed(0)} MB`);
      }
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, from + count - at) }, (_, index) => one(at + index)));
    }
    const health = await fetch(`${address}/readyz`);
    if (!health.ok)
      faults.push({ at: from + count, fault: `not ready at the end: ${health.status}`, message: '', answer: await health.text() });
  } finally {
    closeConnections();
  }
  const last = memoryOf(pid);
  return { sent: count, faults, answers, memory: { warm: warm === 0 ? last : warm, last } };
}

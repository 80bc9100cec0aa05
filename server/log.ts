/**
 * The log for the person who runs the server: an entry has a level, a time, the request it belongs to, a sentence and fields. It never contains
 * typed values, addresses, tokens or hashes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { safeLines } from './safeWords.ts';

type Level = 'error' | 'warn' | 'info' | 'debug';
type Format = 'lines' | 'json';
type Fields = Readonly<Record<string, string | number | boolean | null>>;

export type Log = Readonly<Record<Level, (sentence: string, fields?: Fields) => void>>;

/** The id of the request under way, which is added to every entry logged within it. */
const within = new AsyncLocalStorage<string>();

/** Runs the work with the id of its request, which is added to every entry of the work. */
export const withinRequest = (id: string, work: () => void): void => within.run(id, work);
export const requestId = (): string | undefined => within.getStore();

interface LogOptions {
  readonly format: Format;
  readonly level: Level;
  /** Receives an entry: one line or, in the format for people, several. */
  readonly write: (text: string, level: Level) => void;
}

/** The fields that a line for people shows in its own way, or not at all. */
const SHOWN = new Set(['level', 'time', 'pid', 'msg', 'request_id', 'error', 'event']);

/** `12:31:07 error [k3f9x2-1a] A request failed: TypeError …`; fields that are not part of the sentence follow in brackets. */
function lineForPeople(json: string): string {
  const { level, time, msg, request_id, error, event, ...rest } = JSON.parse(json) as Readonly<Record<string, string>>;
  const isRequest = event === 'request';
  const named = Object.entries(rest).filter(([name]) => !SHOWN.has(name) && !isRequest);
  return [
    new Date(time ?? 0).toTimeString().slice(0, 8),
    ...(level === 'info' ? [] : [level]),
    ...(request_id === undefined || isRequest ? [] : [`[${request_id}]`]),
    `${msg}${error === undefined ? '' : `: ${error}`}`,
    ...(named.length === 0 ? [] : [`(${named.map(([name, value]) => `${name} ${value}`).join(', ')})`]),
  ].join(' ');
}

const levelIn = (json: string): Level => (/^\{"level":"(error|warn|debug)"/.exec(json)?.[1] as Level | undefined) ?? 'info';

export function makeLog({ format, level, write }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const id = within.getStore();
        return id === undefined ? {} : { request_id: id };
      },
    },
    { write: (json: string) => write(format === 'json' ? json : `${lineForPeople(json)}\n`, levelIn(json)) },
  );
  const at =
    (given: Level) =>
    (sentence: string, fields: Fields = {}): void =>
      logger[given](fields, sentence);
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** To the process's own output: errors in lines for people go to the error output, all else to the standard output. */
const toProcess = (format: Format) => (text: string, level: Level) =>
  void (format === 'lines' && level === 'error' ? process.stderr : process.stdout).write(text);

let current = makeLog({ format: 'lines', level: 'info', write: (text) => console.error(text.trimEnd()) });

/** Sets the format and the level in which this process logs from now on. Before this call, errors are logged as lines for people. */
export function startLog(format: Format, level: Level): Log {
  current = makeLog({ format, level, write: toProcess(format) });
  return current;
}

/** The functions that receive reported errors, with the sentence that says what failed. */
const heard = new Set<(what: string) => void>();
export function hearErrors(hear: (what: string) => void): () => void {
  heard.add(hear);
  return () => heard.delete(hear);
}

/** Logs a failure: `what` is our sentence without values, followed by the error as `safeLines` formats it. */
export function reportError(what: string, error: unknown): void {
  for (const hear of heard) hear(what);
  current.error(what, { event: 'error', error: safeLines(error) });
}

import wretch from 'wretch';
import { Refused, type RestCall, Unanswered } from '../../domain/api/call.ts';
import { answeredAhead } from './askedAhead.ts';
import { failureOf, parsed } from './failure.ts';

/** The credentials of a call: either, both or neither. */
export interface Keys {
  readonly access: string | null;
  readonly publicKey: string | null;
}

/** A successful answer that cannot be parsed. */
export class Unreadable extends Error {
  constructor() {
    super('The answer could not be read');
    this.name = 'Unreadable';
  }
}

export const keyHeaders = ({ access, publicKey }: Keys): Record<string, string> => ({
  ...(access !== null && access !== '' ? { Authorization: `Bearer ${access}` } : {}),
  ...(publicKey === null ? {} : { 'act-public-key': publicKey }),
});

export type SendRest = (call: RestCall, keys: Keys, signal?: AbortSignal) => Promise<unknown>;

let latestServerTime: { readonly server: number; readonly here: number } | null = null;
/** The server's time in ms, to the second, as its latest answer gave it; null before any answer. */
export const serverTime = (): number | null =>
  latestServerTime === null ? null : latestServerTime.server + performance.now() - latestServerTime.here;
function hearTime(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (Number.isFinite(server)) latestServerTime = { server, here: performance.now() };
}

async function sendText(
  address: string,
  call: RestCall,
  keys: Keys,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<string> {
  if (call.method === 'GET' && keys.publicKey === null) {
    const ahead = await answeredAhead(address, keys.access);
    signal?.throwIfAborted();
    if (ahead !== null) return ahead;
  }
  if (call.file !== undefined) return (await import('./fileSending.ts')).sendFile(address, call, headers, signal);
  const asked = wretch(address)
    .headers(headers)
    .options(signal === undefined ? {} : { signal });
  const answer = await (call.body === undefined ? asked : asked.json(call.body as object)).fetch(call.method).res();
  hearTime(answer.headers.get('date'));
  return answer.text();
}

/** REST under `base`, such as `/api/v1`. An empty answer is null. */
export function createHttp(base: string): SendRest {
  return async (call, keys, signal) => {
    const headers = {
      Accept: 'application/json',
      ...keyHeaders(keys),
      ...(call.revision === undefined ? {} : { 'If-Match': `"${call.revision}"` }),
      ...(call.key === undefined ? {} : { 'Idempotency-Key': call.key }),
    };
    const text = await sendText(base + call.path, call, keys, headers, signal).catch((error: unknown) => {
      if (error instanceof wretch.WretchError) throw failureOf(error.status, error.message);
      if (error instanceof Refused || signal?.aborted) throw error;
      throw new Unanswered(error instanceof Error ? error.message : String(error));
    });
    if (text === '') return null;
    const answer = parsed(text);
    if (answer === undefined) throw new Unreadable();
    return answer;
  };
}

import { createClient } from 'graphql-ws/client';
import { refusalOf } from './graphql/graphql.ts';
import { type Keys, keyHeaders } from './http.ts';

export interface StreamListener {
  readonly answered: (answer: unknown) => void;
  /** The server closed the socket because its access token is no longer valid. */
  readonly denied: (access: string) => void;
  readonly failed: (error: unknown) => void;
}
/** Opens a live query and returns the function that closes it. */
export type OpenStream = (
  asked: { readonly document: string; readonly variables: Readonly<Record<string, unknown>> },
  listener: StreamListener,
) => () => void;

const UNAUTHORIZED = 4401;

const isClosedWith = (code: number, error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** In ms: how long a socket may be silent before it is pinged, and how long the answer, or opening a socket, may take. */
interface Liveness {
  readonly askAfter: number;
  readonly answerWithin: number;
}
const LIVENESS: Liveness = { askAfter: 10_000, answerWithin: 10_000 };

/** Live queries over one socket. It opens with the first query, closes with the last and never reconnects by itself. */
export function createSocket(url: string, keys: () => Keys, { askAfter, answerWithin }: Liveness = LIVENESS): OpenStream {
  let carried = '';
  let silence: ReturnType<typeof setTimeout> | undefined;
  let messages = 0;
  const health = new URL('/healthz', url.replace(/^ws/, 'http'));
  /** A late timer, as after a sleep, proves nothing: data that arrived meanwhile is read while the server answers another ping. */
  async function giveUp(): Promise<void> {
    const before = messages;
    await fetch(health, { signal: AbortSignal.timeout(answerWithin) }).catch(() => undefined);
    if (messages === before) client.terminate();
  }
  const expectWithin = (time: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => void giveUp(), time);
  };
  const heard = () => {
    messages += 1;
    expectWithin(askAfter + answerWithin);
  };
  const stopWaiting = () => {
    messages += 1;
    clearTimeout(silence);
  };
  const client = createClient({
    url,
    lazy: true,
    retryAttempts: 0,
    // A connection lost while the computer slept causes no event. Only a missing answer shows it, even while the socket is closing.
    keepAlive: askAfter,
    on: {
      connecting: () => expectWithin(answerWithin),
      message: heard,
      error: stopWaiting,
      closed: stopWaiting,
    },
    connectionParams: () => {
      const current = keys();
      carried = current.access ?? '';
      return keyHeaders(current);
    },
  });
  return ({ document, variables }, { answered, denied, failed }) => {
    let closed = false;
    const over = (error: unknown) => {
      if (closed) return;
      closed = true;
      const refusal = Array.isArray(error) ? refusalOf(error) : error;
      if (isClosedWith(UNAUTHORIZED, error) || (Array.isArray(error) && refusalOf(error).status === 401)) denied(carried);
      else failed(refusal);
    };
    const close = client.subscribe(
      { query: document, variables },
      {
        next: ({ data, errors }) => (errors === undefined ? answered(data) : over(errors)),
        error: over,
        complete: () => over(new Error('The server ended the live query')),
      },
    );
    return () => {
      closed = true;
      close();
    };
  };
}

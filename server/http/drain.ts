import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which what was sent before the listening ended is still read. */
const ON_THEIR_WAY = 300;
const TURNS = 3;

/** Counts the requests under way, so that a server can end without cutting any of them off. */
export interface Drain {
  /** The server is about to end: it takes no new connections, and answers close theirs. */
  readonly isDraining: boolean;
  /** Stops accepting, and waits until every request has its answer, `within` milliseconds at most. Answers whether all were done. */
  finish(within: number): Promise<boolean>;
}

export function trackRequests(http: FastifyInstance): Drain {
  const over = new EventTarget();
  let underWay = 0;
  let isDraining = false;
  http.addHook('onRequest', (_request, reply, done) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      if (underWay === 0) over.dispatchEvent(new Event('idle'));
    });
    done();
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('Connection', 'close');
    done();
  });
  return {
    get isDraining() {
      return isDraining;
    },
    async finish(within) {
      isDraining = true;
      // Not http.Server's own close, which also ends connections whose request has arrived and is not yet read.
      if (http.server.listening) NetServer.prototype.close.call(http.server);
      const limit = AbortSignal.timeout(within);
      await wait(Math.min(ON_THEIR_WAY, within));
      // However busy the process has been, it has now read whatever had arrived: a turn takes the connections, another reads from them.
      for (let turns = 0; turns < TURNS; turns += 1) await turn();
      while (underWay > 0 && !limit.aborted) await once(over, 'idle', { signal: limit }).catch(() => {});
      return underWay === 0;
    },
  };
}

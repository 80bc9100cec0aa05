import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which new connections are still accepted, because clients that do not know of the end yet have sent requests. */
const ACCEPTED_FOR = 500;
/** A turn of the event loop accepts one waiting connection, so this many turns without a new one show that none is waiting. */
const QUIET_TURNS = 20;
/** The most milliseconds to go on accepting connections that wait: those left when the process stops listening are reset. */
const ACCEPTED_AT_MOST = 15_000;
/** Milliseconds to wait for a connection that has sent nothing yet. */
const FIRST_BYTES_WITHIN = 2_000;
const LOOK_EVERY = 20;

/** Counts the requests under way, so that a server can end without cutting any of them off. */
export interface Drain {
  /** The server is about to end: answers close their connections. */
  readonly isDraining: boolean;
  /** Stops accepting, and waits until every request has its answer, `within` milliseconds at most. Returns whether all were done. */
  finish(within: number): Promise<boolean>;
}

export function trackRequests(http: FastifyInstance): Drain {
  /** Connections whose first request has not arrived. */
  const silent = new Set<Socket>();
  let taken = 0;
  let underWay = 0;
  let isDraining = false;
  http.server.on('connection', (socket: Socket) => {
    taken += 1;
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  http.addHook('onRequest', ({ raw }, reply, done) => {
    silent.delete(raw.socket);
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
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
      const start = performance.now();
      const hasTime = (milliseconds: number) => performance.now() - start < Math.min(milliseconds, within);
      await wait(Math.min(ACCEPTED_FOR, within));
      for (let quiet = 0; quiet < QUIET_TURNS && hasTime(ACCEPTED_AT_MOST); ) {
        const before = taken;
        await turn();
        quiet = taken === before ? quiet + 1 : 0;
      }
      // Not http.Server's own close, which also ends connections whose request has arrived and is not yet read.
      if (http.server.listening) TcpServer.prototype.close.call(http.server);
      while ((underWay > 0 && hasTime(within)) || (silent.size > 0 && hasTime(FIRST_BYTES_WITHIN))) await wait(LOOK_EVERY);
      return underWay === 0;
    },
  };
}

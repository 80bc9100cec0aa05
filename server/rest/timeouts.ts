import type { FastifyInstance } from 'fastify';

/** Milliseconds. The longest request is a file of 20 MB over a slow line; a request whose body stops arriving ends much sooner. */
const REQUEST = 300_000;
const HEADERS = 20_000;
const BODY_STALLS = 30_000;
const LOOK_EVERY = 5_000;

export const TIMEOUTS = {
  requestTimeout: REQUEST,
  http: { headersTimeout: HEADERS, connectionsCheckingInterval: LOOK_EVERY },
};

const STALLED = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Ends a request whose body stops arriving: 408, and the connection is closed. */
export function endStalledBodies(http: FastifyInstance, after = BODY_STALLS): void {
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    const { socket } = raw;
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    if (hasBody && !raw.complete) {
      const arrived = () => {
        socket.setTimeout(0);
      };
      socket.setTimeout(after);
      // Node does not close the socket when the request has a listener.
      raw.once('timeout', () => {
        socket.end(STALLED);
        socket.destroySoon();
      });
      raw.once('end', arrived);
      raw.once('close', arrived);
    }
    done();
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Log, withinRequest } from '../log.ts';
import { requestSeconds, requests } from '../metrics.ts';

/** The prefix of the ids of this process, so that those of two processes differ. */
const PROCESS_PREFIX = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
let count = 0;

/** Short, because people read it to each other. */
function newRequestId(): string {
  count += 1;
  return `${PROCESS_PREFIX}-${count.toString(36)}`;
}

/** Machines call these every few seconds. */
const isProbe = (route: string) => route === '/healthz' || route === '/readyz' || route === '/metrics';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * A route as it is declared, because an address contains values. All files of the client count as one route, and so do all unknown
 * addresses.
 */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'an unknown address';
  return url.startsWith('/api/') || url.startsWith('/v1/') || isProbe(url) ? url : 'a file of the client';
}

/** Gives each request an id, which its answer and its log entries contain, and counts and logs its answer without values. */
export function followRequests(http: FastifyInstance, log: Log, isLogged: boolean): void {
  http.addHook('onRequest', (_request, reply, done) => {
    const id = newRequestId();
    reply.header('X-Request-Id', id);
    withinRequest(id, done);
  });
  http.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply;
    const route = routeOf(request);
    const method = METHODS.has(request.method) ? request.method : 'other';
    requests.inc({ method, route, status: statusCode });
    requestSeconds.observe({ method, route }, elapsedTime / 1000);
    if (isLogged) {
      const ms = Math.round(elapsedTime);
      const fields = { event: 'request', request_id: String(reply.getHeader('X-Request-Id')), method, route, status: statusCode, ms };
      log[isProbe(route) ? 'debug' : 'info'](`${method} ${route} ${statusCode} in ${ms} ms`, fields);
    }
    done();
  });
}

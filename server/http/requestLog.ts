import type { FastifyInstance } from 'fastify';

/** Logs each answer: the method, the route, the status and the time it took. A route is logged as it is declared, because an address carries values. */
export function logRequests(http: FastifyInstance, log: (line: string) => void): void {
  http.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    log(`${method} ${routeOptions.url ?? 'an unknown address'} ${statusCode} in ${Math.round(elapsedTime)} ms`);
  });
}

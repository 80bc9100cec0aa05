import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { METRICS_TYPE, measureProcess, metricsText } from '../metrics.ts';

/** Whether a reader sends the right token, where one is required. */
function mayRead({ authorization = '' }: IncomingHttpHeaders, { metricsToken }: Config): boolean {
  if (metricsToken === null) return true;
  const shown = Buffer.from(authorization.replace(/^Bearer /i, ''));
  return shown.length === metricsToken.length && timingSafeEqual(shown, metricsToken);
}

/** Serves `/metrics` on the application's own address, only with a token, and only where the metrics have no address of their own. */
export function serveMetrics(http: FastifyInstance, config: Config): void {
  if (config.metricsToken === null || config.metricsAddress !== null) return;
  measureProcess();
  http.get('/metrics', async ({ headers }, reply) => {
    if (!mayRead(headers, config)) return reply.code(401).header('WWW-Authenticate', 'Bearer').type('text/plain').send('');
    return reply
      .type(METRICS_TYPE)
      .header('Cache-Control', 'no-store')
      .send(await metricsText());
  });
}

/** Serves `/metrics` at METRICS_ADDRESS. The result has its address, and closes it. */
export async function openMetrics(config: Config): Promise<{ readonly address: string | null; close(): Promise<void> }> {
  const { metricsAddress } = config;
  if (metricsAddress === null) return { address: null, close: () => Promise.resolve() };
  measureProcess();
  const server = createServer(({ headers, method, url }, answer) => {
    const end = (status: number, text = '', type = 'text/plain') => {
      answer.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    };
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') end(404);
    else if (!mayRead(headers, config)) end(401);
    else
      metricsText().then(
        (text) => end(200, text, METRICS_TYPE),
        () => end(500),
      );
  });
  server.requestTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsAddress.port, metricsAddress.host, resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : metricsAddress.port;
  const host = metricsAddress.host.includes(':') ? `[${metricsAddress.host}]` : metricsAddress.host;
  return {
    address: `http://${host}:${port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** What every answer tells the browser it may do with it. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const YEAR = 365 * 24 * 3_600;

/** The origin the client may send its error reports to. */
const reportedTo = ({ sentryDsn }: Config): string[] => (sentryDsn === null ? [] : [new URL(sentryDsn).origin]);

const isApi = (url: string): boolean => /^\/(?:api|v1)(?:[/?]|$)/.test(url);

/**
 * Adds the headers that keep a page to itself. No origin is named in `Access-Control-…`: a page of another one reads nothing here, and its
 * preflights find no route. Answers of the API are kept nowhere. Behind TLS (PUBLIC_URL is https) browsers are told to stay there.
 */
export async function addSecurityHeaders(http: FastifyInstance, config: Config): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        // 'self' is also the socket of this very host and port.
        'connect-src': ["'self'", ...reportedTo(config)],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { maxAge: YEAR, includeSubDomains: false } : false,
  });
  // On the response itself: GraphQL's answers do not pass Fastify's.
  http.addHook('onRequest', async (request, reply) => {
    if (isApi(request.url)) reply.raw.setHeader('Cache-Control', 'no-store');
  });
}

/** Security headers of every answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { isSameAddress } from '../../domain/api/credentials.ts';
import { demoAtHome } from '../../domain/sentences/general.ts';
import type { Config } from '../config.ts';
import { DEMO } from '../demo/demo.ts';
import { HttpError } from '../http/errors.ts';
import { ownScripts } from './page.ts';

const YEAR = 365 * 24 * 3_600;

/** The origin the client may send its error reports to. */
const reportedTo = ({ sentryDsn }: Config): string[] => (sentryDsn === null ? [] : [new URL(sentryDsn).origin]);

const isLoopback = (host: string | undefined): boolean => {
  const { hostname = '' } = URL.parse(`http://${host ?? ''}`) ?? {};
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
};

/**
 * Whether a request comes from this machine and names it as the host. A page elsewhere whose own name resolves to this machine would send
 * that name; a proxy in front adds the header that names its client.
 */
export const isAtHome = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  isLoopback(headers.host) && headers.forwarded === undefined && headers['x-forwarded-for'] === undefined;

const isApi = (url: string): boolean => /^\/(?:api|v1)(?:[/?]|$)/.test(url);

/** The headers that helmet sets with these options. They depend on nothing in a request. */
function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/**
 * Adds the headers that isolate a page. `Access-Control-…` names no origin: a page of another origin can read nothing here, and its
 * preflights find no route. Answers of the API are not cached. Behind TLS (PUBLIC_URL is https) browsers must keep to TLS. Of the scripts written in a
 * page only those of `page` run, the client's own.
 */
export function addSecurityHeaders(http: FastifyInstance, config: Config, page: string | null): void {
  const scripts = page === null ? [] : ownScripts(page);
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        ...(scripts.length > 0 && { 'script-src': ["'self'", ...scripts] }),
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
  if (config.demo) http.addHook('preHandler', refuseDemoElsewhere);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (isApi(request.url)) reply.header('Cache-Control', 'no-store');
    done();
  });
}

/** The demo's password is public, so its sign-in is for this machine alone. */
async function refuseDemoElsewhere(request: FastifyRequest): Promise<void> {
  const { body } = request;
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  if (request.routeOptions.url === '/api/v1/token/' && typeof email === 'string' && isSameAddress(email, DEMO.email) && !isAtHome(request))
    throw HttpError.of(403, demoAtHome());
}

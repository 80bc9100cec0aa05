import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/**
 * Whether a request comes from a page of this installation, or from no page at all: only browsers send `Origin`, and theirs cannot be forged
 * by a page. Its own origin is that of PUBLIC_URL; without one, that of the host the request was sent to.
 */
export function sameOrigin({ headers }: { readonly headers: IncomingHttpHeaders }, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null || !/^https?:$/.test(from.protocol)) return false;
  if (publicUrl !== null) return from.origin === new URL(publicUrl).origin;
  // The scheme is not compared: a proxy that ends TLS speaks plain HTTP to us.
  return host !== undefined && URL.parse(`${from.protocol}//${host}`)?.host === from.host;
}

/** A secret that only one browser has, and that no script of a page reads. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface BrowserCookie {
  read(): string | null;
  /** Null deletes the cookie. */
  write(secret: string | null, seconds: number): void;
}

/** With the prefix `__Host-`, only this very host can set the cookie over TLS. */
const nameFor = (isSecure: boolean) => (isSecure ? '__Host-company' : 'company');

/** The cookie of a sign-in under way. It is Lax, because the person returns from the provider's page. */
export function companyCookie({ headers }: FastifyRequest, reply: FastifyReply, isSecure: boolean): BrowserCookie {
  const name = nameFor(isSecure);
  return {
    read() {
      const pairs = (headers.cookie ?? '').split(/;\s*/);
      const found = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
      return found !== undefined && /^[\w-]{43}$/.test(found) ? found : null;
    },
    write(secret, seconds) {
      const age = secret === null ? 0 : seconds;
      reply.header('Set-Cookie', `${name}=${secret ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`);
    },
  };
}

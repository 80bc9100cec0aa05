/** A browser that signs in with a company: its cookies, here and at the provider. */

import { Refused } from '../../domain/api/call.ts';
import type { Answer, Asked } from '../../domain/api/routes.ts';

type Route =
  | 'POST /company/start/'
  | 'POST /company/finish/'
  | 'POST /company/link/'
  | 'POST /company/link/mail/'
  | 'POST /company/link/confirm/';

interface CompanyBrowser {
  call<R extends Route>(route: R, asked: Asked<R>, access?: string): Promise<Answer<R>>;
  /** Goes to the provider and back; the parameters it came back with. */
  answered(path?: string, access?: string): Promise<Record<string, string>>;
  signIn(path?: string): Promise<Answer<'POST /company/finish/'>>;
  /** The stored cookies, by origin. */
  readonly cookies: Map<string, Map<string, string>>;
  /** The last Set-Cookie line of the installation. */
  lastCookie: string | null;
  /** Opens an address and follows where it leads, until it leads away from the provider. */
  follow(address: string): Promise<URL>;
}

export function openBrowser(server: { readonly address: string }): CompanyBrowser {
  const cookies: CompanyBrowser['cookies'] = new Map();
  const keep = (address: URL, answer: Response) => {
    const kept = cookies.get(address.origin) ?? new Map<string, string>();
    cookies.set(address.origin, kept);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) kept.delete(name);
      else kept.set(name, value);
    }
  };
  const sent = (address: URL) => [...(cookies.get(address.origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const browser: CompanyBrowser = {
    cookies,
    lastCookie: null,
    async call<R extends Route>(route: R, asked: Asked<R>, access?: string) {
      const address = new URL(`${server.address}/api/v1${route.split(' ')[1]}`);
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: sent(address),
          ...(access !== undefined && { authorization: `Bearer ${access}` }),
        },
        body: JSON.stringify((asked as { body?: object }).body ?? {}),
      });
      browser.lastCookie = answer.headers.get('set-cookie') ?? browser.lastCookie;
      keep(address, answer);
      const body: unknown = await answer.json();
      if (!answer.ok) throw new Refused(answer.status, body);
      return body as Answer<R>;
    },
    async follow(from) {
      let address = new URL(from);
      for (;;) {
        const answer = await fetch(address, { redirect: 'manual', headers: { cookie: sent(address) } });
        keep(address, answer);
        const to = answer.headers.get('location');
        await answer.text();
        if (to === null) throw new Error(`The provider answered ${answer.status} at ${address.pathname}`);
        const next = new URL(to, address);
        if (next.origin !== address.origin) return next;
        address = next;
      }
    },
    async answered(path, access) {
      const { address } = await browser.call('POST /company/start/', { body: path === undefined ? {} : { path } }, access);
      return Object.fromEntries((await browser.follow(address)).searchParams);
    },
    async signIn(path) {
      const { state = '', ...rest } = await browser.answered(path);
      return browser.call('POST /company/finish/', { body: { state, ...rest } });
    },
  };
  return browser;
}

import { Unanswered } from '../../../domain/api/call.ts';
import { tokenCookies } from '../../services/cookies.ts';
import type { ErrorReports } from '../../services/errorReports.ts';
import { createHttp } from '../../services/http.ts';
import type { OpenStream } from '../../services/socket.ts';
import { companyStorage } from '../../services/storage.ts';
import { openTabs } from '../../services/tabs.ts';
import { once } from '../calls/once.ts';
import { type Composed, createActum } from './actum.ts';
import { followLanguageOf } from './language.ts';
import type { Outside } from './outside.ts';

/** The code that makes queries is loaded after signing in. */
function queries(url: string): Outside['graphql'] {
  const client = once(async () => (await import('../../services/graphql/graphql.ts')).createGraphQL(url));
  return async (call, keys, signal) => (await client())(call, keys, signal);
}

/** The socket's code is loaded then, too. A stream closed before the code has arrived never opens. */
function streams(url: string): Outside['openSocket'] {
  return (keys) => {
    const socket = once(async () => (await import('../../services/socket.ts')).createSocket(url, keys));
    const open: OpenStream = (asked, listener) => {
      let close: () => void = () => {};
      let closed = false;
      socket().then((openStream) => {
        if (!closed) close = openStream(asked, listener);
      }, listener.failed);
      return () => {
        closed = true;
        close();
      };
    };
    return open;
  };
}

/** In ms, long enough that a slow line does not count as a server that is down. */
const PROBED = 5_000;
async function probe(signal: AbortSignal): Promise<void> {
  const answer = await fetch('/healthz', { signal: AbortSignal.any([signal, AbortSignal.timeout(PROBED)]), cache: 'no-store' });
  if (!answer.ok) throw new Unanswered(`The server answered ${answer.status}`);
}

/** The application in a browser, served from the API's own address. Errors it logs are reported too. */
export function browserActum(report: ErrorReports['report'], companyWayIn: Outside['companyWayIn']): Composed {
  const { host, protocol, pathname, search } = window.location;
  const actum = createActum(
    {
      rest: createHttp('/api/v1'),
      graphql: queries(`${window.location.origin}/api/v1/graphql`),
      probe,
      openSocket: streams(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/v1/graphql`),
      hasPasskeys: typeof PublicKeyCredential === 'function',
      cookies: tokenCookies,
      company: companyStorage,
      tabs: openTabs(),
      companyWayIn,
      leaveFor: (address) => window.location.assign(address),
      address: () => ({ path: window.location.pathname, search: window.location.search }),
      log(message, error) {
        console.error(message, error);
        report(error, message);
      },
    },
    { path: pathname, search },
  );
  followLanguageOf(actum.session, navigator.languages);
  window.addEventListener('online', actum.retry);
  const look = () => actum.reach.send({ type: document.hidden ? 'page.hidden' : 'page.shown' });
  document.addEventListener('visibilitychange', look);
  look();
  return actum;
}

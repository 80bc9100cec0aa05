import { tokenCookies } from '../services/cookies.ts';
import { createGraphQL } from '../services/graphql/graphql.ts';
import { createHttp } from '../services/http.ts';
import { createSocket } from '../services/socket.ts';
import { companyStorage } from '../services/storage.ts';
import { openTabs } from '../services/tabs.ts';
import { type Composed, createActum } from './session.ts';

/** The application in a browser, served from the API's own address. */
export function browserActum(): Composed {
  const { host, protocol, pathname, search } = window.location;
  const actum = createActum(
    {
      rest: createHttp('/api/v1'),
      graphql: createGraphQL(`${window.location.origin}/api/v1/graphql`),
      openSocket: (keys) => createSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/v1/graphql`, keys),
      cookies: tokenCookies,
      company: companyStorage,
      tabs: openTabs(),
      log: (message, error) => console.error(message, error),
    },
    { path: pathname, search },
  );
  window.addEventListener('online', actum.retry);
  return actum;
}

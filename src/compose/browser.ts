import { tokenCookies } from '../services/cookies.ts';
import type { ErrorReports } from '../services/errorReports.ts';
import { createGraphQL } from '../services/graphql/graphql.ts';
import { createHttp } from '../services/http.ts';
import { createSocket } from '../services/socket.ts';
import { companyStorage } from '../services/storage.ts';
import { openTabs } from '../services/tabs.ts';
import { speakLanguageOf } from './language.ts';
import { type Composed, createActum } from './session.ts';

/** The application in a browser, served from the API's own address. What it logs is reported too. */
export function browserActum(report: ErrorReports['report']): Composed {
  const { host, protocol, pathname, search } = window.location;
  const actum = createActum(
    {
      rest: createHttp('/api/v1'),
      graphql: createGraphQL(`${window.location.origin}/api/v1/graphql`),
      openSocket: (keys) => createSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/v1/graphql`, keys),
      cookies: tokenCookies,
      company: companyStorage,
      tabs: openTabs(),
      log(message, error) {
        console.error(message, error);
        report(error, message);
      },
    },
    { path: pathname, search },
  );
  speakLanguageOf(actum.session, navigator.languages);
  window.addEventListener('online', actum.retry);
  return actum;
}

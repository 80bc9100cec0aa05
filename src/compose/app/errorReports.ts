import * as v from 'valibot';
import { restCall } from '../../../domain/api/call.ts';
import { Settings } from '../../../domain/api/settings.ts';
import { createErrorReports, type ErrorReports } from '../../services/errorReports.ts';
import { createHttp } from '../../services/http.ts';

const NO_KEYS = { access: null, publicKey: null };

/**
 * Error reports of this page. They wait until the server, asked once `ready` resolves, has answered where to send them and whether there is a company
 * sign-in. Without an answer they wait until the network is back.
 */
export function startErrorReports(tellCompany: (company: Settings['company']) => void, ready: Promise<void>): ErrorReports {
  const send = createHttp('/api/v1');
  const reports = createErrorReports(async () => {
    const answer = await send(restCall('GET /settings/', {}), NO_KEYS);
    const { sentry_dsn, company } = v.parse(Settings, answer);
    tellCompany(company);
    return sentry_dsn;
  });
  reports.listenTo(window);
  const start = () => {
    reports.start().catch(() => window.addEventListener('online', start, { once: true }));
  };
  void ready.then(start);
  return reports;
}

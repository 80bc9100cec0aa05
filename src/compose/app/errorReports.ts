import * as v from 'valibot';
import { restCall } from '../../../domain/contract/call.ts';
import { Settings } from '../../../domain/contract/settings.ts';
import { createErrorReports, type ErrorReports } from '../../services/errorReports.ts';
import { createHttp } from '../../services/http.ts';

const NO_KEYS = { access: null, publicKey: null };

/** Error reports of this page, sent where the server says. Without an answer they wait until the network is back. */
export function startErrorReports(): ErrorReports {
  const send = createHttp('/api/v1');
  const reports = createErrorReports(async () => {
    const answer = await send(restCall('GET /settings/', {}), NO_KEYS);
    return v.parse(Settings, answer).sentry_dsn;
  });
  reports.listenTo(window);
  const start = () => {
    reports.start().catch(() => window.addEventListener('online', start, { once: true }));
  };
  start();
  return reports;
}

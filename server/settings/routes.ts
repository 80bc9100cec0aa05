import type { HandlersOf } from '../http/handlers.ts';

/** Settings of the installation that a client needs before anyone signs in. */
export const settingsHandlers: HandlersOf<'GET /settings/'> = {
  'GET /settings/': async (_, { config }) => ({ sentry_dsn: config.sentryDsn }),
};

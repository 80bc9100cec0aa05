import type { HandlersOf } from '../http/handlers.ts';

/** What a client has to know of this installation before anybody signs in. */
export const settingsHandlers: HandlersOf<'GET /settings/'> = {
  'GET /settings/': async (_, { config }) => ({ sentry_dsn: config.sentryDsn }),
};

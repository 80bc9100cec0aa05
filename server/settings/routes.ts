import type { HandlersOf } from '../http/handlers.ts';

/** Settings of the installation that a client needs before anyone signs in. */
export const settingsHandlers: HandlersOf<'GET /settings/'> = {
  'GET /settings/': async (_, { config: { sentryDsn, singleSignOn } }) => ({
    sentry_dsn: sentryDsn,
    company: singleSignOn && { name: singleSignOn.name, is_only_way: singleSignOn.isOnlyWay },
  }),
};

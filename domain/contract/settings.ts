import * as v from 'valibot';

/** The settings of this installation that a browser needs before anybody signs in. */
export const Settings = v.object({ sentry_dsn: v.nullable(v.string()) });

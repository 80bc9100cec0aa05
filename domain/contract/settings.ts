import * as v from 'valibot';

/** What a browser must know of this installation before anybody signs in. */
export const Settings = v.object({ sentry_dsn: v.nullable(v.string()) });

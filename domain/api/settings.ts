import * as v from 'valibot';

/** The settings of this installation that a browser needs before anybody signs in. */
export const Settings = v.object({
  sentry_dsn: v.nullable(v.string()),
  /** One sign-in of a company, and whether there is another way in; null where there is none. */
  company: v.nullable(v.object({ name: v.string(), is_only_way: v.boolean() })),
});
export type Settings = v.InferOutput<typeof Settings>;

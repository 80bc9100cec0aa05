/** The calls of one company sign-in (docs/api.md, Signing in with a company). The browser's cookie says which sign-in each is about. */
import * as v from 'valibot';
import type { Endpoints } from './endpoint.ts';
import { Done } from './fields.ts';
import { noLongerThan } from './longest.ts';
import { Tokens } from './people.ts';

const text = v.pipe(v.string(), noLongerThan(4_000));
/** The path in this installation to continue at; any other address is ignored. */
const path = v.optional(v.pipe(v.string(), noLongerThan(2_000)));
const Path = v.nullable(v.string());

export const singleSignOnRoutes = {
  'POST /company/start/': {
    byToken: 'never',
    who: 'visitor',
    isRepeatable: true,
    body: v.object({ path }),
    answer: v.object({ address: v.pipe(v.string(), v.description('Where the provider asks the person')) }),
  },
  'POST /company/finish/': {
    byToken: 'never',
    who: 'visitor',
    isRepeatable: true,
    body: v.object({
      state: text,
      code: v.optional(text),
      iss: v.optional(text),
      error: v.optional(text),
    }),
    answer: v.object({
      tokens: v.pipe(v.nullable(Tokens), v.description('Null where a signed-in person proved or connected their account')),
      path: Path,
    }),
  },
  'POST /company/link/mail/': { who: 'anyone', body: v.object({}), answer: Done },
  'POST /company/link/confirm/': { who: 'anyone', body: v.object({ hash: text }), answer: v.object({ tokens: Tokens, path: Path }) },
  'POST /company/link/': { byToken: 'never', who: 'user', isRepeatable: true, body: v.object({}), answer: v.object({ path: Path }) },
  'POST /company/backchannel_logout/': { who: 'anyone', takesForm: true, body: v.object({ logout_token: text }), answer: Done },
} as const satisfies Endpoints;

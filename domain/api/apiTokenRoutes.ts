/** The calls about API tokens, with which people's own programs sign in. */
import * as v from 'valibot';
import { TOKEN_DAYS, TOKEN_SCOPES } from '../apiTokens.ts';
import type { Endpoints } from './endpoint.ts';
import { Done, IdParameter, titleOf } from './fields.ts';
import { Id, Nullable, Timestamp } from './scalars.ts';

const scope = v.picklist(TOKEN_SCOPES);

export const ApiToken = v.object({
  id: Id,
  name: v.string(),
  scope: v.pipe(scope, v.description('read: what the person sees; acts: to enter and submit acts too; all: whatever the person may')),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: v.pipe(Nullable(Timestamp), v.description('To some minutes; null before the first use')),
});
export type ApiToken = v.InferOutput<typeof ApiToken>;

export const NewApiToken = v.object({
  name: titleOf(80),
  scope,
  days: v.pipe(v.picklist(TOKEN_DAYS), v.description('How long it lasts')),
});
export type NewApiToken = v.InferOutput<typeof NewApiToken>;
export const MadeApiToken = v.object({ ...ApiToken.entries, token: v.pipe(v.string(), v.description('Shown this once')) });
export type MadeApiToken = v.InferOutput<typeof MadeApiToken>;

export const apiTokenRoutes = {
  'GET /profile/tokens/': { who: 'user', byToken: 'never', answer: v.array(ApiToken) },
  'POST /profile/tokens/': {
    who: 'user',
    byToken: 'never',
    needsProof: true,
    answersSecret: true,
    status: 201,
    body: NewApiToken,
    answer: MadeApiToken,
  },
  'DELETE /profile/tokens/:tokenId/': {
    who: 'user',
    byToken: 'never',
    params: v.object({ tokenId: IdParameter }),
    answer: Done,
  },
} as const satisfies Endpoints;

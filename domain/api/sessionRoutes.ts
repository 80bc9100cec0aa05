/** The calls about sessions: where a person is signed in, and the ways to end it. */
import * as v from 'valibot';
import type { Endpoints } from './endpoint.ts';
import { Done, IdParameter } from './fields.ts';
import { Timestamp } from './scalars.ts';

export const Session = v.object({
  id: v.string(),
  device: v.pipe(v.string(), v.description('A browser and its system in our words; empty when they are not known')),
  address: v.pipe(v.string(), v.description('The network address it was last refreshed from')),
  signed_in_at: Timestamp,
  last_used_at: v.pipe(Timestamp, v.description('To some minutes')),
  methods: v.pipe(v.array(v.string()), v.description('How the person proved themselves')),
  is_this: v.pipe(v.boolean(), v.description('The one that asks')),
});
export type Session = v.InferOutput<typeof Session>;

const session = v.pipe(v.string(), v.maxLength(64));
const ofMember = { id: IdParameter, userId: IdParameter };

export const sessionRoutes = {
  'GET /profile/sessions/': { byToken: 'never', who: 'user', answer: v.array(Session) },
  'DELETE /profile/sessions/:session/': { byToken: 'never', who: 'user', needsProof: true, params: v.object({ session }), answer: Done },
  'POST /profile/sessions/end_others/': { byToken: 'never', who: 'user', needsProof: true, answer: Done },

  'GET /teams/:id/members/:userId/sessions/': {
    byToken: 'never',
    who: 'member',
    permission: 'editRegulars',
    params: v.object(ofMember),
    answer: v.array(Session),
  },
  'POST /teams/:id/members/:userId/sessions/end/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'editRegulars',
    params: v.object(ofMember),
    answer: Done,
  },

  'POST /not_me/': {
    who: 'anyone',
    body: v.object({ hash: v.string() }),
    answer: v.object({ hash: v.pipe(v.string(), v.description('Chooses a new password at POST /password_recovery/')) }),
  },
} as const satisfies Endpoints;

import type { sessionRoutes } from '../../domain/api/sessionRoutes.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { endOthers, endSession, endSessionsOfMember, sessionsOf, sessionsOfMember, wasNotMe } from './sessions.ts';

export const sessionHandlers: HandlersOf<keyof typeof sessionRoutes> = {
  'GET /profile/sessions/': (_, { database, caller }) => sessionsOf(database.query, caller.userId, caller.family),

  async 'DELETE /profile/sessions/:session/'({ params }, { database, caller, from }) {
    await endSession(database, caller, params.session, from);
    return { detail: 'The session has ended' };
  },

  async 'POST /profile/sessions/end_others/'(_, { database, caller, from }) {
    await endOthers(database, caller, from);
    return { detail: 'All other sessions have ended' };
  },

  'GET /teams/:id/members/:userId/sessions/': ({ params }, { database, caller }) =>
    sessionsOfMember(database, { teamId: params.id, userId: params.userId }, caller),

  async 'POST /teams/:id/members/:userId/sessions/end/'({ params }, { database, caller, from }) {
    await endSessionsOfMember(database, { teamId: params.id, userId: params.userId }, caller, from);
    return { detail: 'Every session of the member has ended' };
  },

  'POST /not_me/': async ({ body }, { database, from }) => ({ hash: await wasNotMe(database, body.hash, from) }),
};

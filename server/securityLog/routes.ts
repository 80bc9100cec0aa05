import type { securityLogRoutes } from '../../domain/api/securityLogRoutes.ts';
import { findProject } from '../access/refs.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { entriesOf } from './entries.ts';
import { recordSecurity } from './record.ts';

export const securityLogHandlers: HandlersOf<keyof typeof securityLogRoutes> = {
  'GET /teams/:id/log/': ({ params, query }, { database }) => entriesOf(database.query, params.id, query),

  async 'POST /teams/:id/log/exported/'({ params }, { database, caller: { userId }, from }) {
    await recordSecurity(database.query, { kind: 'exported', userId, teamId: params.id, from, on: { becomes: 'log' } });
    return { detail: 'Noted' };
  },

  async 'POST /projects/:id/exported/'({ params, body: { what, name } }, { database, caller, from }) {
    const { teamId } = await findProject(database.query, caller, params.id);
    await recordSecurity(database.query, { kind: 'exported', userId: caller.userId, teamId, from, on: { name, becomes: what } });
    return { detail: 'Noted' };
  },
};

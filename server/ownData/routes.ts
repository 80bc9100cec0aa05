import type { HandlersOf } from '../http/handlers.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { deleteAccount } from './account.ts';
import { deletedTeamsOf, deleteTeam, restoreTeam } from './teams.ts';
import { ownWindow, teamWindow } from './windows.ts';

export const ownDataHandlers: HandlersOf<
  | 'GET /profile/data/'
  | 'DELETE /profile/'
  | 'GET /teams/:id/data/'
  | 'POST /teams/:id/delete/'
  | 'GET /teams/deleted/'
  | 'POST /teams/:id/restore/'
> = {
  async 'GET /profile/data/'({ query: { part, after } }, { database: { query }, caller: { userId }, from }) {
    if (part === 'profile') await recordSecurity(query, { kind: 'data_downloaded', userId, teamId: null, from });
    return ownWindow(query, userId, part, after);
  },

  async 'DELETE /profile/'(_, { database, caller, from }) {
    await database.query.transaction().execute((tx) => deleteAccount(tx, caller.userId, from));
    return { detail: 'Your account has been deleted' };
  },

  async 'GET /teams/:id/data/'({ params: { id }, query: { part, after } }, { database: { query }, caller: { userId }, from }) {
    if (part === 'team') await recordSecurity(query, { kind: 'data_downloaded', userId, teamId: id, from });
    return teamWindow(query, id, part, after);
  },

  'POST /teams/:id/delete/': ({ params, body }, { database, caller, from }) => deleteTeam(database, params.id, body.name, caller, from),

  'GET /teams/deleted/': (_, { database, caller }) => deletedTeamsOf(database.query, caller.userId),

  'POST /teams/:id/restore/': ({ params }, { database, caller, from }) => restoreTeam(database, params.id, caller, from),
};

import { restoreRows } from '../estimates/restore.ts';
import { momentsOf, nameMoment, removeMoment, renameMoment } from '../history/moments.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { historyPage } from './past.ts';
import { stepThroughHistory } from './replay.ts';

export const historyHandlers: HandlersOf<
  | 'GET /projects/:id/history/'
  | 'GET /projects/:id/moments/'
  | 'POST /projects/:id/moments/'
  | 'PUT /projects/:id/moments/:momentId/'
  | 'DELETE /projects/:id/moments/:momentId/'
  | 'POST /versions/:id/restore/'
  | 'POST /projects/:id/history/backward/'
  | 'POST /projects/:id/history/forward/'
> = {
  'GET /projects/:id/history/': ({ params, query }, { database, caller }) => historyPage(database.query, caller, params.id, query),
  'GET /projects/:id/moments/': ({ params }, { database, caller }) => momentsOf(database.query, caller, params.id),
  'POST /projects/:id/moments/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute((tx) => nameMoment(tx, caller, params.id, body)),
  'PUT /projects/:id/moments/:momentId/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute((tx) => renameMoment(tx, caller, params.id, params.momentId, body)),
  'DELETE /projects/:id/moments/:momentId/': ({ params }, { database, caller }) =>
    database.query.transaction().execute(async (tx) => {
      await removeMoment(tx, caller, params.id, params.momentId);
      return momentsOf(tx, caller, params.id);
    }),
  'POST /versions/:id/restore/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute((tx) => restoreRows(tx, caller, params.id, body.event_id, body.ids ?? null)),
  'POST /projects/:id/history/backward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'backward', body.event_id),
  'POST /projects/:id/history/forward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'forward', body.event_id),
};

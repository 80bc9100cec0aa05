import type { HandlersOf } from '../http/handlers.ts';
import { historyPage } from './past.ts';
import { stepThroughHistory } from './replay.ts';

export const historyHandlers: HandlersOf<
  'GET /projects/:id/history/' | 'POST /projects/:id/history/backward/' | 'POST /projects/:id/history/forward/'
> = {
  'GET /projects/:id/history/': ({ params, query }, { database, caller }) => historyPage(database.query, caller, params.id, query),
  'POST /projects/:id/history/backward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'backward', body.event_id),
  'POST /projects/:id/history/forward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'forward', body.event_id),
};

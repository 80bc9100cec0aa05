import type { HandlersOf } from '../http/handlers.ts';
import { projectPlace } from '../projects/access.ts';
import { nextEvent, stepThroughHistory } from './replay.ts';

export const historyHandlers: HandlersOf<
  'GET /projects/:id/history/' | 'POST /projects/:id/history/backward/' | 'POST /projects/:id/history/forward/'
> = {
  async 'GET /projects/:id/history/'({ params }, { database, caller }) {
    const place = await projectPlace(database.query, caller, params.id);
    return { undo: await nextEvent(database.query, place, 'backward'), redo: await nextEvent(database.query, place, 'forward') };
  },
  'POST /projects/:id/history/backward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'backward', body.event_id),
  'POST /projects/:id/history/forward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'forward', body.event_id),
};

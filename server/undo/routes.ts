import type { HandlersOf } from '../http/handlers.ts';
import { stepThroughHistory } from './replay.ts';

export const historyHandlers: HandlersOf<'POST /projects/:id/history/backward/' | 'POST /projects/:id/history/forward/'> = {
  'POST /projects/:id/history/backward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'backward', body.event_id),
  'POST /projects/:id/history/forward/': ({ params, body }, { database, caller }) =>
    stepThroughHistory(database, caller, params.id, 'forward', body.event_id),
};

import type { HandlersOf } from '../http/handlers.ts';

const notYet = () => Promise.reject(new Error('not yet'));
export const extraHandlers: HandlersOf<
  'GET /versions/:id/extras/' | 'POST /rows/:id/extras/' | 'POST /extras/:id/decide/' | 'DELETE /extras/:id/'
> = {
  'GET /versions/:id/extras/': notYet,
  'POST /rows/:id/extras/': notYet,
  'POST /extras/:id/decide/': notYet,
  'DELETE /extras/:id/': notYet,
};

import type { HandlersOf } from '../http/handlers.ts';

const notYet = () => Promise.reject(new Error('not yet'));
export const carryingHandlers: HandlersOf<
  | 'POST /versions/:id/carry/preview/'
  | 'POST /import/:id/carry/preview/'
  | 'POST /versions/:id/carry/'
  | 'DELETE /versions/:id/carry/'
  | 'GET /versions/:id/carried/'
  | 'POST /versions/:id/separate/'
> = {
  'POST /versions/:id/carry/preview/': notYet,
  'POST /import/:id/carry/preview/': notYet,
  'POST /versions/:id/carry/': notYet,
  'DELETE /versions/:id/carry/': notYet,
  'GET /versions/:id/carried/': notYet,
  'POST /versions/:id/separate/': notYet,
};

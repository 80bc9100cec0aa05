import { findVersion } from '../access/refs.ts';
import { asOfOneMoment } from '../db/pages.ts';
import { lastChange } from '../history/record.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { askForExtra, decideExtra, withdrawExtra } from './deciding.ts';
import { extraOf, extrasOf } from './reading.ts';

export const extraHandlers: HandlersOf<
  'GET /versions/:id/extras/' | 'POST /rows/:id/extras/' | 'POST /extras/:id/decide/' | 'DELETE /extras/:id/'
> = {
  async 'GET /versions/:id/extras/'({ params, query }, { database, caller }) {
    const version = await findVersion(database.query, caller, params.id);
    return asOfOneMoment(
      database.query,
      async (one) => String(await lastChange(one, version)),
      (one) => extrasOf(one, version, caller.userId, query),
    );
  },
  'POST /rows/:id/extras/': ({ params, body }, { database, caller, revision }) =>
    database.query.transaction().execute(async (tx) => {
      const { id, version } = await askForExtra(tx, caller, params.id, { ...body, revision });
      return extraOf(tx, version, caller.userId, id);
    }),
  'POST /extras/:id/decide/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute(async (tx) => {
      const version = await decideExtra(tx, caller, params.id, body);
      return extraOf(tx, version, caller.userId, params.id);
    }),
  'DELETE /extras/:id/': ({ params }, { database, caller }) =>
    database.query.transaction().execute(async (tx) => {
      const version = await withdrawExtra(tx, caller, params.id);
      return extraOf(tx, version, caller.userId, params.id);
    }),
};

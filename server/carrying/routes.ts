import { findVersion, type Locked, type VersionRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { versionOf } from '../estimates/versionEdits.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { carryVersion, previewCarry, setSeparate, uncarryVersion } from './carrying.ts';
import { carriedPage } from './page.ts';

type Handlers = HandlersOf<
  | 'POST /versions/:id/carry/preview/'
  | 'POST /versions/:id/carry/'
  | 'DELETE /versions/:id/carry/'
  | 'GET /versions/:id/carried/'
  | 'POST /versions/:id/separate/'
>;
const inVersion = (edit: (tx: Tx) => Promise<Locked<VersionRef>>) => async (tx: Tx) => versionOf(tx, await edit(tx));

export const carryingHandlers: Handlers = {
  'POST /versions/:id/carry/preview/': ({ params, body }, { database, caller }) => previewCarry(database.query, caller, params.id, body),
  'POST /versions/:id/carry/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute(inVersion((tx) => carryVersion(tx, caller, params.id, body))),
  'DELETE /versions/:id/carry/': ({ params }, { database, caller }) =>
    database.query.transaction().execute(inVersion((tx) => uncarryVersion(tx, caller, params.id))),
  async 'GET /versions/:id/carried/'({ params, query }, { database, caller }) {
    return carriedPage(database.query, await findVersion(database.query, caller, params.id), query);
  },
  'POST /versions/:id/separate/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute(inVersion((tx) => setSeparate(tx, caller, params.id, body.is_separate))),
};

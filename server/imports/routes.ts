import type { ImportLists } from '../../domain/api/importShapes.ts';
import { linesAreKept } from '../../domain/sentences/imports.ts';
import { findProject, type Locked, lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { editLocked, editProject } from '../projects/projects.ts';
import { markChanges } from './changes.ts';
import { correctCell } from './correcting.ts';
import { discard, removeDiscarded } from './discarded.ts';
import { cancelImport, finishImport, previewImportCarry } from './finish.ts';
import { takeIn } from './leftOut.ts';
import { includeLine } from './lines.ts';
import { recognizeField } from './remap.ts';
import { removeErrors, removeRow } from './removing.ts';
import { importOf, importRow, isMarked, listData, listsOf, requestedImport, vanishedRows } from './review.ts';
import { totalsAndNoticesOf } from './statedTotals.ts';
import { updateStatus } from './status.ts';
import { importSummary } from './summary.ts';
import { refuseAbandoned, startImport, startPasted } from './upload.ts';

const FIRST_WINDOW = 100;

/** Changes an import under review and returns the given answer. 404 when there is nothing to change. */
async function changed<Answer>(
  { query }: Database,
  caller: Caller,
  projectId: number,
  make: (tx: Tx, projectRef: Locked<ProjectRef>) => Promise<bigint>,
  answer: (query: Query, projectRef: ProjectRef) => Promise<Answer>,
): Promise<Answer> {
  const { projectRef, answered } = await query.transaction().execute(async (tx) => {
    const locked = await lockRecord(tx, caller, 'project', projectId);
    const { finished_version_id, status } = await importOf(tx, locked);
    if (finished_version_id !== null || status === 'reading' || status === 'refused') throw notFound();
    if ((await make(tx, locked)) === 0n) throw notFound();
    await updateStatus(tx, locked);
    await notifyProject(tx, locked);
    return { projectRef: locked, answered: isMarked(await importOf(tx, locked)) ? await answer(tx, locked) : null };
  });
  if (answered !== null) return answered;
  await markChanges(query, projectRef);
  return answer(query, projectRef);
}

/** Changes an import under review and returns its lists. */
const change = (database: Database, caller: Caller, projectId: number, make: Parameters<typeof changed>[3]): Promise<ImportLists> =>
  changed(database, caller, projectId, make, listsOf);

export const importHandlers: HandlersOf<
  | 'PATCH /projects/:id/'
  | 'GET /import/:id/lists/'
  | 'GET /import/:id/lists/:listId/'
  | 'PUT /import/:id/lists/:listId/'
  | 'POST /import/:id/lists/:listId/recognize-field'
  | 'POST /import/:id/lists/:listId/take-in'
  | 'PUT /import/:id/rows/:rowId/'
  | 'DELETE /import/:id/errors/'
  | 'POST /import/:id/paste/'
  | 'PUT /import/:id/lines/:lineId/'
  | 'GET /import/:id/vanished/'
  | 'DELETE /import/:id/lists/:listId/'
  | 'DELETE /import/:id/rows/:rowId/'
  | 'GET /import/:id/summary/'
  | 'POST /import/:id/carry/preview/'
  | 'POST /import/:id/finish/'
  | 'POST /import/:id/cancel/'
> = {
  async 'PATCH /projects/:id/'({ params, body }, { database, caller, upload }) {
    if (upload === null) return editProject(database, caller, params.id, body);
    return startImport(database, caller, params.id, upload, (tx, projectRef) => editLocked(tx, caller, projectRef, body));
  },

  async 'GET /import/:id/lists/'({ params }, { database, caller }) {
    const projectRef = await findProject(database.query, caller, params.id);
    if ((await importOf(database.query, projectRef)).is_abandoned) await refuseAbandoned(database, projectRef);
    return listsOf(database.query, projectRef);
  },

  async 'GET /import/:id/lists/:listId/'({ params, query }, { database, caller }) {
    return listData(database.query, await findProject(database.query, caller, params.id), params.listId, query);
  },

  'PUT /import/:id/lists/:listId/': ({ params, body }, { database, caller }) =>
    change(database, caller, params.id, async (tx, { teamId, projectId }) => {
      const { numUpdatedRows } = await tx
        .updateTable('import_lists')
        .set({ included: body.included })
        .where('team_id', '=', teamId)
        .where('project_id', '=', projectId)
        .where('id', '=', params.listId)
        .where('staged', '=', false)
        .executeTakeFirst();
      return numUpdatedRows;
    }),

  async 'POST /import/:id/lists/:listId/recognize-field'({ params, body }, { database, uploads, caller }) {
    const decision = { column_index: body.field, recognized_as: body.recognized_as };
    await recognizeField(database, uploads, caller, { projectId: params.id, listId: params.listId }, decision);
    return listData(database.query, await findProject(database.query, caller, params.id), params.listId, {
      offset: 0,
      limit: FIRST_WINDOW,
    });
  },

  'POST /import/:id/lists/:listId/take-in': ({ params, body }, { database, caller }) =>
    change(database, caller, params.id, (tx, projectRef) => takeIn(tx, projectRef, params.listId, body.row_index)),

  'PUT /import/:id/rows/:rowId/': ({ params, body }, { database, caller }) =>
    changed(
      database,
      caller,
      params.id,
      (tx, projectRef) => correctCell(tx, projectRef, params.rowId, body),
      async (tx, projectRef) => ({
        row: await importRow(tx, projectRef, params.rowId),
        lists: await listsOf(tx, projectRef),
        said: await totalsAndNoticesOf(tx, projectRef, params.rowId),
      }),
    ),

  'DELETE /import/:id/errors/': ({ params, query }, { database, caller }) =>
    change(database, caller, params.id, async (tx, projectRef) => {
      await requestedImport(tx, projectRef, query.import_id);
      return removeErrors(tx, projectRef);
    }),

  async 'POST /import/:id/paste/'({ params, body }, { database, uploads, caller }) {
    return listsOf(database.query, await startPasted(database, uploads, caller, params.id, body.text));
  },

  'PUT /import/:id/lines/:lineId/': ({ params, body }, { database, caller }) =>
    change(database, caller, params.id, async (tx, projectRef) => {
      if ((await importOf(tx, projectRef)).base_version_id !== null) throw conflict(linesAreKept());
      return includeLine(tx, projectRef, params.lineId, body.included);
    }),

  async 'GET /import/:id/vanished/'({ params, query }, { database, caller }) {
    return vanishedRows(database.query, await findProject(database.query, caller, params.id), query);
  },

  async 'DELETE /import/:id/lists/:listId/'({ params }, { database, caller }) {
    let discarded: Awaited<ReturnType<typeof discard>> = [];
    const lists = await change(database, caller, params.id, async (tx, projectRef) => {
      discarded = await discard(tx, projectRef, { ids: [params.listId], staged: false });
      return BigInt(discarded.length);
    });
    await removeDiscarded(database.query, discarded);
    return lists;
  },

  'DELETE /import/:id/rows/:rowId/': ({ params }, { database, caller }) =>
    change(database, caller, params.id, (tx, projectRef) => removeRow(tx, projectRef, params.rowId)),

  async 'GET /import/:id/summary/'({ params }, { database, caller }) {
    return importSummary(database.query, await findProject(database.query, caller, params.id));
  },

  'POST /import/:id/carry/preview/': ({ params, body }, { database, caller }) =>
    previewImportCarry(database.query, caller, params.id, body),

  async 'POST /import/:id/finish/'({ params, body }, { database, caller }) {
    return finishImport(database, caller, params.id, body);
  },

  async 'POST /import/:id/cancel/'({ params, body }, { database, caller }) {
    await cancelImport(database, caller, params.id, body.import_id);
    return { detail: 'The import was cancelled' };
  },
};

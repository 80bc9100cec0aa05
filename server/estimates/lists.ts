import { sql } from 'kysely';
import type { EstimateList, ListAndSummary } from '../../domain/api/estimateShapes.ts';
import type { VersionSummary } from '../../domain/api/shapes.ts';
import { anotherList, notInVersion } from '../../domain/sentences/estimates.ts';
import { findVersion, type Locked, type VersionRef } from '../access/refs.ts';
import { nextId, nextRevision } from '../db/ids.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { keepProjectStatus } from '../projects/status.ts';
import { eventOf, openForEditing } from './editing.ts';
import { costsOf, refreshPrice } from './summary.ts';

/** The lists of a version in order, with the fields that the summary does not contain. */
async function listsOf(query: Query, versionRef: VersionRef): Promise<EstimateList[]> {
  const { rows } = await sql<{ id: number; revision: number; row_count: number }>`
    select l.id, l.revision, coalesce(t.row_count, 0) as row_count
      from lists l left join list_totals t on t.team_id = l.team_id and t.list_id = l.id
     where l.team_id = ${versionRef.teamId} and l.version_id = ${versionRef.versionId}`.execute(query);
  const facts = new Map(rows.map((row) => [row.id, row]));
  return (await costsOf(query, versionRef)).map((list) => {
    const { revision = 1, row_count = 0 } = facts.get(list.id) ?? {};
    return { ...list, row_count, revision };
  });
}

/** A list in its current state. 404 when the version has no such list. */
export async function listOf(query: Query, versionRef: VersionRef, listId: number): Promise<EstimateList> {
  const list = (await listsOf(query, versionRef)).find(({ id }) => id === listId);
  if (list === undefined) throw notFound();
  return list;
}

const edited = async (tx: Tx, versionRef: Locked<VersionRef>, listId: number): Promise<ListAndSummary> => {
  const summary = await refreshPrice(tx, versionRef);
  return { list: await listOf(tx, versionRef, listId), summary };
};

/** Adds a list after the others; a project becomes available with its first list. */
async function addList(database: Database, caller: Caller, versionId: number, title: string): Promise<ListAndSummary> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'version', versionId);
    const id = await nextId(tx, 'lists');
    await recordEvent(tx, eventOf(versionRef, caller, 'list', id, 'create', title));
    await sql`
      insert into lists (team_id, id, version_id, title, "order")
      select ${versionRef.teamId}::bigint, ${id}::bigint, ${versionId}::bigint, ${title}, coalesce(max("order"), 0) + 1
        from lists where team_id = ${versionRef.teamId} and version_id = ${versionId}`.execute(tx);
    await keepProjectStatus(tx, versionRef);
    return edited(tx, versionRef, id);
  });
}

/** Sets a list's title. 409 `stale_edit` with the current list when `revision` is given and older. An unchanged title is not an edit. */
async function retitle(
  database: Database,
  caller: Caller,
  listId: number,
  title: string,
  revision: number | null,
): Promise<ListAndSummary> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'list', listId);
    const before = await listOf(tx, versionRef, listId);
    await refuseStale(tx, versionRef, 'lists', revision, async () => before);
    if (before.title !== title) {
      await recordEvent(tx, { ...eventOf(versionRef, caller, 'list', listId, 'update', before.title), field: 'title' });
      await tx
        .updateTable('lists')
        .set({ title, revision: nextRevision, updated_at: sql<Date>`clock_timestamp()` })
        .where('team_id', '=', versionRef.teamId)
        .where('id', '=', listId)
        .execute();
    }
    return edited(tx, versionRef, listId);
  });
}

/** Deletes a list with its rows in one event. */
async function removeList(database: Database, caller: Caller, listId: number, revision: number | null): Promise<VersionSummary> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'list', listId);
    const before = await listOf(tx, versionRef, listId);
    await refuseStale(tx, versionRef, 'lists', revision, async () => before);
    await recordEvent(tx, eventOf(versionRef, caller, 'list', listId, 'delete', before.title));
    await tx.deleteFrom('estimate_rows').where('team_id', '=', versionRef.teamId).where('list_id', '=', listId).execute();
    await tx.deleteFrom('list_totals').where('team_id', '=', versionRef.teamId).where('list_id', '=', listId).execute();
    await tx.deleteFrom('unsettled_outlines').where('team_id', '=', versionRef.teamId).where('list_id', '=', listId).execute();
    await tx.deleteFrom('lists').where('team_id', '=', versionRef.teamId).where('id', '=', listId).execute();
    await keepProjectStatus(tx, versionRef);
    return refreshPrice(tx, versionRef);
  });
}

/** Moves a list behind another of its version, or to the start. Moving a list to its present place is not an edit. */
async function moveList(
  database: Database,
  caller: Caller,
  listId: number,
  after: number | null,
  revision: number | null,
): Promise<ListAndSummary> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'list', listId);
    await refuseStale(tx, versionRef, 'lists', revision, () => listOf(tx, versionRef, listId));
    const lists = await listsOf(tx, versionRef);
    const before = lists.map(({ id }) => id);
    if (after === listId) throw fieldError('after_id', anotherList());
    const others = before.filter((id) => id !== listId);
    const at = after === null ? 0 : others.indexOf(after) + 1;
    if (after !== null && at === 0) throw fieldError('after_id', notInVersion());
    const order = others.toSpliced(at, 0, listId);
    if (order.some((id, index) => id !== before[index])) {
      const title = lists.find(({ id }) => id === listId)?.title ?? '';
      await recordEvent(tx, eventOf(versionRef, caller, 'list', listId, 'move', title));
      await sql`
        update lists l set "order" = o.position from unnest(${order}::bigint[]) with ordinality as o (id, position)
         where l.team_id = ${versionRef.teamId} and l.id = o.id and l."order" <> o.position`.execute(tx);
    }
    return edited(tx, versionRef, listId);
  });
}

export const listHandlers: HandlersOf<
  'GET /versions/:id/lists/' | 'POST /versions/:id/lists/' | 'PUT /lists/:id/' | 'DELETE /lists/:id/' | 'POST /lists/:id/move/'
> = {
  async 'GET /versions/:id/lists/'({ params }, { database, caller }) {
    return listsOf(database.query, await findVersion(database.query, caller, params.id));
  },
  'POST /versions/:id/lists/': ({ params, body }, { database, caller }) => addList(database, caller, params.id, body.title),
  'PUT /lists/:id/': ({ params, body }, { database, caller, revision }) => retitle(database, caller, params.id, body.title, revision),
  'DELETE /lists/:id/': ({ params }, { database, caller, revision }) => removeList(database, caller, params.id, revision),
  'POST /lists/:id/move/': ({ params, body }, { database, caller, revision }) =>
    moveList(database, caller, params.id, body.after_id, revision),
};

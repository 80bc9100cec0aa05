/** Rows added, deleted, moved and duplicated, any number of them in one event. */
import { sql } from 'kysely';
import type { RowsGone, RowsInList, RowsInLists } from '../../domain/contract/estimateShapes.ts';
import { MAX_WINDOW } from '../../domain/contract/limits.ts';
import type { VersionSummary } from '../../domain/contract/shapes.ts';
import { canonical } from '../../domain/decimal.ts';
import { ROW_NUMBERS } from '../../domain/rowFields.ts';
import * as say from '../../domain/sentences/estimates.ts';
import { findVersionOfList, type Locked, lockedWithin, type VersionRef } from '../access/places.ts';
import type { Database, Tx } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound, rowGone } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { eventOf, openForEditing } from './editing.ts';
import { listOf } from './lists.ts';
import { insertRows, nextRowIds } from './newRows.ts';
import { ROW_CONTENT } from './rowColumns.ts';
import { type After, type HeldList, idsBehind, makeRoom } from './rowOrder.ts';
import { rowOf, rowsByIds } from './rows.ts';
import { refreshPrice } from './summary.ts';
import type { NewRow } from './versions.ts';

type Held = Locked<VersionRef>;

interface Chosen {
  readonly id: number;
  readonly list_id: number;
  readonly name: string;
}

/** The given rows of a version in their order. 404 when one of them is gone. */
async function chosenRows(tx: Tx, { teamId, versionId }: VersionRef, ids: readonly number[]): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    select r.id, r.list_id, r.name from estimate_rows r join lists l on l.team_id = r.team_id and l.id = r.list_id
     where r.team_id = ${teamId} and r.version_id = ${versionId} and r.id = any(${ids}::bigint[])
     order by l."order", l.id, r."order", r.id`.execute(tx);
  if (rows.length < new Set(ids).size) throw rowGone();
  return rows;
}

/** "Gravel bed (+11)": the first of several rows, and how many more. */
const subjectOf = (rows: readonly { readonly name: string }[]): string =>
  `${rows[0]?.name ?? ''}${rows.length > 1 ? ` (+${rows.length - 1})` : ''}`;

const rowsEvent = (place: Held, caller: Caller, type: string, rows: readonly { readonly name: string }[], ids: readonly number[]) =>
  eventOf(place, caller, 'row', ids.length === 1 ? (ids[0] ?? null) : null, type, subjectOf(rows));

const costsIn = ({ costs }: VersionSummary, lists: Iterable<number>) => {
  const touched = new Set(lists);
  return costs.filter(({ id }) => touched.has(id));
};

/** The answer to an edit of rows in one list, with the kept totals brought in step. `eventId` is null when nothing changed. */
export async function editedInList(
  tx: Tx,
  place: Held,
  listId: number,
  ids: readonly number[],
  eventId: number | null,
): Promise<RowsInList> {
  const summary = await refreshPrice(tx, place);
  const [list] = costsIn(summary, [listId]);
  if (list === undefined) throw notFound();
  return { event_id: eventId, ids: [...ids], rows: await rowsByIds(tx, place.teamId, ids.slice(0, MAX_WINDOW)), list, summary };
}
async function editedInLists(
  tx: Tx,
  place: Held,
  lists: Iterable<number>,
  ids: readonly number[],
  eventId: number | null,
): Promise<RowsInLists> {
  const summary = await refreshPrice(tx, place);
  return {
    event_id: eventId,
    ids: [...ids],
    rows: await rowsByIds(tx, place.teamId, ids.slice(0, MAX_WINDOW)),
    lists: costsIn(summary, lists),
    summary,
  };
}

/** Adds rows to a list behind another (400 on `after_id` when it is not there), or at its end. */
async function addRows(
  database: Database,
  caller: Caller,
  listId: number,
  after: After,
  rows: readonly NewRow[],
  fieldIn: (at: number, field: string) => string,
  revision: number | null,
): Promise<RowsInList> {
  const added = rows.map((row, at) => {
    const numbers = Object.fromEntries(ROW_NUMBERS.map((field) => [field, canonical(row[field])])) as Record<
      (typeof ROW_NUMBERS)[number],
      string
    >;
    const wrong = row.kind === 'section' ? ROW_NUMBERS.find((field) => numbers[field] !== '0') : undefined;
    if (wrong !== undefined) throw fieldError(fieldIn(at, wrong), say.headingHasNoNumbers());
    return { ...row, ...numbers };
  });
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'list', listId);
    await refuseStale(tx, versionRef, 'lists', revision, () => listOf(tx, versionRef, listId));
    const ids = await nextRowIds(tx, added.length);
    const eventId = await recordEvent(tx, rowsEvent(versionRef, caller, 'create', added, ids));
    const orders = await makeRoom(tx, lockedWithin(versionRef, { listId }), after, added.length);
    await insertRows(tx, versionRef, listId, added, ids, orders);
    return editedInList(tx, versionRef, listId, ids, eventId);
  });
}

/** Deletes rows of one version. 404 when one of them is gone. */
async function deleteRows(tx: Tx, caller: Caller, place: Held, ids: readonly number[]): Promise<RowsGone> {
  const rows = await chosenRows(tx, place, ids);
  const gone = rows.map(({ id }) => id);
  const eventId = await recordEvent(tx, rowsEvent(place, caller, 'delete', rows, gone));
  await sql`delete from estimate_rows where team_id = ${place.teamId} and id = any(${gone}::bigint[])`.execute(tx);
  const summary = await refreshPrice(tx, place);
  return {
    event_id: eventId,
    ids: gone,
    lists: costsIn(
      summary,
      rows.map(({ list_id }) => list_id),
    ),
    summary,
  };
}

/** Moves rows, in their order, behind a row of a list of the same version. Rows already there are not an edit. */
async function moveRows(tx: Tx, caller: Caller, place: Held, ids: readonly number[], listId: number, after: After): Promise<RowsInLists> {
  const target = await findVersionOfList(tx, caller, listId);
  if (target.versionId !== place.versionId) throw fieldError('list_id', say.listElsewhere());
  if (typeof after === 'number' && ids.includes(after)) throw fieldError('after_id', say.rowMovesItself());
  const rows = await chosenRows(tx, place, ids);
  const moved = rows.map(({ id }) => id);
  const list = lockedWithin(place, { listId });
  const lists = [...rows.map(({ list_id }) => list_id), listId];
  if (await standsThere(tx, list, after, moved)) return editedInLists(tx, place, lists, moved, null);
  const eventId = await recordEvent(tx, rowsEvent(place, caller, 'move', rows, moved));
  const orders = await makeRoom(tx, list, after, moved.length);
  await sql`
    update estimate_rows r set list_id = ${listId}::bigint, "order" = m.place, updated_at = clock_timestamp()
      from unnest(${moved}::bigint[], ${orders}::bigint[]) as m (id, place) where r.team_id = ${place.teamId} and r.id = m.id`.execute(tx);
  return editedInLists(tx, place, lists, moved, eventId);
}

async function standsThere(tx: Tx, list: HeldList, after: After, moved: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from estimate_rows where team_id = ${list.teamId} and list_id = ${list.listId} order by "order" desc, id desc limit ${moved.length}`.execute(
    tx,
  );
  const there = after === undefined ? rows.map(({ id }) => id).reverse() : await idsBehind(tx, list, after, moved.length);
  return there.length === moved.length && there.every((id, at) => id === moved[at]);
}

/** Copies rows, those of each list behind the last of them. */
async function duplicateRows(tx: Tx, caller: Caller, place: Held, ids: readonly number[]): Promise<RowsInLists> {
  const rows = await chosenRows(tx, place, ids);
  const made = await nextRowIds(tx, rows.length);
  const eventId = await recordEvent(tx, rowsEvent(place, caller, 'copy', rows, made));
  const lists = [...new Set(rows.map(({ list_id }) => list_id))];
  let from = 0;
  for (const listId of lists) {
    const sources = rows.filter(({ list_id }) => list_id === listId).map(({ id }) => id);
    const orders = await makeRoom(tx, lockedWithin(place, { listId }), sources.at(-1), sources.length);
    await sql`
      insert into estimate_rows (team_id, id, version_id, list_id, "order", ${ROW_CONTENT})
      select r.team_id, c.id, r.version_id, r.list_id, c.place, ${ROW_CONTENT}
        from unnest(${sources}::bigint[], ${made.slice(from, from + sources.length)}::bigint[], ${orders}::bigint[]) as c (source, id, place)
        join estimate_rows r on r.team_id = ${place.teamId} and r.id = c.source`.execute(tx);
    from += sources.length;
  }
  return editedInLists(tx, place, lists, made, eventId);
}

const inVersion = <T>(database: Database, caller: Caller, versionId: number, edit: (tx: Tx, place: Held) => Promise<T>): Promise<T> =>
  database.query.transaction().execute(async (tx) => edit(tx, await openForEditing(tx, caller, 'version', versionId)));
const ofRow = <T>(
  database: Database,
  caller: Caller,
  rowId: number,
  revision: number | null,
  edit: (tx: Tx, place: Held) => Promise<T>,
): Promise<T> =>
  database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'row', rowId);
    await refuseStale(tx, versionRef, 'estimate_rows', revision, () => rowOf(tx, versionRef.teamId, rowId));
    return edit(tx, versionRef);
  });

export const rowEditHandlers: HandlersOf<
  | 'POST /lists/:id/rows/'
  | 'DELETE /rows/:id/'
  | 'POST /rows/:id/move/'
  | 'POST /versions/:id/rows/delete/'
  | 'POST /versions/:id/rows/move/'
  | 'POST /versions/:id/rows/duplicate/'
> = {
  'POST /lists/:id/rows/'({ params, body: { after_id, rows, ...fields } }, { database, caller, revision }) {
    const fieldIn = (at: number, field: string) => (rows === undefined ? field : `rows.${at}.${field}`);
    return addRows(database, caller, params.id, after_id, rows ?? [fields], fieldIn, revision);
  },
  'DELETE /rows/:id/': ({ params }, { database, caller, revision }) =>
    ofRow(database, caller, params.id, revision, (tx, place) => deleteRows(tx, caller, place, [params.id])),
  'POST /rows/:id/move/': ({ params, body }, { database, caller, revision }) =>
    ofRow(database, caller, params.id, revision, (tx, place) => moveRows(tx, caller, place, [params.id], body.list_id, body.after_id)),
  'POST /versions/:id/rows/delete/': ({ params, body }, { database, caller }) =>
    inVersion(database, caller, params.id, (tx, place) => deleteRows(tx, caller, place, body.ids)),
  'POST /versions/:id/rows/move/': ({ params, body }, { database, caller }) =>
    inVersion(database, caller, params.id, (tx, place) => moveRows(tx, caller, place, body.ids, body.list_id, body.after_id)),
  'POST /versions/:id/rows/duplicate/': ({ params, body }, { database, caller }) =>
    inVersion(database, caller, params.id, (tx, place) => duplicateRows(tx, caller, place, body.ids)),
};

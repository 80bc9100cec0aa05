/** Rows added, deleted, moved and duplicated, any number of them in one event. */
import { sql } from 'kysely';
import type { RowsGone, RowsInList, RowsInLists } from '../../domain/api/estimateShapes.ts';
import { MAX_WINDOW } from '../../domain/api/limits.ts';
import type { VersionSummary } from '../../domain/api/shapes.ts';
import { canonical, SCALE } from '../../domain/decimal.ts';
import type { EventType } from '../../domain/eventTypes.ts';
import { entered, formulasAfter } from '../../domain/formula.ts';
import { ROW_NUMBERS, type RowNumber } from '../../domain/rowFields.ts';
import * as say from '../../domain/sentences/estimates.ts';
import { findVersionOfList, type Locked, lockedWithin, type VersionRef } from '../access/refs.ts';
import type { Database, Tx } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { eventOf, openForEditing } from './editing.ts';
import { listOf } from './lists.ts';
import { insertRows, nextRowIds } from './newRows.ts';
import { ROW_CONTENT } from './rowColumns.ts';
import { type After, idsAfter, type LockedList, makeGap } from './rowOrder.ts';
import { rowOf, rowsWithSections } from './rowSections.ts';
import { chosenRows, lastOfSection, placeBeyond } from './sectionRows.ts';
import { refreshPrice } from './summary.ts';
import type { NewRow } from './versions.ts';

type LockedVersion = Locked<VersionRef>;

/** "Gravel bed (+11)": the first of several rows, and how many more. */
const subjectOf = (rows: readonly { readonly name: string }[]): string =>
  `${rows[0]?.name ?? ''}${rows.length > 1 ? ` (+${rows.length - 1})` : ''}`;

/** The event of an edit of several rows, named after the first of them. */
export const rowsEvent = (
  version: LockedVersion,
  caller: Caller,
  type: EventType,
  rows: readonly { readonly name: string }[],
  ids: readonly number[],
) => eventOf(version, caller, 'row', ids.length === 1 ? (ids[0] ?? null) : null, type, subjectOf(rows));

const costsIn = ({ costs }: VersionSummary, lists: Iterable<number>) => {
  const touched = new Set(lists);
  return costs.filter(({ id }) => touched.has(id));
};

/** The answer to an edit of rows in one list, after the kept totals are updated. `eventId` is null when nothing changed. */
export async function editedInList(
  tx: Tx,
  version: LockedVersion,
  listId: number,
  ids: readonly number[],
  eventId: number | null,
): Promise<RowsInList> {
  const summary = await refreshPrice(tx, version);
  const [list] = costsIn(summary, [listId]);
  if (list === undefined) throw notFound();
  return { event_id: eventId, ids: [...ids], list, summary, ...(await rowsWithSections(tx, version.teamId, ids.slice(0, MAX_WINDOW))) };
}
/** The answer to an edit of rows in several lists. */
export async function editedInLists(
  tx: Tx,
  version: LockedVersion,
  lists: Iterable<number>,
  ids: readonly number[],
  eventId: number | null,
): Promise<RowsInLists> {
  const summary = await refreshPrice(tx, version);
  const found = await rowsWithSections(tx, version.teamId, ids.slice(0, MAX_WINDOW));
  return { event_id: eventId, ids: [...ids], lists: costsIn(summary, lists), summary, ...found };
}

/** Adds rows to a list behind another (400 on `after_id` when it is not there), or at its end. */
async function addRows(
  database: Database,
  caller: Caller,
  listId: number,
  { after_id: asked, past_rows: pastRows }: { readonly after_id?: After; readonly past_rows: boolean },
  rows: readonly NewRow[],
  fieldIn: (at: number, field: string) => string,
  revision: number | null,
): Promise<RowsInList> {
  const added = rows.map((row, at) => {
    const given = ROW_NUMBERS.map((field) => [field, entered(row[field], SCALE.quantity)] as const);
    const numbers = Object.fromEntries(given.map(([field, { value }]) => [field, canonical(value)])) as Record<RowNumber, string>;
    const formulas = formulasAfter(null, Object.fromEntries(given.map(([field, { formula }]) => [field, formula])));
    const wrong = row.kind === 'section' ? ROW_NUMBERS.find((field) => numbers[field] !== '0') : undefined;
    if (wrong !== undefined) throw fieldError(fieldIn(at, wrong), say.headingHasNoNumbers());
    return { ...row, ...numbers, formulas };
  });
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'list', listId);
    await refuseStale(tx, versionRef, 'lists', revision, () => listOf(tx, versionRef, listId));
    const ids = await nextRowIds(tx, added.length);
    const eventId = await recordEvent(tx, rowsEvent(versionRef, caller, 'create', added, ids));
    const after = pastRows && typeof asked === 'number' ? await lastOfSection(tx, versionRef, asked) : asked;
    const orders = await makeGap(tx, lockedWithin(versionRef, { listId }), after, added.length);
    await insertRows(tx, versionRef, listId, added, ids, orders);
    return editedInList(tx, versionRef, listId, ids, eventId);
  });
}

/** Deletes rows of one version. 404 when one of them is gone. */
async function deleteRows(
  tx: Tx,
  caller: Caller,
  version: LockedVersion,
  ids: readonly number[],
  withRows: readonly number[] = [],
): Promise<RowsGone> {
  const rows = await chosenRows(tx, version, ids, withRows);
  const gone = rows.map(({ id }) => id);
  const eventId = await recordEvent(tx, rowsEvent(version, caller, 'delete', rows, gone));
  await sql`delete from estimate_rows where team_id = ${version.teamId} and id = any(${gone}::bigint[])`.execute(tx);
  const summary = await refreshPrice(tx, version);
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

interface MoveTarget {
  readonly listId: number;
  readonly after: After;
  /** The headings whose sections move with them. */
  readonly withRows?: readonly number[];
  /** Whether rows put behind a heading go behind its section. */
  readonly pastRows?: boolean;
}

/** Moves rows, in their order, behind a row of a list of the same version. Moving rows to their present place is not an edit. */
async function moveRows(
  tx: Tx,
  caller: Caller,
  version: LockedVersion,
  ids: readonly number[],
  { listId, after: asked, withRows = [], pastRows = false }: MoveTarget,
): Promise<RowsInLists> {
  const target = await findVersionOfList(tx, caller, listId);
  if (target.versionId !== version.versionId) throw fieldError('list_id', say.listElsewhere());
  const after = pastRows && typeof asked === 'number' ? await lastOfSection(tx, version, asked) : asked;
  const rows = await chosenRows(tx, version, ids, withRows);
  const moved = rows.map(({ id }) => id);
  if (typeof after === 'number' && moved.includes(after)) throw fieldError('after_id', say.rowMovesItself());
  const list = lockedWithin(version, { listId });
  const lists = [...rows.map(({ list_id }) => list_id), listId];
  if (await areThere(tx, list, after, moved)) return editedInLists(tx, version, lists, moved, null);
  const eventId = await recordEvent(tx, rowsEvent(version, caller, 'move', rows, moved));
  const orders = await makeGap(tx, list, after, moved.length);
  await sql`
    update estimate_rows r set list_id = ${listId}::bigint, "order" = m.position, updated_at = clock_timestamp()
      from unnest(${moved}::bigint[], ${orders}::bigint[]) as m (id, position) where r.team_id = ${version.teamId} and r.id = m.id`.execute(
    tx,
  );
  return editedInLists(tx, version, lists, moved, eventId);
}

/** Whether the rows are already where they would be moved. */
async function areThere(tx: Tx, list: LockedList, after: After, moved: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from estimate_rows where team_id = ${list.teamId} and list_id = ${list.listId} order by "order" desc, id desc limit ${moved.length}`.execute(
    tx,
  );
  const there = after === undefined ? rows.map(({ id }) => id).reverse() : await idsAfter(tx, list, after, moved.length);
  return there.length === moved.length && there.every((id, at) => id === moved[at]);
}

/** Copies rows; in each list the copies follow the last copied row. */
async function duplicateRows(
  tx: Tx,
  caller: Caller,
  version: LockedVersion,
  ids: readonly number[],
  withRows: readonly number[],
): Promise<RowsInLists> {
  const rows = await chosenRows(tx, version, ids, withRows);
  const made = await nextRowIds(tx, rows.length);
  const eventId = await recordEvent(tx, rowsEvent(version, caller, 'copy', rows, made));
  const lists = [...new Set(rows.map(({ list_id }) => list_id))];
  let from = 0;
  for (const listId of lists) {
    const sources = rows.filter(({ list_id }) => list_id === listId).map(({ id }) => id);
    const orders = await makeGap(tx, lockedWithin(version, { listId }), sources.at(-1), sources.length);
    await sql`
      insert into estimate_rows (team_id, id, version_id, list_id, "order", ${ROW_CONTENT})
      select r.team_id, c.id, r.version_id, r.list_id, c.position, ${ROW_CONTENT}
        from unnest(${sources}::bigint[], ${made.slice(from, from + sources.length)}::bigint[], ${orders}::bigint[]) as c (source, id, position)
        join estimate_rows r on r.team_id = ${version.teamId} and r.id = c.source`.execute(tx);
    from += sources.length;
  }
  return editedInLists(tx, version, lists, made, eventId);
}

/**
 * Moves a section with its rows past the next one of its level, or the one before. At the end of its parent section it stays: not an edit.
 */
async function stepSection(tx: Tx, caller: Caller, version: LockedVersion, id: number, by: 1 | -1): Promise<RowsInLists> {
  const { list_id, section_id, kind, level } = await rowOf(tx, version.teamId, id);
  if (kind !== 'section') throw fieldError('id', say.notSection());
  const after = await placeBeyond(tx, lockedWithin(version, { listId: list_id }), { id, parentId: section_id, level }, by);
  if (after === undefined) return editedInLists(tx, version, [list_id], [id], null);
  return moveRows(tx, caller, version, [id], { listId: list_id, after, withRows: [id] });
}

const inVersion = <T>(
  database: Database,
  caller: Caller,
  versionId: number,
  edit: (tx: Tx, version: LockedVersion) => Promise<T>,
): Promise<T> => database.query.transaction().execute(async (tx) => edit(tx, await openForEditing(tx, caller, 'version', versionId)));
const ofRow = <T>(
  database: Database,
  caller: Caller,
  rowId: number,
  revision: number | null,
  edit: (tx: Tx, version: LockedVersion) => Promise<T>,
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
  | 'POST /rows/:id/step/'
  | 'POST /versions/:id/rows/delete/'
  | 'POST /versions/:id/rows/move/'
  | 'POST /versions/:id/rows/duplicate/'
> = {
  'POST /lists/:id/rows/'({ params, body: { after_id, past_rows, rows, ...fields } }, { database, caller, revision }) {
    const fieldIn = (at: number, field: string) => (rows === undefined ? field : `rows.${at}.${field}`);
    return addRows(database, caller, params.id, { after_id, past_rows }, rows ?? [fields], fieldIn, revision);
  },
  'DELETE /rows/:id/': ({ params }, { database, caller, revision }) =>
    ofRow(database, caller, params.id, revision, (tx, version) => deleteRows(tx, caller, version, [params.id])),
  'POST /rows/:id/move/': ({ params, body }, { database, caller, revision }) =>
    ofRow(database, caller, params.id, revision, (tx, version) =>
      moveRows(tx, caller, version, [params.id], { listId: body.list_id, after: body.after_id }),
    ),
  'POST /rows/:id/step/': ({ params, body }, { database, caller, revision }) =>
    ofRow(database, caller, params.id, revision, (tx, version) => stepSection(tx, caller, version, params.id, body.by)),
  'POST /versions/:id/rows/delete/': ({ params, body }, { database, caller }) =>
    inVersion(database, caller, params.id, (tx, version) => deleteRows(tx, caller, version, body.ids, body.with_rows)),
  'POST /versions/:id/rows/move/': ({ params, body }, { database, caller }) =>
    inVersion(database, caller, params.id, (tx, version) =>
      moveRows(tx, caller, version, body.ids, {
        listId: body.list_id,
        after: body.after_id,
        withRows: body.with_rows,
        pastRows: body.past_rows,
      }),
    ),
  'POST /versions/:id/rows/duplicate/': ({ params, body }, { database, caller }) =>
    inVersion(database, caller, params.id, (tx, version) => duplicateRows(tx, caller, version, body.ids, body.with_rows)),
};

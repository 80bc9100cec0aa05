import { sql } from 'kysely';
import type { Answer } from '../../domain/api/routes.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { readBlock } from '../../domain/block.ts';
import { BLOCK_FIELDS, BLOCK_ROWS } from '../../domain/blockShape.ts';
import { parse, SCALE } from '../../domain/decimal.ts';
import { typedNumber } from '../../domain/numbers.ts';
import { type Replacing, replacer } from '../../domain/replace.ts';
import { ROW_NUMBERS, ROW_TEXTS } from '../../domain/rowFields.ts';
import { replaceRefused } from '../../domain/sentences/estimates.ts';
import { findVersionOfList, lockedWithin, type VersionRef } from '../access/refs.ts';
import type { Database, Query } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { inAnyCase } from './anyCase.ts';
import { eventOf, openForEditing } from './editing.ts';
import { listOf } from './lists.ts';
import { changedRow, updateRows } from './paste.ts';
import { editedInList } from './rowEdits.ts';
import { rowsByIds } from './rowSections.ts';

const CELLS_NAMED = 100;
/** Rows counted at a time: other requests have their turn in between. */
const COUNTED_AT_ONCE = 1_000;

/** The rows of a list in which something may be replaced, some at a time, in the order of their ids. */
async function* rowsWith(
  query: Query,
  { teamId }: VersionRef,
  listId: number,
  text: string,
  atOnce: number,
): AsyncGenerator<readonly Row[]> {
  const pattern = inAnyCase(text);
  const typed = typedNumber(text);
  const number = parse(typed, SCALE.unitPrice) === null ? null : typed;
  const tests = [
    ...ROW_TEXTS.map((field) => sql`${sql.ref(field)} ~ ${pattern}`),
    ...(number === null ? [] : ROW_NUMBERS.map((field) => sql`${sql.ref(field)} = ${number}::numeric`)),
  ];
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from estimate_rows
       where team_id = ${teamId} and list_id = ${listId} and id > ${after} and (${sql.join(tests, sql` or `)})
       order by id limit ${atOnce}`.execute(query);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rowsByIds(
      query,
      teamId,
      rows.map(({ id }) => id),
    );
    after = last.id;
  }
}

/** The changed rows, with their new values. */
function replacedRows(rows: readonly Row[], replace: ReturnType<typeof replacer>) {
  const changed = rows.flatMap((row) => {
    const set = replace(row);
    const cells = Object.keys(set).length;
    return cells === 0 ? [] : [{ row, set, cells }];
  });
  return { changed, cells: changed.reduce((sum, each) => sum + each.cells, 0) };
}

/** 400 `replace_refused` with the first cells that cannot be set and their `count`. */
function checkedRows(changed: ReturnType<typeof replacedRows>['changed']): readonly Row[] {
  const given = changed.map(({ row, set }) => BLOCK_FIELDS.map((field) => set[field] ?? (row.kind === 'section' ? '' : row[field])));
  const whole = given.map((cells, at) => (changed[at]?.row.kind === 'section' ? cells.slice(0, BLOCK_FIELDS.indexOf('name') + 1) : cells));
  const { rows, refused } = readBlock(whole, BLOCK_FIELDS, (at) => changed[at]?.row.kind ?? 'row', '.');
  if (refused.length > 0)
    throw HttpError.of(400, replaceRefused(), { extra: { count: refused.length, cells: refused.slice(0, CELLS_NAMED) } });
  return changed.flatMap(({ row, set }, at) => {
    const read = BLOCK_FIELDS.flatMap((field) => (field in set ? [[field, rows[at]?.[field] ?? row[field]] as const] : []));
    return changedRow(row, Object.fromEntries(read)) ?? [];
  });
}

async function count(database: Database, caller: Caller, listId: number, replacing: Replacing) {
  const version = await findVersionOfList(database.query, caller, listId);
  const found = { cells: 0, rows: 0 };
  const replaced = replacer(replacing);
  for await (const rows of rowsWith(database.query, version, listId, replacing.text, COUNTED_AT_ONCE)) {
    const { changed, cells } = replacedRows(rows, replaced);
    found.cells += cells;
    found.rows += changed.length;
  }
  return found;
}

/** Replaces a text in all rows of a list, in one event and whole or not at all. A text that changes nothing is not an edit. */
function replace(
  database: Database,
  caller: Caller,
  listId: number,
  replacing: Replacing,
  revision: number | null,
): Promise<Answer<'POST /lists/:id/replace/'>> {
  return database.query.transaction().execute(async (tx) => {
    const version = await openForEditing(tx, caller, 'list', listId);
    await refuseStale(tx, version, 'lists', revision, () => listOf(tx, version, listId));
    const list = lockedWithin(version, { listId });
    let [eventId, cells, rowCount]: [number | null, number, number] = [null, 0, 0];
    const replaced = replacer(replacing);
    for await (const rows of rowsWith(tx, version, listId, replacing.text, BLOCK_ROWS)) {
      const { changed, cells: more } = replacedRows(rows, replaced);
      if (changed.length === 0) continue;
      eventId ??= await recordEvent(tx, eventOf(version, caller, 'row', null, 'replace', replacing.text));
      await updateRows(tx, list, checkedRows(changed));
      rowCount += changed.length;
      cells += more;
    }
    const { event_id, summary } = await editedInList(tx, version, listId, [], eventId);
    return { event_id, cells, rows: rowCount, summary };
  });
}

export const replaceHandlers: HandlersOf<'GET /lists/:id/replacement/' | 'POST /lists/:id/replace/'> = {
  'GET /lists/:id/replacement/': ({ params, query }, { database, caller }) => count(database, caller, params.id, query),
  'POST /lists/:id/replace/': ({ params, body }, { database, caller, revision }) => replace(database, caller, params.id, body, revision),
};

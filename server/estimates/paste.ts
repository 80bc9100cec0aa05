import { sql } from 'kysely';
import type { RowsInList } from '../../domain/api/estimateShapes.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { type BlockRow, isBlank, readBlock } from '../../domain/block.ts';
import { BLOCK_FIELDS, type BlockColumns, type BlockEditKind, type BlockField, columnsFrom } from '../../domain/blockShape.ts';
import { formulasAfter, haveSameFormulas } from '../../domain/formula.ts';
import type { DecimalMark } from '../../domain/numberText.ts';
import { FILLED_FIELDS, isRowNumber } from '../../domain/rowFields.ts';
import { pasteRefused } from '../../domain/sentences/estimates.ts';
import { lockedWithin } from '../access/refs.ts';
import type { Database, Tx } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError, rowGone } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { rowAmounts } from './amounts.ts';
import { eventOf, openForEditing } from './editing.ts';
import { listOf } from './lists.ts';
import { insertRows, nextRowIds } from './newRows.ts';
import { ROW_CONTENT_TYPED, SET_CONTENT } from './rowColumns.ts';
import { editedInList } from './rowEdits.ts';
import { idsAfter, type LockedList, makeGap } from './rowOrder.ts';
import { rowsByIds } from './rowSections.ts';
import type { NewRow } from './versions.ts';

const CELLS_NAMED = 100;
const EMPTY: NewRow = {
  kind: 'row',
  code: '',
  name: '',
  unit: '',
  quantity: '0',
  unit_labour: '0',
  unit_materials: '0',
  unit_tools: '0',
};

/** The rows of a block that are added at the end of the list, without trailing empty ones, because copied blocks often end in them. */
function addedRows(rows: readonly BlockRow[], covered: number): NewRow[] {
  const more = rows.slice(covered);
  const last = more.findLastIndex((row) => !isBlank(row));
  return more.slice(0, last + 1).map(({ formulas = {}, ...set }) => ({ ...EMPTY, ...set, formulas: formulasAfter(null, formulas) }));
}

/** The row with a block's values; null where they change nothing. */
export function changedRow(row: Row, { formulas = {}, ...set }: BlockRow = {}): Row | null {
  const numbers = Object.keys(set).filter(isRowNumber);
  const after = {
    ...row,
    ...set,
    formulas: formulasAfter(row.formulas, Object.fromEntries(numbers.map((field) => [field, formulas[field] ?? null]))),
  };
  const isSame = BLOCK_FIELDS.every((field) => after[field] === row[field]) && haveSameFormulas(after.formulas, row.formulas);
  return isSame ? null : after;
}

/** Writes the filled fields of rows, each with its amounts. */
export async function updateRows(tx: Tx, { teamId }: LockedList, rows: readonly Row[]): Promise<void> {
  const records = rows.map((row) => {
    const { labour, materials, tools } = rowAmounts(row);
    const filled = Object.fromEntries(FILLED_FIELDS.map((field) => [field, row[field]]));
    return { id: row.id, ...filled, labour, materials, tools, formulas: row.formulas };
  });
  await sql`
    update estimate_rows r set ${SET_CONTENT}, revision = nextval('revisions'), updated_at = clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as c (id bigint, ${ROW_CONTENT_TYPED})
     where r.team_id = ${teamId} and r.id = c.id`.execute(tx);
}

/**
 * The rows that a block covers: those chosen one by one, else its first row and those that follow; none for a block that is added. 404 when
 * one of them is not in the list.
 */
async function coveredRows(
  tx: Tx,
  list: LockedList,
  { row_id: rowId, row_ids: chosen, cells: { length: height } }: PastedBlock,
): Promise<readonly Row[]> {
  if (rowId === null) return [];
  if (chosen !== undefined) {
    const rows = await rowsByIds(tx, list.teamId, chosen.slice(0, height));
    const areAllThere = rows.length >= Math.min(chosen.length, height) && new Set(chosen).size === chosen.length;
    if (!areAllThere || rows.some(({ list_id }) => list_id !== list.listId)) throw rowGone();
    return rows;
  }
  const [first] = await rowsByIds(tx, list.teamId, [rowId]);
  if (first === undefined || first.list_id !== list.listId) throw rowGone();
  return [first, ...(await rowsByIds(tx, list.teamId, await idsAfter(tx, list, rowId, height - 1)))];
}

interface PastedBlock {
  readonly row_id: number | null;
  readonly row_ids?: readonly number[] | undefined;
  readonly field: BlockField;
  readonly fields?: BlockColumns | undefined;
  readonly as: BlockEditKind;
  readonly decimal: DecimalMark | null;
  readonly cells: readonly (readonly string[])[];
}

/**
 * Sets a block of cells from a row and a column on, adding rows at the end of the list when the block is longer, in one event and whole or not
 * at all: 400 `paste_refused` with the first 100 cells that cannot be set and their `count`. A block without changes is not an edit.
 */
async function paste(database: Database, caller: Caller, listId: number, block: PastedBlock, revision: number | null): Promise<RowsInList> {
  const { field, fields = columnsFrom(field), as, cells, decimal } = block;
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'list', listId);
    await refuseStale(tx, versionRef, 'lists', revision, () => listOf(tx, versionRef, listId));
    const list = lockedWithin(versionRef, { listId });
    const covered = await coveredRows(tx, list, block);
    const isSkipped = (at: number) => as === 'fill' && covered[at]?.kind === 'section';
    // A filled series skips headings and continues after them.
    const left = cells.values();
    const set = cells.map((_, at) => (isSkipped(at) ? [] : (left.next().value ?? [])));

    const { rows, refused } = readBlock(set, fields, (at) => covered[at]?.kind ?? 'row', decimal);
    if (refused.length > 0) {
      throw HttpError.of(400, pasteRefused(), { extra: { count: refused.length, cells: refused.slice(0, CELLS_NAMED) } });
    }
    const edited = covered.flatMap((row, at) => changedRow(row, rows[at]) ?? []);
    const added = addedRows(rows, covered.length);
    const ids = [...edited.map(({ id }) => id), ...(await nextRowIds(tx, added.length))];
    let eventId: number | null = null;
    if (ids.length > 0) {
      eventId = await recordEvent(
        tx,
        eventOf(versionRef, caller, 'row', ids.length === 1 ? (ids[0] ?? null) : null, as, covered[0]?.name ?? ''),
      );
      if (edited.length > 0) await updateRows(tx, list, edited);
      if (added.length > 0)
        await insertRows(tx, versionRef, listId, added, ids.slice(edited.length), await makeGap(tx, list, undefined, added.length));
    }
    return editedInList(tx, versionRef, listId, ids, eventId);
  });
}

export const pasteHandlers: HandlersOf<'POST /lists/:id/paste/'> = {
  'POST /lists/:id/paste/': ({ params, body }, { database, caller, revision }) => paste(database, caller, params.id, body, revision),
};

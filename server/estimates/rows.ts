import { sql } from 'kysely';
import { toAmounts } from '../../domain/amounts.ts';
import { ROW_FIELDS, type Row } from '../../domain/contract/shapes.ts';
import { canonical, SCALE } from '../../domain/decimal.ts';
import { entered, formulasAfter, haveSameFormulas } from '../../domain/formula.ts';
import { isRowNumber, type RowFormulas } from '../../domain/rowFields.ts';
import { headingHasNoNumbers } from '../../domain/sentences/estimates.ts';
import { sendOneField } from '../../domain/sentences/fields.ts';
import { findVersionOfList, findVersionOfRow } from '../access/refs.ts';
import { nextRevision } from '../db/ids.ts';
import type { Database, Query } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { rowAmounts, sumsOf, unitTotal } from './amounts.ts';
import { eventOf, openForEditing } from './editing.ts';
import { refreshPrice, summaryOf } from './summary.ts';

interface StoredRow {
  readonly id: number;
  readonly list_id: number;
  readonly order: number;
  readonly kind: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
  readonly formulas: RowFormulas;
  readonly revision: number;
}

function shaped(row: StoredRow): Row {
  const { id, list_id, order, code, name, unit, revision } = row;
  return {
    id,
    list_id,
    order,
    kind: row.kind === 'section' ? 'section' : 'row',
    code,
    name,
    unit,
    quantity: canonical(row.quantity),
    unit_labour: canonical(row.unit_labour),
    unit_materials: canonical(row.unit_materials),
    unit_tools: canonical(row.unit_tools),
    unit_total: unitTotal(row),
    formulas: row.formulas,
    revision,
    ...toAmounts(sumsOf(row)),
  };
}

const COLUMNS = [
  'id',
  'list_id',
  'order',
  'kind',
  'code',
  'name',
  'unit',
  'quantity',
  'unit_labour',
  'unit_materials',
  'unit_tools',
  'labour',
  'materials',
  'tools',
  'formulas',
  'revision',
] as const;

async function windowOf(
  query: Query,
  teamId: number,
  listId: number,
  offset: number,
  limit: number,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await query
    .selectFrom('estimate_rows')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .orderBy('team_id')
    .orderBy('list_id')
    .orderBy('order')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const kept = await query
    .selectFrom('list_totals')
    .select('row_count')
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .executeTakeFirst();
  return { rows: rows.map(shaped), total: kept?.row_count ?? 0 };
}

/** These rows as they are now, in the order of their ids' list. */
export async function rowsByIds(query: Query, teamId: number, ids: readonly number[]): Promise<Row[]> {
  const found = await query
    .selectFrom('estimate_rows')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [shaped(row)];
  });
}

export async function rowOf(query: Query, teamId: number, rowId: number): Promise<Row> {
  const row = await query
    .selectFrom('estimate_rows')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('id', '=', rowId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return shaped(row);
}

/**
 * Sets one field of a row in one event; a number may be given as its formula, which is kept, with the list's and the version's kept totals.
 * 409 `code_estimate_has_act` in a frozen version, 409 `stale_edit` with the current row when `revision` is given and older. An unchanged value is not an edit.
 */
async function editRow(database: Database, caller: Caller, rowId: number, field: keyof Row, value: string, revision: number | null) {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'row', rowId);
    const before = await rowOf(tx, versionRef.teamId, rowId);
    await refuseStale(tx, versionRef, 'estimate_rows', revision, async () => before);
    if (before.kind === 'section' && isRowNumber(field)) throw fieldError(field, headingHasNoNumbers());
    const { value: number, formula } = isRowNumber(field) ? entered(value, SCALE.quantity) : { value, formula: null };
    const set = isRowNumber(field) ? canonical(number) : number;
    const formulas = isRowNumber(field) ? formulasAfter(before.formulas, { [field]: formula }) : (before.formulas ?? null);
    const after = { ...before, [field]: set };
    let event_id: number | null = null;
    if (before[field] !== set || !haveSameFormulas(before.formulas, formulas)) {
      event_id = await recordEvent(tx, { ...eventOf(versionRef, caller, 'row', rowId, 'update', before.name), field });
      const { labour, materials, tools } = rowAmounts(after);
      await tx
        .updateTable('estimate_rows')
        .set({
          [field]: set,
          labour,
          materials,
          tools,
          formulas: formulas && JSON.stringify(formulas),
          revision: nextRevision,
          updated_at: sql<Date>`clock_timestamp()`,
        })
        .where('team_id', '=', versionRef.teamId)
        .where('id', '=', rowId)
        .execute();
    }
    const summary = await refreshPrice(tx, versionRef, field);
    const list = summary.costs.find(({ id }) => id === before.list_id);
    if (list === undefined) throw notFound();
    return { event_id, row: await rowOf(tx, versionRef.teamId, rowId), list, summary };
  });
}

export const rowHandlers: HandlersOf<'GET /lists/:id/rows/' | 'GET /rows/:id/' | 'PUT /rows/:id/'> = {
  async 'GET /lists/:id/rows/'({ params, query }, { database, caller }) {
    const { teamId } = await findVersionOfList(database.query, caller, params.id);
    const { rows, total } = await windowOf(database.query, teamId, params.id, query.offset, query.limit);
    if (query.shape !== 'columns') return { rows, total };
    return { columns: Object.fromEntries(ROW_FIELDS.map((field) => [field, rows.map((row) => row[field])])), total };
  },
  async 'GET /rows/:id/'({ params }, { database, caller }) {
    const versionRef = await findVersionOfRow(database.query, caller, params.id);
    return { row: await rowOf(database.query, versionRef.teamId, params.id), summary: await summaryOf(database.query, versionRef) };
  },
  'PUT /rows/:id/'({ params, body }, { database, caller, revision }) {
    const [field, value] = Object.entries(body).find(([, given]) => given !== undefined) ?? [];
    if (field === undefined || value === undefined) throw fieldError('fields', sendOneField());
    return editRow(database, caller, params.id, field as keyof Row, value, revision);
  },
};

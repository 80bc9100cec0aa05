import { sql } from 'kysely';
import { ROW_FIELDS, type Row } from '../../domain/contract/shapes.ts';
import { canonical, SCALE } from '../../domain/decimal.ts';
import { entered, formulasAfter, haveSameFormulas } from '../../domain/formula.ts';
import { isRowNumber } from '../../domain/rowFields.ts';
import { headingHasNoNumbers } from '../../domain/sentences/estimates.ts';
import { sendOneField } from '../../domain/sentences/fields.ts';
import { findVersionOfList, findVersionOfRow } from '../access/refs.ts';
import { nextRevision } from '../db/ids.ts';
import type { Database } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { rowAmounts } from './amounts.ts';
import { eventOf, openForEditing } from './editing.ts';
import { keptView } from './keptViews.ts';
import { rowOf, sectionsAround } from './rowSections.ts';
import { rowWindow } from './rowWindow.ts';
import { refreshPrice, summaryOf } from './summary.ts';

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
    const row = await rowOf(tx, versionRef.teamId, rowId);
    return { event_id, row, list, summary, sections: await sectionsAround(tx, versionRef.teamId, [row]) };
  });
}

export const rowHandlers: HandlersOf<'GET /lists/:id/rows/' | 'GET /rows/:id/' | 'PUT /rows/:id/'> = {
  async 'GET /lists/:id/rows/'({ params, query }, { database, caller }) {
    const { teamId } = await findVersionOfList(database.query, caller, params.id);
    const list = { teamId, listId: params.id };
    const kept = query.kept && (await keptView(database.query, caller, list, 'estimate'));
    const { rows, ...found } = await rowWindow(database.query, list, kept ?? query.view, query);
    const whole = kept === undefined ? found : { ...found, kept };
    if (query.shape !== 'columns') return { rows, ...whole };
    return { columns: Object.fromEntries(ROW_FIELDS.map((field) => [field, rows.map((row) => row[field])])), ...whole };
  },
  async 'GET /rows/:id/'({ params }, { database, caller }) {
    const versionRef = await findVersionOfRow(database.query, caller, params.id);
    const row = await rowOf(database.query, versionRef.teamId, params.id);
    const sections = await sectionsAround(database.query, versionRef.teamId, [row]);
    return { row, summary: await summaryOf(database.query, versionRef), sections };
  },
  'PUT /rows/:id/'({ params, body }, { database, caller, revision }) {
    const [field, value] = Object.entries(body).find(([, given]) => given !== undefined) ?? [];
    if (field === undefined || value === undefined) throw fieldError('fields', sendOneField());
    return editRow(database, caller, params.id, field as keyof Row, value, revision);
  },
};

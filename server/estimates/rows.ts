import { sql } from 'kysely';
import { fromAmounts, minus, plus, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { ROW_FIELDS, type Row, type VersionSummary } from '../../domain/api/shapes.ts';
import { canonical, SCALE } from '../../domain/decimal.ts';
import { entered, formulasAfter, haveSameFormulas } from '../../domain/formula.ts';
import { isRowNumber } from '../../domain/rowFields.ts';
import { isArranged, isFolding } from '../../domain/rowView.ts';
import { headingHasNoNumbers } from '../../domain/sentences/estimates.ts';
import { sendOneField } from '../../domain/sentences/fields.ts';
import { findVersionOfList, findVersionOfRow, lockingRead } from '../access/refs.ts';
import type { Database } from '../db/open.ts';
import { asOfOneMoment } from '../db/pages.ts';
import { statement } from '../db/statements.ts';
import { type EventArguments, eventArguments, eventSql, lastChange } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound, rowGone } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { rowAmounts, sumsOf } from './amounts.ts';
import { eventOf, refuseFrozen } from './editing.ts';
import { keptView, ownView } from './keptViews.ts';
import { type ReadRows, rowsAndSections, rowsSql, rowWithSections } from './rowSections.ts';
import { rowWindow } from './rowWindow.ts';
import { settleOutlines } from './sections.ts';
import { keepableSummary, keepPriceSql, keptSummary, ownSummary, priceOf, type SummaryFacts, summaryOf, summarySql } from './summary.ts';
import { widened } from './widened.ts';
import { windowText } from './windowText.ts';

interface RowRead {
  readonly rows: ReadRows;
  readonly facts: SummaryFacts;
}

/** Locks the project of a row and reads the row and the summary's facts. */
const openRow = lockingRead<RowRead>(
  'open_row',
  (id) =>
    sql`${rowsSql(sql`l.team_id`, sql`array[${id}::bigint]`, { withHeadings: false })} as rows, ${summarySql(sql`l.team_id`, sql`l.version_id`)} as facts`,
);

/** Sets columns of a row and the version's price in one event, and reads the result. */
const setRow = statement<
  EventArguments & { versionId: number; rowId: number; content: string; price: string },
  RowRead & { readonly event_id: number }
>(
  'set_row',
  (given) => sql`
    select p.id as event_id, ${rowsSql(given.teamId, sql`array[${given.rowId}::bigint]`, { withHeadings: true })} as rows, ${summarySql(given.teamId, given.versionId)} as facts
      from (select ${eventSql(given)} as id) e
     cross join lateral (select e.id, set_row(${given.teamId}::bigint, ${given.rowId}::bigint, ${given.content}::text::jsonb) offset 0) w
     cross join lateral (select w.id, ${keepPriceSql(given)} offset 0) p`,
);

/** The facts of a summary after the amounts of one list have changed. */
const withChange = (facts: SummaryFacts, listId: number, change: Sums): SummaryFacts => ({
  ...facts,
  costs: facts.costs.map((list) => (list.id === listId ? { ...list, ...toAmounts(plus(sumsOf(list), change)) } : list)),
});

function typed(field: keyof Row, value: string, before: Row) {
  if (!isRowNumber(field)) return { set: value, formulas: before.formulas ?? null };
  if (before.kind === 'section') throw fieldError(field, headingHasNoNumbers());
  const { value: number, formula } = entered(value, SCALE.quantity);
  return { set: canonical(number), formulas: formulasAfter(before.formulas, { [field]: formula }) };
}

/**
 * Sets one field of a row in one event, with the kept totals of the list and the version; a number may be given as a formula, which is
 * stored. 409 `code_estimate_has_act` in a frozen version, 409 `stale_edit` with the current row when `revision` is given and older. An
 * unchanged value is not an edit.
 */
async function editRow(database: Database, caller: Caller, rowId: number, field: keyof Row, value: string, revision: number | null) {
  return database.query.transaction().execute(async (tx) => {
    const { ref: versionRef, read } = await openRow(tx, caller, 'row', rowId);
    await refuseFrozen(tx, versionRef);
    const [before] = rowsAndSections(read.rows).rows;
    if (before === undefined) throw rowGone();
    await refuseStale(tx, versionRef, 'estimate_rows', revision, async () => before);
    const { set, formulas } = typed(field, value, before);
    if (before[field] === set && haveSameFormulas(before.formulas, formulas)) {
      const { row, sections } = await rowWithSections(tx, versionRef.teamId, rowId);
      return rowAnswer(null, row, sections, keepableSummary(versionRef, read.facts, field));
    }

    const after = { ...before, [field]: set };
    const { labour, materials, tools } = rowAmounts(after);
    const change = before.kind === 'section' ? ZERO : minus(fromAmounts({ labour, materials, tools }), fromAmounts(before));
    const price = priceOf(keepableSummary(versionRef, withChange(read.facts, before.list_id, change), field));
    const content = JSON.stringify({ [field]: set, labour, materials, tools, formulas });
    const event = eventArguments({ ...eventOf(versionRef, caller, 'row', rowId, 'update', before.name), field });
    const [kept] = await setRow(tx, { ...event, versionId: versionRef.versionId, rowId, content, price });
    if (kept === undefined) throw new Error('The row was not set');
    const summary = keptSummary(versionRef, kept.facts, price, field);
    if (kept.facts.is_settled) {
      const { rows, sections } = rowsAndSections(kept.rows);
      return rowAnswer(kept.event_id, rows[0], sections, summary);
    }
    await settleOutlines(tx, versionRef);
    const { row, sections } = await rowWithSections(tx, versionRef.teamId, rowId);
    return rowAnswer(kept.event_id, row, sections, summary);
  });
}

function rowAnswer(eventId: number | null, row: Row | undefined, sections: Row[], summary: VersionSummary) {
  const list = summary.costs.find(({ id }) => id === row?.list_id);
  if (row === undefined || list === undefined) throw notFound();
  return { event_id: eventId, row, list, summary, sections };
}

export const rowHandlers: HandlersOf<'GET /lists/:id/rows/' | 'GET /rows/:id/' | 'PUT /rows/:id/'> = {
  async 'GET /lists/:id/rows/'({ params, query }, { database, caller }) {
    const asStored = !isArranged(query.view) && !isFolding(query.view);
    const text = query.shape === 'columns' && asStored ? await windowText(database.query, caller, params.id, query) : null;
    if (text !== null) return text;
    const version = await findVersionOfList(database.query, caller, params.id);
    const { teamId } = version;
    const list = { teamId, listId: params.id };
    const kept = query.kept && (await keptView(database.query, caller, list, 'estimate'));
    const { rows, ...found } = await asOfOneMoment(
      database.query,
      async (one) => String(await lastChange(one, version)),
      async (one) => {
        const { rows: plain, ...read } = await rowWindow(one, list, kept ?? ownView(query.view, caller), query);
        return { rows: query.extras === undefined ? plain : await widened(one, teamId, plain), ...read };
      },
    );
    const whole = kept === undefined ? found : { ...found, kept };
    if (query.shape !== 'columns') return { rows, ...whole };
    return { columns: Object.fromEntries(ROW_FIELDS.map((field) => [field, rows.map((row) => row[field])])), ...whole };
  },
  async 'GET /rows/:id/'({ params }, { database, caller }) {
    const versionRef = await findVersionOfRow(database.query, caller, params.id);
    const { row, sections } = await rowWithSections(database.query, versionRef.teamId, params.id);
    return { row, summary: ownSummary(caller, await summaryOf(database.query, versionRef)), sections };
  },
  'PUT /rows/:id/'({ params, body }, { database, caller, revision }) {
    const [field, value] = Object.entries(body).find(([, given]) => given !== undefined) ?? [];
    if (field === undefined || value === undefined) throw fieldError('fields', sendOneField());
    return editRow(database, caller, params.id, field as keyof Row, value, revision);
  },
};

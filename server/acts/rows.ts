import { sql } from 'kysely';
import {
  ACTS_PER_VERSION,
  actRowId,
  allowedRange,
  DONE_PERCENT_SCALE,
  parseDonePercent,
  percentRange,
  percentRangeProblem,
  placeOfActRow,
  quantityOfPercent,
  type Range,
  rangeProblem,
  rowIdOfActRow,
} from '../../domain/act.ts';
import { minus, rowSums, toAmounts } from '../../domain/amounts.ts';
import type { ActRowHelper } from '../../domain/contract/actShapes.ts';
import type { ActRow } from '../../domain/contract/shapes.ts';
import { canonical, fixed } from '../../domain/decimal.ts';
import { type Locked, lockActOfRow } from '../access/refs.ts';
import { nextRevision } from '../db/ids.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { pricesOf } from '../estimates/amounts.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import { type ActRef, actOfRow } from './find.ts';
import { refuseLocked } from './lock.ts';
import { sectionsAroundInAct, withSections } from './rowWindow.ts';
import { moveSectionsDone } from './sections.ts';
import { quantityOf, type StoredActRow, seenByAct, textOf } from './seenRows.ts';
import { actSummaryOf, refreshActPrices } from './summary.ts';

async function storedRow(query: Query, act: ActRef, rowId: number): Promise<StoredActRow> {
  const { rows } = await seenByAct(act, sql`r.id = ${rowId}`).execute(query);
  const [row] = rows;
  if (row === undefined || row.kind === 'section') throw notFound();
  return row;
}

/** Holds the project of an act row for an edit. */
export const lockActRow = (tx: Tx, caller: Caller, id: number): Promise<Locked<ActRef>> =>
  lockActOfRow(tx, caller, rowIdOfActRow(id), placeOfActRow(id));

/** Running totals of the row at the end of this act and of each later one; `own` is this act's part in all of them. */
async function runningTotals(
  query: Query,
  { teamId, versionId, place }: ActRef,
  rowId: number,
): Promise<{ acts: { id: number; total: bigint }[]; own: bigint }> {
  const { rows } = await sql<{ id: number; place: number; quantity: string }>`
    select a.id, a.place, coalesce(done.quantity, 0)::numeric(15, 6) as quantity
      from acts a left join act_rows done on done.team_id = a.team_id and done.id = ${rowId}::bigint * ${ACTS_PER_VERSION}::int + a.place
     where a.team_id = ${teamId} and a.version_id = ${versionId} order by a.place`.execute(query);
  let total = 0n;
  const totals = rows.map((row) => {
    total += quantityOf(row.quantity);
    return { id: row.id, place: row.place, total };
  });
  const own = rows.find((row) => row.place === place);
  return { acts: totals.filter((act) => act.place >= place), own: quantityOf(own?.quantity ?? '0') };
}

function rangeIn({ acts, own }: Awaited<ReturnType<typeof runningTotals>>, estimated: bigint): Range {
  const [first, ...later] = acts.map(({ total }) => total - own);
  return allowedRange(estimated, [first ?? 0n, ...later]);
}

/** The range this act allows for the row, in quantity or in percent of the estimate, with the quantities that other acts use. */
export async function helperOf(query: Query, caller: Caller, id: number, field: 'quantity' | 'percent'): Promise<ActRowHelper> {
  const act = await actOfRow(query, caller, id);
  const row = await storedRow(query, act, rowIdOfActRow(id));
  const estimated = quantityOf(row.estimated);
  const range = rangeIn(await runningTotals(query, act, row.id), estimated);
  const used = await usedElsewhere(query, act, row.id);
  if (field === 'quantity') return { min_value: textOf(range.min), max_value: textOf(range.max), used };
  const percents = percentRange(range, estimated);
  return { min_value: fixed(percents.min, DONE_PERCENT_SCALE), max_value: fixed(percents.max, DONE_PERCENT_SCALE), used };
}

/** The quantities of the row in the other acts of the version. */
async function usedElsewhere(query: Query, { teamId, versionId, actId }: ActRef, rowId: number): Promise<ActRowHelper['used']> {
  const rows = await query
    .selectFrom('act_rows')
    .innerJoin('acts', (join) => join.onRef('acts.team_id', '=', 'act_rows.team_id').onRef('acts.id', '=', 'act_rows.act_id'))
    .select(['acts.id as act_id', 'acts.number', 'act_rows.quantity'])
    .where('act_rows.team_id', '=', teamId)
    .where('act_rows.row_id', '=', rowId)
    .where('acts.version_id', '=', versionId)
    .where('acts.id', '<>', actId)
    .where('act_rows.quantity', '<>', '0')
    .orderBy('acts.place')
    .execute();
  return rows.map(({ quantity, ...act }) => ({ ...act, quantity: canonical(quantity) }));
}

async function rowInAct(query: Query, act: ActRef, rowId: number): Promise<ActRow> {
  const [row] = await withSections(query, act, [rowId]);
  if (row === undefined) throw notFound();
  return row;
}

/** A row of an act with the act's summary and the headings around it. */
export async function actRowAndSummary(query: Query, caller: Caller, id: number) {
  const act = await actOfRow(query, caller, id);
  const stored = await storedRow(query, act, rowIdOfActRow(id));
  const sections = await sectionsAroundInAct(query, act, stored.id);
  return { row: await rowInAct(query, act, stored.id), summary: await actSummaryOf(query, act), sections };
}

/** One of the two. */
export interface AskedOfRow {
  readonly quantity?: string | undefined;
  readonly percent?: string | undefined;
}

function wanted(asked: AskedOfRow, row: StoredActRow, range: Range): bigint {
  const estimated = quantityOf(row.estimated);
  if (asked.percent === undefined) {
    const quantity = quantityOf(asked.quantity ?? '');
    const problem = rangeProblem(quantity, range, row.unit);
    if (problem !== null) throw fieldError('quantity', problem);
    return quantity;
  }
  const percent = parseDonePercent(asked.percent) ?? 0n;
  const quantity = quantityOfPercent(percent, quantityOf(row.quantity), estimated, range);
  const problem = percentRangeProblem(percent, percentRange(range, estimated)) ?? rangeProblem(quantity, range, row.unit);
  if (problem !== null) throw fieldError('percent', problem);
  return quantity;
}

/**
 * Sets what an act did of a row, by quantity or percent, in one event, and keeps the totals of this act and every later one.
 * 400 on the field outside the range, 409 `act_locked`, 409 `stale_edit` with the row as it is.
 */
export const editActRow = (database: Database, caller: Caller, id: number, asked: AskedOfRow, revision: number | null) =>
  database.query.transaction().execute(async (tx) => changeActRow(tx, caller, await lockActRow(tx, caller, id), id, asked, revision));

/** The same within a transaction. */
export async function changeActRow(tx: Tx, caller: Caller, act: Locked<ActRef>, id: number, asked: AskedOfRow, revision: number | null) {
  await refuseLocked(tx, act);
  const row = await storedRow(tx, act, rowIdOfActRow(id));
  await refuseStale(tx, act, 'act_rows', revision, () => rowInAct(tx, act, row.id));
  const totals = await runningTotals(tx, act, row.id);
  const quantity = wanted(asked, row, rangeIn(totals, quantityOf(row.estimated)));
  let event_id: number | null = null;
  if (quantity !== totals.own) {
    const field = asked.percent === undefined ? 'quantity' : 'percent';
    event_id = await recordEvent(tx, { ...eventOf(act, caller, 'act_row', id, 'update', row.name), field });
    await keepQuantity(tx, act, row, quantity);
    await moveTotals(tx, act, row, totals.acts, quantity - totals.own);
    await refreshActPrices(tx, act, act.place, field);
  }
  const summary = await actSummaryOf(tx, act);
  const list = summary.costs.find((cost) => cost.id === row.list_id);
  if (list === undefined) throw notFound();
  const { id: _id, order: _order, title: _title, ...listProgress } = list;
  const sections = await sectionsAroundInAct(tx, act, row.id);
  return { event_id, row: await rowInAct(tx, act, row.id), list: listProgress, summary, sections };
}

async function keepQuantity(tx: Tx, { teamId, actId, place }: Locked<ActRef>, row: StoredActRow, quantity: bigint): Promise<void> {
  const text = textOf(quantity);
  await tx
    .insertInto('act_rows')
    .values({ team_id: teamId, id: actRowId(row.id, place), act_id: actId, list_id: row.list_id, row_id: row.id, quantity: text })
    .onConflict((clash) =>
      clash.columns(['team_id', 'id']).doUpdateSet({ quantity: text, revision: nextRevision, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

async function moveTotals(
  tx: Tx,
  version: Locked<ActRef>,
  row: StoredActRow,
  acts: readonly { id: number; total: bigint }[],
  change: bigint,
): Promise<void> {
  const prices = pricesOf(row);
  const moves = acts.map(({ id, total }) => {
    const { labour, materials, tools } = toAmounts(minus(rowSums(total + change, prices), rowSums(total, prices)));
    return { actId: id, labour, materials, tools };
  });
  await moveSectionsDone(tx, version, row, moves);
  for (const { actId, labour, materials, tools } of moves)
    await sql`
      insert into act_list_totals as kept (team_id, act_id, list_id, labour, materials, tools)
      values (${version.teamId}, ${actId}, ${row.list_id}, ${labour}, ${materials}, ${tools})
      on conflict (team_id, act_id, list_id) do update set
        labour = kept.labour + excluded.labour, materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools`.execute(
      tx,
    );
}

import { sql } from 'kysely';
import {
  ACTS_PER_VERSION,
  allowedRange,
  DONE_PERCENT_SCALE,
  percentRange,
  placeOfActRow,
  type Range,
  rowIdOfActRow,
  runningTotals,
} from '../../domain/act.ts';
import type { ActRowHelper } from '../../domain/api/actShapes.ts';
import { canonical, fixed } from '../../domain/decimal.ts';
import { type Locked, lockActOfRow } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { type ActRef, actOfRow } from './find.ts';
import { claimsOf } from './readClaims.ts';
import { quantityOf, type StoredActRow, seenByAct, textOf } from './seenRows.ts';
import { actSummaryOf } from './summary.ts';

async function storedRow(query: Query, act: ActRef, rowId: number): Promise<StoredActRow> {
  const { rows } = await seenByAct(act, sql`r.id = ${rowId}`).execute(query);
  const [row] = rows;
  if (row === undefined || row.kind === 'section') throw notFound();
  return row;
}

/** Locks the project of an act row for an edit. */
export const lockActRow = (tx: Tx, caller: Caller, id: number): Promise<Locked<ActRef>> =>
  lockActOfRow(tx, caller, rowIdOfActRow(id), placeOfActRow(id));

/** Running totals of the row at the end of this act and of each later one; `own` is this act's part in all of them. */
async function totalsOf(
  query: Query,
  { teamId, versionId, place }: ActRef,
  rowId: number,
): Promise<{ acts: { total: bigint }[]; own: bigint }> {
  const { rows } = await sql<{ place: number; quantity: string }>`
    select a.place, coalesce(done.quantity, 0)::numeric(15, 6) as quantity
      from acts a left join act_rows done on done.team_id = a.team_id and done.id = ${rowId}::bigint * ${ACTS_PER_VERSION}::int + a.place
     where a.team_id = ${teamId} and a.version_id = ${versionId} order by a.place`.execute(query);
  const quantities = rows.map(({ quantity }) => quantityOf(quantity));
  const totals = runningTotals(0n, quantities).map((total, at) => ({ place: rows[at]?.place ?? 0, total }));
  const own = rows.find((row) => row.place === place);
  return { acts: totals.filter((act) => act.place >= place), own: quantityOf(own?.quantity ?? '0') };
}

function rangeIn({ acts, own }: Awaited<ReturnType<typeof totalsOf>>, limit: bigint): Range {
  const [first, ...later] = acts.map(({ total }) => total - own);
  return allowedRange(limit, [first ?? 0n, ...later]);
}

/** The range this act allows for the row, in quantity or in percent of the estimated quantity with extras, and the quantities that other acts use. */
export async function helperOf(query: Query, caller: Caller, id: number, field: 'quantity' | 'percent'): Promise<ActRowHelper> {
  const act = await actOfRow(query, caller, id);
  const row = await storedRow(query, act, rowIdOfActRow(id));
  const limit = quantityOf(row.estimated) + quantityOf(row.extra ?? '0');
  const range = rangeIn(await totalsOf(query, act, row.id), limit);
  const used = await usedElsewhere(query, act, row.id);
  if (field === 'quantity') return { min_value: textOf(range.min), max_value: textOf(range.max), used };
  const percents = percentRange(range, limit);
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
    .where('acts.place', '>', 0)
    .where('act_rows.quantity', '<>', '0')
    .orderBy('acts.place')
    .execute();
  return rows.map(({ quantity, ...act }) => ({ ...act, quantity: canonical(quantity) }));
}

/** A row of an act with the act's summary and the headings around it. */
export async function actRowAndSummary(query: Query, caller: Caller, id: number) {
  const act = await actOfRow(query, caller, id);
  const stored = await storedRow(query, act, rowIdOfActRow(id));
  const { rows, sections } = await claimsOf(query, act, [stored.id]);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return { row, summary: await actSummaryOf(query, act), sections };
}

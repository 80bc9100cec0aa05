/** Recomputes the notices and stated totals of a list after its rows were corrected or left out. */
import { sql } from 'kysely';
import type { ImportListData, StatedTotal as ShownTotal } from '../../domain/api/importShapes.ts';
import { cents, divideRounded, fromCents } from '../../domain/decimal.ts';
import { correctedHere, correctedSince } from '../../domain/sentences/findings.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { rowsIdOf } from './keeping.ts';
import {
  isNoticeOfRows,
  NAMED_ROWS,
  noticesFrom,
  type Remark,
  type Remarked,
  remarkedIn,
  type StatedTotal,
  withoutRow,
  withRow,
} from './reading/index.ts';

/** A total of the file beside the present sum of its rows; `read` is the comparison made when they were read. */
export interface KeptTotal extends StatedTotal {
  readonly read?: Pick<StatedTotal, 'ours' | 'explanation'>;
  /** The present cost of its rows, where one of them was corrected or left out. */
  readonly costs?: string;
}

export const shownTotal = ({ row_index, label, of, stated, ours, explanation }: KeptTotal): ShownTotal => ({
  row_index,
  label,
  of,
  stated,
  ours,
  explanation,
});

/** The totals with additional costs and taxes changed in proportion to the present cost of their rows, because their percents are of those rows. */
export const atPresentCosts = (totals: readonly KeptTotal[]): KeptTotal[] =>
  totals.map((total) => {
    const { of, ours, rows, costs = rows?.costs } = total;
    const before = cents(rows?.costs ?? '0');
    if (of !== 'summary' || costs === undefined || costs === rows?.costs || before === 0n) return total;
    return { ...total, ours: fromCents(divideRounded(cents(ours) * cents(costs), before)) };
  });

/** The last row that a total includes: a row that was taken in may be below the last one that was read. */
const lastOf = ({ row_index, rows }: KeptTotal) => (rows === undefined ? null : Math.max(rows.last, row_index - 1));

/** Recomputes the file's totals and the notices about rows from the rows that a list has now. */
export async function updateTotalsAndNotices(tx: Tx, projectRef: Locked<ProjectRef>, listId: number): Promise<void> {
  const { teamId } = projectRef;
  const list = await tx
    .selectFrom('import_lists')
    .select(['totals', 'notices'])
    .where('team_id', '=', teamId)
    .where('id', '=', listId)
    .executeTakeFirst();
  if (list === undefined) return;
  const totals = await totalsNow(tx, teamId, listId, list.totals as KeptTotal[]);
  const notices = await noticesWith(tx, projectRef, listId, list.notices);
  await tx
    .updateTable('import_lists')
    .set({ totals: JSON.stringify(totals), notices: JSON.stringify(notices) })
    .where('team_id', '=', teamId)
    .where('id', '=', listId)
    .execute();
}

async function totalsNow(tx: Tx, teamId: number, listId: number, totals: readonly KeptTotal[]): Promise<readonly KeptTotal[]> {
  if (totals.length === 0) return totals;
  const scopes = totals.map((total, at) => ({ at, first: total.rows?.first ?? null, last: lastOf(total) }));
  const { rows } = await sql<{ at: number; costs: string }>`
    select t.at, coalesce(sum(r.labour + r.materials + r.tools), 0)::numeric(40, 2)::text as costs
      from jsonb_to_recordset(${JSON.stringify(scopes)}::text::jsonb) as t (at int, first int, last int)
      left join import_rows r on r.team_id = ${teamId} and r.rows_id = ${rowsIdOf(teamId, listId)} and r.errors = '[]'::jsonb
           and r.sheet_row_index between t.first and t.last
     group by t.at`.execute(tx);
  const costs = new Map(rows.map((row) => [row.at, row.costs]));
  return totals.map((total, at) => totalAtCosts(total, costs.get(at) ?? '0.00'));
}

function totalAtCosts(total: KeptTotal, costs: string): KeptTotal {
  const { rows, of, stated, ours, explanation, read = { ours, explanation } } = total;
  if (rows === undefined) return total;
  if (costs === rows.costs) return { ...total, ...read, costs };
  if (of === 'summary') return { ...total, ...read, explanation: correctedSince(), read, costs };
  return { ...total, ours: costs, explanation: costs === stated ? null : correctedHere(), read, costs };
}

/** A row as totals and notices see it. */
export interface CountedRow {
  readonly sheet_row_index: number;
  readonly kind: string;
  /** "12.50" in total; 0 while it is in error. */
  readonly costs: string;
  readonly remarks: readonly Remark[];
}

/**
 * Updates totals and notices after one row was corrected, or left out (then there is no row afterwards): totals that include the row change by the
 * difference in its cost, and notices of remarks it got or lost by one row. Other rows are read only when a notice has to name another row instead.
 */
export async function updateAfterRow(
  tx: Tx,
  projectRef: Locked<ProjectRef>,
  listId: number,
  before: CountedRow,
  after: CountedRow | null,
): Promise<void> {
  const more = cents(after?.costs ?? '0.00') - cents(before.costs);
  const isSame = before.remarks.join() === after?.remarks.join();
  if (more === 0n && isSame) return;
  const list = await tx
    .selectFrom('import_lists')
    .select(['totals', 'notices'])
    .where('team_id', '=', projectRef.teamId)
    .where('id', '=', listId)
    .executeTakeFirstOrThrow();
  const notices = isSame ? list.notices : await noticesAfter(tx, projectRef, listId, list.notices as Sentence[], before, after);
  const totals = (list.totals as KeptTotal[]).map((total) => {
    const { rows, costs = rows?.costs } = total;
    const isIn = rows !== undefined && rows.first <= before.sheet_row_index && before.sheet_row_index <= (lastOf(total) ?? 0);
    return isIn && costs !== undefined ? totalAtCosts(total, fromCents(cents(costs) + more)) : total;
  });
  await tx
    .updateTable('import_lists')
    .set({ totals: JSON.stringify(totals), notices: JSON.stringify(notices) })
    .where('team_id', '=', projectRef.teamId)
    .where('id', '=', listId)
    .execute();
}

/** The notices about the file, and those about rows as they are now. */
async function noticesWith(tx: Tx, { teamId }: ProjectRef, listId: number, notices: unknown): Promise<Sentence[]> {
  const ofFile = (notices as Sentence[]).filter((notice) => !isNoticeOfRows(notice));
  return [...ofFile, ...(await noticesNow(tx, teamId, listId))];
}

/** The same after one row was corrected or left out. */
async function noticesAfter(
  tx: Tx,
  projectRef: Locked<ProjectRef>,
  listId: number,
  notices: readonly Sentence[],
  before: CountedRow,
  after: CountedRow | null,
): Promise<Sentence[]> {
  const allRows = await rowCount(tx, projectRef.teamId, listId);
  const remarked = remarkedIn(notices, after === null && before.kind === 'row' ? allRows + 1 : allRows);
  if (remarked === null) return noticesWith(tx, projectRef, listId, notices);
  const [row, remarks] = [before.sheet_row_index, after?.remarks ?? []];
  for (const remark of new Set(remarks)) {
    if (!before.remarks.includes(remark)) remarked.set(remark, withRow(remarked.get(remark) ?? NO_ROWS, row));
  }
  for (const remark of new Set(before.remarks)) {
    if (remarks.includes(remark)) continue;
    const { count, first } = remarked.get(remark) ?? NO_ROWS;
    if (count <= 1) remarked.delete(remark);
    else remarked.set(remark, withoutRow({ count, first }, row) ?? (await firstRows(tx, projectRef.teamId, listId, remark, count - 1)));
  }
  return [...notices.filter((notice) => !isNoticeOfRows(notice)), ...noticesFrom(remarked, allRows)];
}
const NO_ROWS: Remarked = { count: 0, first: [] };

/** The first rows with a remark, found in the index of rows with one. */
async function firstRows(tx: Tx, teamId: number, listId: number, remark: Remark, count: number): Promise<Remarked> {
  const { rows } = await sql<{ row: number }>`
    select sheet_row_index as row from import_rows
     where team_id = ${teamId} and rows_id = ${rowsIdOf(teamId, listId)} and remarks <> '[]'::jsonb and jsonb_exists(remarks, ${remark})
     order by "order" limit ${NAMED_ROWS}`.execute(tx);
  return { count, first: rows.map(({ row }) => row) };
}

async function rowCount(tx: Tx, teamId: number, listId: number): Promise<number> {
  const { rows } = await sql<{ row_count: number }>`
    select row_count from import_list_facts where team_id = ${teamId} and rows_id = ${rowsIdOf(teamId, listId)}`.execute(tx);
  return rows[0]?.row_count ?? 0;
}

async function noticesNow(tx: Tx, teamId: number, listId: number): Promise<Sentence[]> {
  const { rows } = await sql<{ remark: Remark; count: number }>`
    select m.remark, count(*)::int as count
      from import_rows r cross join jsonb_array_elements_text(r.remarks) as m (remark)
     where r.team_id = ${teamId} and r.rows_id = ${rowsIdOf(teamId, listId)} and r.remarks <> '[]'::jsonb group by m.remark`.execute(tx);
  const remarked = new Map<Remark, Remarked>();
  for (const { remark, count } of rows) remarked.set(remark, await firstRows(tx, teamId, listId, remark, count));
  return noticesFrom(remarked, await rowCount(tx, teamId, listId));
}

/** The current notices and stated totals of the list that has the row. */
export async function totalsAndNoticesOf(
  query: Query,
  { teamId }: ProjectRef,
  rowId: number,
): Promise<Pick<ImportListData, 'notices' | 'totals'>> {
  const { notices, totals } = await query
    .selectFrom('import_lists as l')
    .innerJoin('import_rows as r', (join) => join.onRef('r.team_id', '=', 'l.team_id').onRef('r.rows_id', '=', 'l.rows_id'))
    .select(['l.notices', 'l.totals'])
    .where('r.team_id', '=', teamId)
    .where('r.id', '=', rowId)
    .executeTakeFirstOrThrow();
  return { notices: notices as Sentence[], totals: (totals as KeptTotal[]).map(shownTotal) };
}

/**
 * Notes that rows were left out of a list, so that they stay out when the list is read again. Rows that a person had included return to the rows
 * that were not imported.
 */
export async function leaveOut(tx: Tx, { teamId }: Locked<ProjectRef>, listId: number, rows: readonly number[]): Promise<void> {
  await sql`
    update import_lists
       set left_out = left_out || ${JSON.stringify(rows)}::text::jsonb,
           not_taken = case when not_taken @> '[{"taken_in": true}]'::jsonb then (
             select jsonb_agg(case when (n.row ->> 'row_index')::int = any(${rows}::int[]) then n.row - 'taken_in' else n.row end order by n.at)
               from jsonb_array_elements(not_taken) with ordinality as n (row, at)) else not_taken end
     where team_id = ${teamId} and id = ${listId}`.execute(tx);
}

/** Deletes the rows that a person had left out of a list before it was read again. */
export async function reapplyOmissions(tx: Tx, { teamId }: Locked<ProjectRef>, listId: number): Promise<void> {
  await sql`
    delete from import_rows r using import_lists l cross join lateral jsonb_array_elements(l.left_out) as gone (sheet_row_index)
     where l.team_id = ${teamId} and l.id = ${listId} and r.team_id = l.team_id and r.rows_id = l.rows_id
       and r.sheet_row_index = gone.sheet_row_index::int`.execute(tx);
}

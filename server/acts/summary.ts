import { type RawBuilder, sql } from 'kysely';
import { actBefore, type Progress as ProgressSums, progress } from '../../domain/act.ts';
import { areKeepable, minus, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import type { ActSummary, ClaimedSummary, Progress } from '../../domain/api/shapes.ts';
import { fromCents, SCALE, shortest } from '../../domain/decimal.ts';
import { percentsOf } from '../../domain/percents.ts';
import { isKeepable, summarise } from '../../domain/summary.ts';
import { withExtras } from '../../domain/widened.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { type EstimateParts, partsOf, type StoredLine } from '../estimates/summary.ts';
import { sumTooLarge } from '../http/errors.ts';
import { extrasShape } from './extrasShape.ts';
import type { ActRef } from './find.ts';
import { claimedByPlace, recountSectionsDone } from './sections.ts';

/** A cell's progress as it travels, with its four flat totals. */
function progressShape(cell: ProgressSums): Progress {
  const total = (sums: Sums) => fromCents(sums.total);
  return {
    estimated_cost: toAmounts(cell.estimated_cost),
    completed_before: toAmounts(cell.completed_before),
    completed_now: toAmounts(cell.completed_now),
    balance: toAmounts(cell.balance),
    left_to_do: toAmounts(cell.left_to_do),
    ...extrasShape(cell),
    completed_before_total: total(cell.completed_before),
    completed_now_total: total(cell.completed_now),
    balance_total: total(cell.balance),
    left_to_do_total: total(cell.left_to_do),
  };
}

/** The sums of each list up to and including each act: act id → list id → sums. */
export async function doneByAct(query: Query, { teamId }: VersionRef, actIds: readonly number[]): Promise<Map<number, Map<number, Sums>>> {
  if (actIds.length === 0) return new Map();
  const rows = await query.selectFrom('act_list_totals').selectAll().where('team_id', '=', teamId).where('act_id', 'in', actIds).execute();
  return byActAndList(actIds, rows);
}

function byActAndList(actIds: readonly number[], rows: readonly Counted[]): Map<number, Map<number, Sums>> {
  const done = new Map<number, Map<number, Sums>>(actIds.map((id) => [id, new Map()]));
  for (const row of rows) done.get(row.act_id)?.set(row.list_id, sumsOf(row));
  return done;
}

/** The acts from a place on, in order, preceded by the act before them if there is one. */
async function actsAround(query: Query, { teamId, versionId }: VersionRef, place: number): Promise<{ id: number; place: number }[]> {
  const { rows } = await sql<{ id: number; place: number }>`
    select a.id, a.place from acts a
     where a.team_id = ${teamId} and a.version_id = ${versionId} and a.place >= coalesce(
             (select max(o.place) from acts o where o.team_id = ${teamId} and o.version_id = ${versionId} and o.place < ${place}), ${place})
     order by a.place`.execute(query);
  return rows;
}

/** Sums of lists by their ids; undefined where nothing is done. */
export type DoneByList = ReadonlyMap<number, Sums> | undefined;

/** The estimate's lists and lines, and functions that give its summary: as estimated, with extras, and S(X) of the done sums by list. */
export function estimateFrom({ costs, lines }: EstimateParts) {
  const additional = lines.filter(({ kind }) => kind === 'additional_cost');
  const taxes = lines.filter(({ kind }) => kind === 'tax');
  const summariseLists = (lists: readonly Sums[]) => ({ lists, ...summarise(lists, additional.map(percentsOf), taxes.map(percentsOf)) });
  return {
    costs,
    additional,
    taxes,
    estimated: () => summariseLists(costs.map(sumsOf)),
    /** S(q + Σe): the estimate with its approved extras. */
    contract: () => summariseLists(costs.map(withExtras)),
    done: (byList: DoneByList) => summariseLists(costs.map(({ id }) => byList?.get(id) ?? ZERO)),
  };
}
type Estimate = ReturnType<typeof estimateFrom>;

/** The summary of an act: every cell the difference of two estimates (docs/domain.md, Acts). */
export async function actSummaryOf(query: Query, act: ActRef): Promise<ActSummary> {
  const estimate = estimateFrom(await partsOf(query, act));
  const [before, own] = await previousAndOwn(query, act);
  const claimed = await claimedIn(query, act);
  const summary = actSummaryFrom(estimate, before, own);
  return claimed === undefined ? summary : { ...summary, claimed: claimedSummary(estimate, before, claimed) };
}

/** The same from the sums done up to the act before and up to the act itself. */
export function actSummaryFrom(estimate: Estimate, before: DoneByList, own: DoneByList): ActSummary {
  const [all, then, now, contract] = [estimate.estimated(), estimate.done(before), estimate.done(own), estimate.contract()];
  const at = (parts: readonly Sums[], index: number) => parts[index] ?? ZERO;
  const cell = (pick: (summary: typeof all) => Sums) => progressShape(progress(pick(all), pick(then), pick(now), pick(contract)));
  const line = ({ kind: _, ...stored }: StoredLine, pick: (summary: typeof all) => Sums) => ({ ...stored, ...cell(pick) });
  return {
    costs: estimate.costs.map(({ id, order, title }, index) => ({ id, order, title, ...cell(({ lists }) => at(lists, index)) })),
    subtotal: cell(({ subtotal }) => subtotal),
    additional: estimate.additional.map((stored, index) => line(stored, ({ additional }) => at(additional, index))),
    total: cell(({ total }) => total),
    taxes: estimate.taxes.map((stored, index) => line(stored, ({ taxes }) => at(taxes, index))),
    total_with_taxes: cell(({ totalWithTaxes }) => totalWithTaxes),
  };
}

/** The sums of the lists with everything claimed up to and with an answered act; undefined for an act without an answer. */
async function claimedIn(query: Query, { teamId, actId }: ActRef): Promise<DoneByList> {
  const rows = await query.selectFrom('act_answer_lists').selectAll().where('team_id', '=', teamId).where('act_id', '=', actId).execute();
  return rows.length === 0 ? undefined : new Map(rows.map((row) => [row.list_id, sumsOf(row)]));
}

function claimedSummary(estimate: Estimate, before: DoneByList, claimed: DoneByList): ClaimedSummary {
  const [then, now] = [estimate.done(before), estimate.done(claimed)];
  const at = (parts: readonly Sums[], index: number) => parts[index] ?? ZERO;
  const cell = (pick: (summary: typeof now) => Sums) => toAmounts(minus(pick(now), pick(then)));
  return {
    costs: estimate.costs.map(({ id }, index) => ({ id, ...cell(({ lists }) => at(lists, index)) })),
    subtotal: cell(({ subtotal }) => subtotal),
    additional: estimate.additional.map(({ id }, index) => ({ id, ...cell(({ additional }) => at(additional, index)) })),
    total: cell(({ total }) => total),
    taxes: estimate.taxes.map(({ id }, index) => ({ id, ...cell(({ taxes }) => at(taxes, index)) })),
    total_with_taxes: cell(({ totalWithTaxes }) => totalWithTaxes),
  };
}

async function previousAndOwn(query: Query, act: ActRef) {
  const previous = actBefore(await actsAround(query, act, act.place), act.place);
  const done = await doneByAct(query, act, previous === undefined ? [act.actId] : [previous.id, act.actId]);
  return [previous && done.get(previous.id), done.get(act.actId)] as const;
}

interface ActDone {
  readonly id: number;
  readonly place: number;
  readonly done: DoneByList;
}
interface ActPrice {
  readonly act_id: number;
  readonly price: string;
}

/** The prices of these acts, which are in their order, from a place on. 400 `sum_too_large` when they are too large to store, on `field` when a field was set. */
export function actPrices(estimate: Estimate, acts: readonly ActDone[], fromPlace: number, field?: string): ActPrice[] {
  return acts
    .filter(({ place }) => place >= fromPlace)
    .map(({ id, place, done }) => {
      const toDate = estimate.done(done);
      const now = minus(toDate.totalWithTaxes, estimate.done(actBefore(acts, place)?.done).totalWithTaxes);
      if (!isKeepable(toDate) || !areKeepable(now)) throw sumTooLarge(field);
      return { act_id: id, price: fromCents(now.total) };
    });
}

/**
 * Stores the prices of this act and of those after it, because an edit changes the sums that later acts begin from. Errors as for
 * `actPrices`.
 */
export async function refreshActPrices(query: Query, version: Locked<VersionRef>, fromPlace: number): Promise<void> {
  const estimate = estimateFrom(await partsOf(query, version));
  const acts = await actsAround(query, version, fromPlace);
  const done = await doneByAct(
    query,
    version,
    acts.map(({ id }) => id),
  );
  const prices = actPrices(
    estimate,
    acts.map((act) => ({ ...act, done: done.get(act.id) })),
    fromPlace,
  );
  await sql`select keep_act_prices(${version.teamId}::bigint, ${JSON.stringify(prices)}::text::json)`.execute(query);
}

/** The sums of each list up to and including each act: R2 of every row's running quantity times its unit prices. */
const countedByAct = (version: VersionRef, claims?: RawBuilder<unknown>) => sql<Counted>`
  with claimed as (${claimedByPlace(version, claims)}),
  changed as (
    select place, list_id, sum(labour) as labour, sum(materials) as materials, sum(tools) as tools from claimed group by place, list_id)
  select a.team_id, a.id as act_id, c.list_id, sum(c.labour) as labour, sum(c.materials) as materials, sum(c.tools) as tools
    from acts a join changed c on c.place <= a.place
   where a.team_id = ${version.teamId} and a.version_id = ${version.versionId} group by a.team_id, a.id, c.list_id`;
interface Counted {
  readonly act_id: number;
  readonly list_id: number;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
}

/**
 * The prices that an act and those after it would have if its rows claimed so much more. Nothing is written. Errors as for `actPrices`.
 */
export async function pricesWith(
  query: Query,
  act: ActRef,
  more: readonly { readonly rowId: number; readonly by: bigint }[],
): Promise<ActPrice[]> {
  const { teamId, versionId, actId } = act;
  const { rows } = await countedByAct(
    act,
    sql`(
      select team_id, act_id, row_id, sum(quantity) as quantity
        from (select d.team_id, d.act_id, d.row_id, d.quantity from acts o join act_rows d on d.team_id = o.team_id and d.act_id = o.id
               where o.team_id = ${teamId} and o.version_id = ${versionId}
              union all
              select ${teamId}::bigint, ${actId}::bigint, w.row_id, w.quantity
                from unnest(${more.map(({ rowId }) => rowId)}::bigint[], ${more.map(({ by }) => shortest(by, SCALE.quantity))}::numeric[]) as w (row_id, quantity)) d
       group by team_id, act_id, row_id)`,
  ).execute(query);
  const acts = await actsAround(query, act, act.place);
  const done = byActAndList(
    acts.map(({ id }) => id),
    rows,
  );
  const estimate = estimateFrom(await partsOf(query, act));
  return actPrices(
    estimate,
    acts.map((each) => ({ ...each, done: done.get(each.id) })),
    act.place,
  );
}

/** Recounts the sums of each list and section up to and including each act. */
export async function recountDone(query: Query, version: Locked<VersionRef>): Promise<void> {
  const { teamId, versionId } = version;
  await recountSectionsDone(query, version);
  await sql`
    delete from act_list_totals where team_id = ${teamId} and act_id in (select id from acts where team_id = ${teamId} and version_id = ${versionId})`.execute(
    query,
  );
  await sql`
    insert into act_list_totals (team_id, act_id, list_id, labour, materials, tools)
    select * from (${countedByAct(version)}) counted`.execute(query);
}

/** A claim: sets the quantity an act did of a row, in two statements between begin and commit. */
import { sql } from 'kysely';
import {
  actBefore,
  actRowId,
  allowedRange,
  parseDonePercent,
  percentRange,
  percentRangeProblem,
  placeOfActRow,
  quantityOfPercent,
  type Range,
  rangeProblem,
  rowIdOfActRow,
  runningTotals,
} from '../../domain/act.ts';
import { type Amounts, minus, plus, rowSums, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import type { ActRow } from '../../domain/api/shapes.ts';
import { limitOf } from '../../domain/extra.ts';
import { type Locked, lockedAct, lockingRead } from '../access/refs.ts';
import type { Database, Tx } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { pricesOf, sumsOf } from '../estimates/amounts.ts';
import { eventOf } from '../estimates/editing.ts';
import { partsFrom, type SummaryFacts, summarySql } from '../estimates/summary.ts';
import { type EventArguments, eventArguments, eventSql } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { ActRef } from './find.ts';
import { refuseLockedAmong } from './lock.ts';
import { claimedRows, claimsSql, type ReadClaims } from './readClaims.ts';
import { quantityOf, textOf } from './seenRows.ts';
import { actPrices, actSummaryFrom, type DoneByList, estimateFrom } from './summary.ts';

interface ActRead {
  readonly id: number;
  readonly place: number;
  readonly number: string;
  readonly status_id: number;
  readonly code: string;
  readonly name: string;
  readonly awaits_answer: boolean;
  /** The quantity of the row done in this act. */
  readonly quantity: string;
  /** Sums of the lists with everything done up to and with the act. */
  readonly lists: readonly ({ readonly list_id: number } & Omit<Amounts, 'total'>)[];
}
/** The acts from the one before the claiming act on. */
interface ReadActs {
  readonly settled_status: number;
  readonly acts: readonly ActRead[];
}
interface ClaimRead {
  readonly claims: ReadClaims;
  readonly acts: ReadActs;
}

const actsSql = (teamId: unknown, versionId: unknown, place: unknown, rowId: unknown) =>
  sql`read_acts(${teamId}::bigint, ${versionId}::bigint, ${place}::int - 1, ${rowId}::bigint)`;

/** Locks the project of an act's row, and reads the row as the act sees it, the acts and the summary's facts. */
const openClaim = lockingRead<ClaimRead & { readonly facts: SummaryFacts }>(
  'open_claim',
  (id, place) => sql`
    ${claimsSql(sql`l.team_id`, sql`l.version_id`, place, sql`array[${id}::bigint]`)} as claims,
    ${actsSql(sql`l.team_id`, sql`l.version_id`, place, id)} as acts, ${summarySql(sql`l.team_id`, sql`l.version_id`)} as facts`,
);

interface Claim extends EventArguments {
  readonly versionId: number;
  readonly actId: number;
  readonly place: number;
  readonly listId: number;
  readonly rowId: number;
  readonly quantity: string;
  readonly moves: string;
  readonly prices: string;
}
/** Sets the quantity the act did of the row, and all sums and prices that follow, in one event, and reads the result. */
const setClaim = statement<Claim, ClaimRead & { readonly event_id: number }>(
  'set_claim',
  (given) => sql`
    select w.id as event_id, ${claimsSql(given.teamId, given.versionId, given.place, sql`array[${given.rowId}::bigint]`)} as claims,
           ${actsSql(given.teamId, given.versionId, given.place, given.rowId)} as acts
      from (select ${eventSql(given)} as id) e
     cross join lateral (
       select e.id, set_claim(${given.teamId}::bigint, ${given.actId}::bigint, ${given.place}::int, ${given.listId}::bigint, ${given.rowId}::bigint,
                              ${given.quantity}::numeric, ${given.moves}::text::json, ${given.prices}::text::json) offset 0) w`,
);

/** The quantity of a row done in an act, or the percent it comes to. */
export interface ClaimAsked {
  readonly quantity?: string | undefined;
  readonly percent?: string | undefined;
}

/** The quantity that is asked for. 400 on its field when it is outside the range. */
function quantityAsked(asked: ClaimAsked, row: ActRow, range: Range): bigint {
  const limit = limitOf(row);
  if (asked.percent === undefined) {
    const quantity = quantityOf(asked.quantity ?? '');
    const problem = rangeProblem(quantity, range, row.unit);
    if (problem !== null) throw fieldError('quantity', problem);
    return quantity;
  }
  const percent = parseDonePercent(asked.percent) ?? 0n;
  const quantity = quantityOfPercent(percent, quantityOf(row.quantity), limit, range);
  const problem = percentRangeProblem(percent, percentRange(range, limit)) ?? rangeProblem(quantity, range, row.unit);
  if (problem !== null) throw fieldError('percent', problem);
  return quantity;
}

/** The change of the sums up to this act and up to each later one when the running totals of the row change. */
function movesOf(prices: ReturnType<typeof pricesOf>, acts: readonly ActRead[], totals: readonly bigint[], change: bigint) {
  return acts.map(({ id }, at) => {
    const total = totals[at] ?? 0n;
    return { id, sums: minus(rowSums(total + change, prices), rowSums(total, prices)) };
  });
}

const doneIn = (act: ActRead | undefined): DoneByList => act && new Map(act.lists.map((list) => [list.list_id, sumsOf(list)]));

const withMove = (done: DoneByList, listId: number, move: Sums): DoneByList =>
  new Map([...(done ?? []), [listId, plus(done?.get(listId) ?? ZERO, move)]]);

/**
 * Sets the quantity or percent of a row done in an act, in one event, and updates the kept totals of this act and every later one.
 * 400 on the field outside the range, 409 `act_locked`, 409 `stale_edit` with the row as it is.
 */
export const editActRow = (database: Database, caller: Caller, id: number, asked: ClaimAsked, revision: number | null) =>
  database.query.transaction().execute((tx) => changeActRow(tx, caller, id, asked, revision));

/** `editActRow` within a transaction. */
export async function changeActRow(tx: Tx, caller: Caller, id: number, asked: ClaimAsked, revision: number | null) {
  const { ref, read } = await openClaim(tx, caller, 'row', rowIdOfActRow(id), placeOfActRow(id));
  const act = lockedAct(ref);
  const ownAndLater = read.acts.acts.filter(({ place }) => place >= act.place);
  refuseLockedAmong(ownAndLater, read.acts.settled_status);
  const { row, sections } = claimedRow(read, act);
  const [stored] = read.claims.rows;
  if (stored === undefined || stored.kind === 'section') throw notFound();
  await refuseStale(tx, act, 'act_rows', revision, async () => row);

  const estimate = estimateFrom(partsFrom(read.facts));
  const own = quantityOf(row.quantity);
  const done = ownAndLater.map(({ quantity }) => quantityOf(quantity));
  const totals = runningTotals(quantityOf(row.quantity_before), done);
  const [first, ...later] = totals.map((total) => total - own);
  const quantity = quantityAsked(asked, row, allowedRange(limitOf(row), [first ?? 0n, ...later]));
  const answer = (eventId: number | null, seen: { row: ActRow; sections: ActRow[] }, { acts }: ReadActs) => {
    const own = acts.find(({ place }) => place === act.place);
    const summary = actSummaryFrom(estimate, doneIn(actBefore(acts, act.place)), doneIn(own));
    const list = summary.costs.find((cost) => cost.id === row.list_id);
    if (list === undefined) throw notFound();
    const { id: _id, order: _order, title: _title, ...listProgress } = list;
    return { event_id: eventId, row: seen.row, list: listProgress, summary, sections: seen.sections };
  };
  if (quantity === own) return answer(null, { row, sections }, read.acts);

  const field = asked.percent === undefined ? 'quantity' : 'percent';
  const moves = movesOf(pricesOf(stored), ownAndLater, totals, quantity - own);
  const actsDone = read.acts.acts.map((each) => {
    const move = moves.find((moved) => moved.id === each.id);
    return { ...each, done: move === undefined ? doneIn(each) : withMove(doneIn(each), row.list_id, move.sums) };
  });
  const prices = actPrices(estimate, actsDone, act.place, field);
  const [kept] = await setClaim(tx, {
    ...eventArguments({ ...eventOf(act, caller, 'act_row', actRowId(row.row_id, act.place), 'update', row.name), field }),
    versionId: act.versionId,
    actId: act.actId,
    place: act.place,
    listId: row.list_id,
    rowId: row.row_id,
    quantity: textOf(quantity),
    moves: JSON.stringify(moves.map((move) => ({ act_id: move.id, ...toAmounts(move.sums) }))),
    prices: JSON.stringify(prices),
  });
  if (kept === undefined) throw new Error('The claim was not set');
  return answer(kept.event_id, claimedRow(kept, act), kept.acts);
}

function claimedRow({ claims }: ClaimRead, act: Locked<ActRef>): { row: ActRow; sections: ActRow[] } {
  const { rows, sections } = claimedRows(claims, act);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return { row, sections };
}

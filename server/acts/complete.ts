import { sql } from 'kysely';
import { actRowId, allowedRange, parseDonePercent, quantityToReach, runningTotals } from '../../domain/act.ts';
import type { Completed } from '../../domain/api/actShapes.ts';
import { absolute, cents, exact, fromCents, SCALE, shortest } from '../../domain/decimal.ts';
import type { Locked } from '../access/refs.ts';
import { nextRevision } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { actsCompleted } from '../metrics.ts';
import type { ActRef } from './find.ts';
import { refuseAwaiting, refuseLocked } from './lock.ts';
import { actSummaryOf, recountDone, refreshActPrices } from './summary.ts';

interface ClaimedRow {
  readonly id: number;
  readonly list_id: number;
  /** q + Σe. */
  readonly limit: string;
  /** Quantities that acts claim of the row, in the order of the acts. */
  readonly done: readonly { readonly place: number; readonly quantity: bigint }[];
}
/** A row that changes: the quantity in the act, and by how much it differs from the one before. */
interface Reached {
  readonly rowId: number;
  readonly listId: number;
  readonly quantity: bigint;
  readonly by: bigint;
}

/**
 * The rows of a version or of one of its lists that can be claimed, with their claims. Rows and claims are read by separate queries, because a
 * database without statistics would join them by scanning all claims for each row.
 */
async function claimedRows(query: Query, { teamId, versionId }: ActRef, listId: number | null): Promise<ClaimedRow[]> {
  const { rows } = await sql<Omit<ClaimedRow, 'done'>>`
    select r.id, r.list_id, r.quantity + coalesce(e.quantity, 0) as "limit"
      from estimate_rows r
      left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
     where r.team_id = ${teamId} and r.list_id in (select id from lists where team_id = ${teamId} and version_id = ${versionId} and (${listId}::bigint is null or id = ${listId}))
       and r.kind = 'row' and r.quantity + coalesce(e.quantity, 0) <> 0`.execute(query);
  const claims = await sql<{ row_id: number; place: number; quantity: string }>`
    select d.row_id, a.place, d.quantity::text as quantity
      from acts a join act_rows d on d.team_id = a.team_id and d.act_id = a.id
     where a.team_id = ${teamId} and a.version_id = ${versionId} and (${listId}::bigint is null or d.list_id = ${listId})
     order by a.place`.execute(query);
  const done = Map.groupBy(claims.rows, ({ row_id }) => row_id);
  return rows.map((row) => ({
    ...row,
    done: (done.get(row.id) ?? []).map(({ place, quantity }) => ({ place, quantity: exact(quantity, SCALE.quantity) })),
  }));
}

/** The quantity that brings a row to a percent in the act at `place`, and whether the row's range cut it short. */
function reach(row: ClaimedRow, place: number, percent: bigint) {
  const limit = exact(row.limit, SCALE.quantity);
  const sumOf = (claims: ClaimedRow['done']) => claims.reduce((total, { quantity }) => total + quantity, 0n);
  const before = sumOf(row.done.filter((claim) => claim.place < place));
  const own = sumOf(row.done.filter((claim) => claim.place === place));
  const later = row.done.filter((claim) => claim.place > place).map(({ quantity }) => quantity);
  const quantity = quantityToReach(percent, { limit, before, own }, allowedRange(limit, [before, ...runningTotals(before, later)]));
  const withoutLaterActs = quantityToReach(percent, { limit, before, own }, allowedRange(limit, [before]));
  return { own, quantity, isLimited: absolute(quantity) < absolute(withoutLaterActs) };
}

/** The list's title when one list was completed, else the act's number. */
async function subjectOf(tx: Tx, { teamId, actId, versionId }: ActRef, listId: number | null): Promise<string> {
  if (listId === null) {
    const act = await tx
      .selectFrom('acts')
      .select('number')
      .where('team_id', '=', teamId)
      .where('id', '=', actId)
      .executeTakeFirstOrThrow();
    return act.number;
  }
  const list = await tx
    .selectFrom('lists')
    .select('title')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .where('id', '=', listId)
    .executeTakeFirst();
  if (list === undefined) throw notFound();
  return list.title;
}

async function storeClaims(tx: Tx, { teamId, actId, place }: Locked<ActRef>, rows: readonly Reached[]): Promise<void> {
  await sql`
    insert into act_rows as kept (team_id, id, act_id, list_id, row_id, quantity)
    select ${teamId}::bigint, w.id, ${actId}::bigint, w.list_id, w.row_id, w.quantity
      from unnest(${rows.map(({ rowId }) => actRowId(rowId, place))}::bigint[], ${rows.map(({ listId }) => listId)}::bigint[],
                  ${rows.map(({ rowId }) => rowId)}::bigint[], ${rows.map(({ quantity }) => shortest(quantity, SCALE.quantity))}::numeric[])
           as w (id, list_id, row_id, quantity)
    on conflict (team_id, id) do update set quantity = excluded.quantity, revision = ${nextRevision}, updated_at = clock_timestamp()`.execute(
    tx,
  );
}

/** All of an act or one list of it, and the percent of the estimate to bring its rows to. */
export interface ToComplete {
  readonly list_id: number | null;
  readonly percent: string;
}

/**
 * Brings every row of an act, or of one of its lists, to a percent of the estimate, as one event. A row that has a higher percent already
 * stays as it is; a row whose range ends earlier because of later acts goes to the end of its range and is counted in `limited`. 409
 * `act_locked`.
 */
export async function completeAct(tx: Tx, caller: Caller, act: Locked<ActRef>, asked: ToComplete): Promise<Completed> {
  const before = await priceOf(tx, act);
  const done = await completeRows(tx, caller, act, asked);
  const claimed = fromCents(cents(await priceOf(tx, act)) - cents(before));
  return { ...done, claimed, summary: await actSummaryOf(tx, act) };
}

async function priceOf(query: Query, { teamId, actId }: ActRef): Promise<string> {
  const kept = await query
    .selectFrom('act_totals')
    .select('price')
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .executeTakeFirst();
  return kept?.price ?? '0';
}

interface ReachedRows {
  readonly changed: readonly Reached[];
  /** How many rows were cut short by later acts. */
  readonly limited: number;
}

/** The rows that bringing an act, or one of its lists, to a percent changes. Nothing is written. */
export async function reachedRows(query: Query, act: ActRef, { list_id: listId, percent }: ToComplete): Promise<ReachedRows> {
  const changed: Reached[] = [];
  let limited = 0;
  const asked = parseDonePercent(percent) ?? 0n;
  for (const row of await claimedRows(query, act, listId)) {
    const { own, quantity, isLimited } = reach(row, act.place, asked);
    if (isLimited) limited += 1;
    if (quantity !== own) changed.push({ rowId: row.id, listId: row.list_id, quantity, by: quantity - own });
  }
  return { changed, limited };
}

/** The name that completing an act or one of its lists has in the history. 409 `act_locked`, 404 for a list of another version. */
export async function subjectOfCompletion(tx: Tx, act: Locked<ActRef>, listId: number | null): Promise<string> {
  await refuseLocked(tx, act);
  await refuseAwaiting(tx, act);
  return subjectOf(tx, act, listId);
}

interface CompletedRows {
  /** Null when none changed. */
  readonly event_id: number | null;
  readonly changed: number;
  readonly limited: number;
}

async function completeRows(tx: Tx, caller: Caller, act: Locked<ActRef>, asked: ToComplete): Promise<CompletedRows> {
  const subject = await subjectOfCompletion(tx, act, asked.list_id);
  const { changed, limited } = await reachedRows(tx, act, asked);
  let event_id: number | null = null;
  if (changed.length > 0) {
    actsCompleted.inc();
    event_id = await recordEvent(
      tx,
      eventOf(act, caller, 'act_row', null, asked.list_id === null ? 'complete_act' : 'complete_list', subject),
    );
    await storeClaims(tx, act, changed);
    await recountDone(tx, act);
    await refreshActPrices(tx, act, act.place);
  }
  return { event_id, changed: changed.length, limited };
}

import { runningTotals } from '../../domain/act.ts';
import type { CompletionMoves, MovedAct } from '../../domain/api/actShapes.ts';
import { cents, fromCents } from '../../domain/decimal.ts';
import type { Locked } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { type ClaimAsked, changeActRow } from './claiming.ts';
import { reachedRows, subjectOfCompletion, type ToComplete } from './complete.ts';
import type { ActRef } from './find.ts';
import { lockActRow } from './rows.ts';
import { pricesWith } from './summary.ts';

/** Thrown to roll a previewed change back. */
class PreviewOver extends Error {}

interface Priced {
  readonly id: number;
  readonly number: string;
  readonly place: number;
  readonly price: string;
}

/** The acts of a version with their prices, in their order. */
async function pricesOf(query: Query, { teamId, versionId }: ActRef): Promise<readonly Priced[]> {
  const acts = await query
    .selectFrom('acts')
    .leftJoin('act_totals', (join) => join.onRef('act_totals.team_id', '=', 'acts.team_id').onRef('act_totals.act_id', '=', 'acts.id'))
    .select(['acts.id', 'acts.number', 'acts.place', 'act_totals.price'])
    .where('acts.team_id', '=', teamId)
    .where('acts.version_id', '=', versionId)
    .orderBy('acts.place')
    .execute();
  return acts.map(({ price, ...act }) => ({ ...act, price: price ?? '0.00' }));
}

/** For each act the amount completed to date. */
const balancesOf = (acts: readonly Priced[]): readonly string[] =>
  runningTotals(
    0n,
    acts.map(({ price }) => cents(price)),
  ).map((balance) => fromCents(balance));

interface Moves {
  /** How much more the act itself would claim, with taxes. */
  readonly claimed: string;
  readonly later: MovedAct[];
}

/** The changes from known prices of all acts of a version to others. */
function movesOf(known: readonly Priced[], moved: readonly Priced[], act: ActRef, { access }: Caller): Moves {
  const [before, after] = [balancesOf(known), balancesOf(moved)];
  const later = known.flatMap((was, index) => {
    const [is, old = '', now = ''] = [moved[index], before[index], after[index]];
    // The quantity that first moves a cent would reveal a price, so somebody who sees no prices is shown every later act.
    const isMoved = old !== now || access?.hidesPrices === true;
    if (was.place <= act.place || is === undefined || !isMoved) return [];
    return [{ id: was.id, number: was.number, price: { old: was.price, new: is.price }, balance: { old, new: now } }];
  });
  const claimedIn = (acts: readonly Priced[]) => cents(acts.find(({ id }) => id === act.actId)?.price ?? '0');
  return { claimed: fromCents(claimedIn(moved) - claimedIn(known)), later };
}

/** The later acts that an edit of an act's row would change: the edit is made and rolled back. Rejects with the errors of the edit itself. */
export async function previewActRow(
  database: Database,
  caller: Caller,
  id: number,
  asked: ClaimAsked,
  revision: number | null,
): Promise<{ later: MovedAct[] }> {
  let later: MovedAct[] = [];
  const look = database.query.transaction().execute(async (tx) => {
    const act = await lockActRow(tx, caller, id);
    const known = await pricesOf(tx, act);
    await changeActRow(tx, caller, id, asked, revision);
    ({ later } = movesOf(known, await pricesOf(tx, act), act, caller));
    throw new PreviewOver();
  });
  await look.catch((error: unknown) => {
    if (!(error instanceof PreviewOver)) throw error;
  });
  return { later };
}

/** The result of completing rows of an act, and the later acts it would change. Nothing is written, because it may be 100,000 rows. */
export async function previewCompletion(
  database: Database,
  caller: Caller,
  lock: (tx: Tx) => Promise<Locked<ActRef>>,
  asked: ToComplete,
): Promise<CompletionMoves> {
  return database.query.transaction().execute(async (tx) => {
    const act = await lock(tx);
    await subjectOfCompletion(tx, act, asked.list_id);
    const { changed, limited } = await reachedRows(tx, act, asked);
    const known = await pricesOf(tx, act);
    const becomes = changed.length === 0 ? [] : await pricesWith(tx, act, changed);
    const moved = known.map((one) => ({ ...one, price: becomes.find(({ act_id }) => act_id === one.id)?.price ?? one.price }));
    return { changed: changed.length, limited, ...movesOf(known, moved, act, caller) };
  });
}

import type { CompletionMoves, MovedAct } from '../../domain/contract/actShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import type { Locked } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { type AskedOfRow, changeActRow } from './claiming.ts';
import { completeRows, type ToComplete } from './complete.ts';
import type { ActRef } from './find.ts';
import { lockActRow } from './rows.ts';

/** Thrown to roll a previewed change back. */
class LookedAt extends Error {}

interface Priced {
  readonly id: number;
  readonly number: string;
  readonly place: number;
  readonly price: string;
  readonly balance: string;
}

/** The acts of a version with their prices and, for each, the amount completed to date. */
async function pricesOf(query: Query, { teamId, versionId }: ActRef): Promise<readonly Priced[]> {
  const acts = await query
    .selectFrom('acts')
    .leftJoin('act_totals', (join) => join.onRef('act_totals.team_id', '=', 'acts.team_id').onRef('act_totals.act_id', '=', 'acts.id'))
    .select(['acts.id', 'acts.number', 'acts.place', 'act_totals.price'])
    .where('acts.team_id', '=', teamId)
    .where('acts.version_id', '=', versionId)
    .orderBy('acts.place')
    .execute();
  let running = 0n;
  return acts.map(({ price, ...act }) => {
    running += exact(price ?? '0', SCALE.money);
    return { ...act, price: price ?? '0.00', balance: fixed(running, SCALE.money) };
  });
}

interface LookedAtChange<T> {
  readonly done: T;
  /** How much more the act itself would claim, with taxes. */
  readonly claimed: string;
  readonly later: MovedAct[];
}

/**
 * Makes a change in an act, records its result and the later acts it would change, and rolls it back. Rejects with the errors of the change
 * itself.
 */
async function lookAt<T>(
  database: Database,
  caller: Caller,
  lock: (tx: Tx) => Promise<Locked<ActRef>>,
  change: (tx: Tx, act: Locked<ActRef>) => Promise<T>,
): Promise<LookedAtChange<T>> {
  let found: LookedAtChange<T> | undefined;
  const look = database.query.transaction().execute(async (tx) => {
    const act = await lock(tx);
    const known = await pricesOf(tx, act);
    const done = await change(tx, act);
    const moved = await pricesOf(tx, act);
    const later = known.flatMap((was, index) => {
      const is = moved[index];
      // The quantity that first moves a cent would reveal a price, so somebody who sees no prices is shown every later act.
      const isMoved = was.balance !== is?.balance || caller.asks?.hidesPrices === true;
      if (was.place <= act.place || is === undefined || !isMoved) return [];
      return [{ id: was.id, number: was.number, price: { old: was.price, new: is.price }, balance: { old: was.balance, new: is.balance } }];
    });
    const claimedIn = (acts: readonly Priced[]) => exact(acts.find(({ id }) => id === act.actId)?.price ?? '0', SCALE.money);
    found = { done, claimed: fixed(claimedIn(moved) - claimedIn(known), SCALE.money), later };
    throw new LookedAt();
  });
  await look.catch((error: unknown) => {
    if (!(error instanceof LookedAt)) throw error;
  });
  if (found === undefined) throw new Error('nothing was looked at');
  return found;
}

/** The later acts that an edit of an act's row would change. */
export async function previewActRow(
  database: Database,
  caller: Caller,
  id: number,
  asked: AskedOfRow,
  revision: number | null,
): Promise<{ later: MovedAct[] }> {
  const { later } = await lookAt(
    database,
    caller,
    (tx) => lockActRow(tx, caller, id),
    (tx) => changeActRow(tx, caller, id, asked, revision),
  );
  return { later };
}

/** The result of completing rows of an act, and the later acts it would change. */
export async function previewCompletion(
  database: Database,
  caller: Caller,
  lock: (tx: Tx) => Promise<Locked<ActRef>>,
  asked: ToComplete,
): Promise<CompletionMoves> {
  const { done, claimed, later } = await lookAt(database, caller, lock, (tx, act) => completeRows(tx, caller, act, asked));
  return { changed: done.changed, limited: done.limited, claimed, later };
}

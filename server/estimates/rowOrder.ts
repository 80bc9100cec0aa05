/** The order of rows in their list: numbers with gaps, so that a row can be put between two others without changing them. */

import { sql } from 'kysely';
import { notInList } from '../../domain/sentences/estimates.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { fieldError } from '../http/errors.ts';
import { ORDER_STEP } from './versions.ts';

/** A list in a version whose project is locked. */
export type LockedList = Locked<VersionRef & { readonly listId: number }>;
/** A row of the list and its order. */
interface OrderedRow {
  readonly id: number;
  readonly order: number;
}

/** How many of the following rows are tried to be renumbered before the whole list is, which writes every row. */
const NEIGHBOURS = [64, 4_096];
/** The least distance between order numbers that makes renumbering so few rows worthwhile. */
const LEAST_STEP = 16;

/**
 * The row to insert behind: an id, null for the start of the list, undefined for its end. 400 on `after_id` when the list has no such row.
 */
export type After = number | null | undefined;

const evenly = (from: number, step: number, count: number) => Array.from({ length: count }, (_, at) => from + step * (at + 1));

/**
 * The order numbers of `count` rows behind another; where the gap is too small the following rows get higher numbers, within the open
 * event.
 */
export async function makeGap(tx: Tx, list: LockedList, after: After, count: number): Promise<readonly number[]> {
  if (after === null) {
    const first = await edge(tx, list, 'first');
    return evenly(first === null ? 0 : first.order - ORDER_STEP * (count + 1), ORDER_STEP, count);
  }
  const anchor = after === undefined ? await edge(tx, list, 'last') : await orderedRow(tx, list, after);
  if (anchor === null) return evenly(0, ORDER_STEP, count);
  const next = await rowAfter(tx, list, anchor, 1);
  if (next === null) return evenly(anchor.order, ORDER_STEP, count);
  const step = Math.floor((next.order - anchor.order) / (count + 1));
  return evenly(anchor.order, step >= 1 ? step : await widenGap(tx, list, anchor, count), count);
}

/** Raises the order numbers of the rows behind the anchor so that `count` rows fit before them; returns the new distance between rows. */
async function widenGap(tx: Tx, list: LockedList, anchor: OrderedRow, count: number): Promise<number> {
  for (const moved of NEIGHBOURS) {
    const bound = await rowAfter(tx, list, anchor, moved + 1);
    const step = bound === null ? ORDER_STEP : Math.floor((bound.order - anchor.order) / (count + moved + 1));
    if (step < LEAST_STEP) continue;
    await shiftAfter(tx, list, anchor, { count, step, most: moved });
    return step;
  }
  await shiftAfter(tx, list, anchor, { count, step: ORDER_STEP, most: null });
  return ORDER_STEP;
}

/** Gives the rows behind the anchor, at most so many, order numbers with a distance, leaving places for `count` new rows. */
async function shiftAfter(
  tx: Tx,
  { teamId, listId }: LockedList,
  anchor: OrderedRow,
  { count, step, most }: { readonly count: number; readonly step: number; readonly most: number | null },
) {
  await sql`
    update estimate_rows r set "order" = ${anchor.order}::bigint + ${step}::bigint * (${count}::bigint + n.position)
      from (select id, row_number() over (order by "order", id) as position from estimate_rows
             where team_id = ${teamId} and list_id = ${listId} and ("order", id) > (${anchor.order}::bigint, ${anchor.id}::bigint)
             order by "order", id limit ${most}::bigint) n
     where r.team_id = ${teamId} and r.id = n.id`.execute(tx);
}

async function edge(tx: Tx, { teamId, listId }: LockedList, which: 'first' | 'last'): Promise<OrderedRow | null> {
  const direction = which === 'first' ? 'asc' : 'desc';
  const row = await tx
    .selectFrom('estimate_rows')
    .select(['id', 'order'])
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .orderBy('order', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The order of a row in its list. 400 on `after_id` when the list has no such row. */
async function orderedRow(tx: Tx, { teamId, listId }: LockedList, id: number): Promise<OrderedRow> {
  const row = await tx
    .selectFrom('estimate_rows')
    .select(['id', 'order'])
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw fieldError('after_id', notInList());
  return row;
}

/** The n-th row behind another. */
async function rowAfter(tx: Tx, { teamId, listId }: LockedList, anchor: OrderedRow, nth: number): Promise<OrderedRow | null> {
  const { rows } = await sql<OrderedRow>`
    select id, "order" from estimate_rows
     where team_id = ${teamId} and list_id = ${listId} and ("order", id) > (${anchor.order}::bigint, ${anchor.id}::bigint)
     order by "order", id offset ${nth - 1} limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The ids of up to `count` rows behind another, in order. */
export async function idsAfter(tx: Tx, list: LockedList, after: number | null, count: number): Promise<readonly number[]> {
  const anchor = after === null ? null : await orderedRow(tx, list, after);
  const behind = anchor === null ? sql`true` : sql`("order", id) > (${anchor.order}::bigint, ${anchor.id}::bigint)`;
  const { rows } = await sql<{ id: number }>`
    select id from estimate_rows where team_id = ${list.teamId} and list_id = ${list.listId} and ${behind} order by "order", id limit ${count}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

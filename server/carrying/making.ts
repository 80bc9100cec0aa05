/** Carrying and taking back, also used by undo and redo. */
import { sql } from 'kysely';
import { actRowId } from '../../domain/act.ts';
import { isNonZero, plus, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { type CarriedFigures, type NamedSum, toValuedAmounts } from '../../domain/carry.ts';
import { SCALE, shortest } from '../../domain/decimal.ts';
import * as say from '../../domain/sentences/contracts.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import { forgetDerived } from '../acts/derived.ts';
import { recountSectionsDone } from '../acts/sections.ts';
import { refreshActPrices } from '../acts/summary.ts';
import { carriedOnBy } from '../contracts/carriedOn.ts';
import { nextId } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import type { StoredLine } from '../estimates/summary.ts';
import { conflict } from '../http/errors.ts';
import { additionalOf, type ByHand, taxesOf, type Worked } from './carry.ts';

/** Rows written by one statement. */
const SLICE = 20_000;

const named = (lines: readonly Pick<StoredLine, 'name' | 'percent_total'>[], sums: readonly Sums[]): NamedSum[] =>
  lines.flatMap(({ name, percent_total }, at) => {
    const own = sums[at];
    return own === undefined ? [] : [{ name, percent_total, ...toAmounts(own) }];
  });

function figuresOf({ value, older }: Worked): CarriedFigures {
  const { before, carried, settled, revaluation, settledLines } = value;
  return {
    before: toValuedAmounts(before),
    carried: toValuedAmounts(carried),
    settled: toValuedAmounts(settled),
    revaluation: toValuedAmounts(revaluation),
    lines: { additional: named(additionalOf(older), settledLines.additional), taxes: named(taxesOf(older), settledLines.taxes) },
  };
}

const quantityText = (quantity: bigint) => shortest(quantity, SCALE.quantity);

async function inSlices<T>(rows: readonly T[], write: (slice: readonly T[], from: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) await write(rows.slice(at, at + SLICE), at);
}

async function writeCarried(tx: Tx, { teamId, versionId }: Locked<VersionRef>, actId: number, { pairs }: Worked): Promise<void> {
  const carried = pairs.filter(({ quantity }) => quantity !== 0n);
  await inSlices(carried, (slice) =>
    sql`
      insert into act_rows (team_id, id, act_id, list_id, row_id, quantity)
      select ${teamId}::bigint, w.id, ${actId}::bigint, w.list_id, w.row_id, w.quantity
        from unnest(${slice.map((pair) => actRowId(pair.into.id, 0))}::bigint[], ${slice.map((pair) => pair.into.list_id)}::bigint[],
                    ${slice.map((pair) => pair.into.id)}::bigint[], ${slice.map(({ quantity }) => quantityText(quantity))}::numeric[])
             as w (id, list_id, row_id, quantity)`.execute(tx),
  );
  await inSlices(
    carried.filter(({ revaluation }) => isNonZero(revaluation)),
    (slice) => {
      const moved = slice.map(({ revaluation }) => toAmounts(revaluation));
      return sql`
      insert into carried_rows (team_id, row_id, version_id, from_row_id, quantity, labour, materials, tools)
      select ${teamId}::bigint, w.row_id, ${versionId}::bigint, w.from_row_id, w.quantity, w.labour, w.materials, w.tools
        from unnest(${slice.map((pair) => pair.into.id)}::bigint[], ${slice.map((pair) => pair.from.id)}::bigint[],
                    ${slice.map(({ quantity }) => quantityText(quantity))}::numeric[], ${moved.map(({ labour }) => labour)}::numeric[],
                    ${moved.map(({ materials }) => materials)}::numeric[], ${moved.map(({ tools }) => tools)}::numeric[])
             as w (row_id, from_row_id, quantity, labour, materials, tools)`.execute(tx);
    },
  );
}

/** Stores the totals of the act at place 0 by list and heading, the same that `recountDone` would add up. */
async function keepTotals(tx: Tx, into: Locked<VersionRef>, actId: number, { pairs }: Worked): Promise<void> {
  const byList = new Map<number, Sums>();
  for (const { into: row, quantity } of pairs)
    if (quantity !== 0n) byList.set(row.list_id, plus(byList.get(row.list_id) ?? ZERO, row.worthOf(quantity)));
  for (const [list_id, sums] of byList) {
    const { labour, materials, tools } = toAmounts(sums);
    await tx.insertInto('act_list_totals').values({ team_id: into.teamId, act_id: actId, list_id, labour, materials, tools }).execute();
  }
  const { rows: headings } = await sql`
    select from section_totals t join lists l on l.team_id = t.team_id and l.id = t.list_id
     where t.team_id = ${into.teamId} and l.version_id = ${into.versionId} limit 1`.execute(tx);
  if (headings.length > 0) await recountSectionsDone(tx, into);
}

async function writeSettled(tx: Tx, { teamId }: Locked<VersionRef>, carryingId: number, { settled }: Worked): Promise<void> {
  await inSlices(settled, async (slice, before) => {
    const rows = slice.map(({ from, quantity, value }, at) => {
      const { id, list_title, code, name, unit } = from;
      return { place: before + at + 1, row_id: id, list_title, code, name, unit, quantity: quantityText(quantity), ...toAmounts(value) };
    });
    await sql`
      insert into settled_rows (team_id, carrying_id, place, row_id, list_title, code, name, unit, quantity, labour, materials, tools)
      select ${teamId}::bigint, ${carryingId}::bigint, w.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as w (
        place int, row_id bigint, list_title text, code text, name text, unit text, quantity numeric, labour numeric, materials numeric, tools numeric)`.execute(
      tx,
    );
  });
}

interface Made {
  readonly into: Locked<VersionRef>;
  readonly from: VersionRef;
  readonly worked: Worked;
  readonly byHand: ByHand;
  readonly userId: number;
  readonly eventId: number;
  /** Whether the version itself was made in the same event. */
  readonly withVersion: boolean;
}

/** Stores a computed carrying: the act at place 0, the settled rows, and which version carries which. No event. */
export async function keepCarrying(tx: Tx, { into, from, worked, byHand, userId, eventId, withVersion }: Made): Promise<void> {
  const { teamId, projectId, versionId } = into;
  const [id, actId] = [await nextId(tx, 'carryings'), await nextId(tx, 'acts')];
  await tx
    .insertInto('carryings')
    .values({
      team_id: teamId,
      id,
      project_id: projectId,
      version_id: versionId,
      from_version_id: from.versionId,
      act_id: actId,
      by_hand: JSON.stringify(byHand.map((pair) => [pair.from, pair.into])),
      figures: JSON.stringify(figuresOf(worked)),
      made_by: userId,
      with_version: withVersion,
      made_event: eventId,
    })
    .execute();
  await write(tx, into, { from, worked, id, actId });
}

interface Written {
  readonly into: Locked<VersionRef>;
  readonly from: VersionRef;
  readonly worked: Worked;
  readonly id: number;
  readonly actId: number;
}

/** Stores a carrying that was undone and is redone. */
export async function keepAgain(tx: Tx, given: Written): Promise<void> {
  const { teamId } = given.into;
  await tx
    .updateTable('carryings')
    .set({ withdrawn_at: null, figures: JSON.stringify(figuresOf(given.worked)) })
    .where('team_id', '=', teamId)
    .where('id', '=', given.id)
    .execute();
  await write(tx, given.into, given);
}

async function write(tx: Tx, into: Locked<VersionRef>, { from, worked, id, actId }: Omit<Written, 'into'>): Promise<void> {
  const { teamId, versionId } = into;
  await tx.insertInto('acts').values({ team_id: teamId, id: actId, version_id: versionId, place: 0, number: '' }).execute();
  await writeCarried(tx, into, actId, worked);
  await writeSettled(tx, into, id, worked);
  await sql`
    update versions set carried_from = ${from.versionId}::bigint,
           contract_id = (select coalesce(o.contract_id, o.id) from versions o where o.team_id = ${teamId} and o.id = ${from.versionId})
     where team_id = ${teamId} and id = ${versionId}`.execute(tx);
  await keepTotals(tx, into, actId, worked);
  await refreshActPrices(tx, into, 0);
}

/** The carrying of a version that is in force; null when there is none. */
async function inForce(query: Query, { teamId, versionId }: VersionRef) {
  const found = await query
    .selectFrom('carryings')
    .select(['id', 'act_id'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** 409 while an act, an extra, a certificate or a newer version depends on the carrying of a version. */
async function refuseDependedOn(query: Query, version: VersionRef): Promise<void> {
  const { teamId, versionId } = version;
  const on = await carriedOnBy(query, version);
  if (on !== null) throw conflict(say.carriedOn({ number: String(on.number) }));
  const { rows } = await sql<{ act: string | null; certificate: string | null; has_extras: boolean }>`
    select (select a.number from numbered_acts a where a.team_id = ${teamId} and a.version_id = ${versionId} order by a.place limit 1) as act,
           (select c.number from certificates c where c.team_id = ${teamId} and c.version_id = ${versionId} order by c.place limit 1) as certificate,
           exists (select from extras x where x.team_id = ${teamId} and x.version_id = ${versionId} and x.status in ('asked', 'approved')) as has_extras`.execute(
    query,
  );
  const [blocking] = rows;
  if (blocking?.act != null) throw conflict(say.carryActStands({ number: blocking.act }));
  if (blocking?.certificate != null) throw conflict(say.carryCertificateStands({ number: blocking.certificate }));
  if (blocking?.has_extras === true) throw conflict(say.carryExtraStands());
}

/**
 * Takes back the carrying of a version: the version can be edited again, and the older one can have new acts. 409 `carry_not_there`, and
 * while something depends on the carrying. `eventId` is the event that takes it back; undo and redo give none, because theirs is noted.
 */
export async function dropCarrying(tx: Tx, into: Locked<VersionRef>, eventId: number | null): Promise<void> {
  const { teamId, versionId } = into;
  const found = await inForce(tx, into);
  if (found === null) throw conflict(say.carryNotThere());
  await refuseDependedOn(tx, into);
  await forgetDerived(tx, into, [found.act_id]);
  await sql`delete from act_rows where team_id = ${teamId} and act_id = ${found.act_id}`.execute(tx);
  await tx.deleteFrom('acts').where('team_id', '=', teamId).where('id', '=', found.act_id).execute();
  await tx.deleteFrom('carried_rows').where('team_id', '=', teamId).where('version_id', '=', versionId).execute();
  await tx.deleteFrom('settled_rows').where('team_id', '=', teamId).where('carrying_id', '=', found.id).execute();
  await sql`
    update carryings set withdrawn_at = clock_timestamp(), withdrawn_event = coalesce(${eventId}::bigint, withdrawn_event)
     where team_id = ${teamId} and id = ${found.id}`.execute(tx);
  await sql`update versions set carried_from = null, contract_id = null where team_id = ${teamId} and id = ${versionId}`.execute(tx);
}

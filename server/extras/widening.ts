/** Updates a row, and all sums that follow from it, in the transaction that approves an extra or takes one back. */
import { sql } from 'kysely';
import { runningTotals } from '../../domain/act.ts';
import { areKeepable, fromAmounts, minus, rowSums, toAmounts } from '../../domain/amounts.ts';
import { exact, SCALE, shortest } from '../../domain/decimal.ts';
import { furthest, type RowWithExtras } from '../../domain/extra.ts';
import { widenedSummary } from '../../domain/widened.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import { markShownChanged } from '../acts/publicAct.ts';
import type { Query, Tx } from '../db/open.ts';
import { pricesOf } from '../estimates/amounts.ts';
import { summaryOf } from '../estimates/summary.ts';
import { rowGone, sumTooLarge } from '../http/errors.ts';

/** A row of a locked version, with its approved extras and the quantities claimed of it. */
interface WidenedRow extends RowWithExtras {
  readonly id: number;
  readonly listId: number;
  readonly kind: string;
  readonly name: string;
  readonly unit: string;
  readonly prices: ReturnType<typeof pricesOf>;
}

export async function rowWithExtras(query: Query, { teamId, versionId }: VersionRef, rowId: number): Promise<WidenedRow> {
  const { rows } = await sql<{
    list_id: number;
    kind: string;
    name: string;
    unit: string;
    estimated: string;
    extra: string;
    unit_labour: string;
    unit_materials: string;
    unit_tools: string;
    claimed: readonly string[];
  }>`
    select r.list_id, r.kind, r.name, r.unit, r.quantity as estimated, r.unit_labour, r.unit_materials, r.unit_tools,
           coalesce((select sum(x.quantity) from extras x where x.team_id = r.team_id and x.row_id = r.id and x.status = 'approved'), 0)::numeric(30, 6) as extra,
           array(select d.quantity::text from act_rows d where d.team_id = r.team_id and d.row_id = r.id order by d.id) as claimed
      from estimate_rows r where r.team_id = ${teamId} and r.version_id = ${versionId} and r.id = ${rowId}::bigint`.execute(query);
  const [row] = rows;
  if (row === undefined) throw rowGone();
  const quantityOf = (text: string) => exact(text, SCALE.quantity);
  const estimated = quantityOf(row.estimated);
  const done = furthest(estimated, runningTotals(0n, row.claimed.map(quantityOf)));
  return {
    id: rowId,
    listId: row.list_id,
    kind: row.kind,
    name: row.name,
    unit: row.unit,
    prices: pricesOf(row),
    estimated,
    extra: quantityOf(row.extra),
    done,
  };
}

/**
 * Updates a row's extras, the headings around it and the version's sum after a change of the approved extras. 400 when a sum would be too
 * large to keep. Clients who may be answering an act are notified, because the quantities left that it shows have changed.
 */
export async function keepWidened(tx: Tx, version: Locked<VersionRef>, rowId: number): Promise<void> {
  const { teamId, versionId } = version;
  const { listId, estimated, extra, prices } = await rowWithExtras(tx, version, rowId);
  const added = toAmounts(minus(rowSums(estimated + extra, prices), rowSums(estimated, prices)));
  await sql`
    select keep_row_extra(${teamId}::bigint, ${versionId}::bigint, ${listId}::bigint, ${rowId}::bigint, ${shortest(extra, SCALE.quantity)}::numeric,
                          ${added.labour}::numeric, ${added.materials}::numeric, ${added.tools}::numeric)`.execute(tx);
  const summary = await summaryOf(tx, version);
  const { costs, subtotal, total, total_with_taxes } = widenedSummary(summary);
  if (![...costs, subtotal, total, total_with_taxes].every((sums) => areKeepable(fromAmounts(sums)))) throw sumTooLarge();
  await sql`
    update version_totals set extras = ${summary.extras?.gross.total ?? '0'}::numeric where team_id = ${teamId} and version_id = ${versionId}`.execute(
    tx,
  );
  await markShownChanged(tx, version, 0);
}

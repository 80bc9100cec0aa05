import { areKeepable, toAmounts } from '../../domain/amounts.ts';
import type { Line, ListCosts, VersionSummary } from '../../domain/contract/shapes.ts';
import { percentsOf } from '../../domain/percents.ts';
import { isKeepable, summarise } from '../../domain/summary.ts';
import { isFrozen, type Locked, type VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { sumTooLarge } from '../http/errors.ts';
import { canonicalPercent, sumsOf } from './amounts.ts';
import { settleOutlines } from './sections.ts';

/** A percent line as stored, with its percents as they travel. */
export type StoredLine = Omit<Line, 'labour' | 'materials' | 'tools' | 'total'> & { readonly kind: 'additional_cost' | 'tax' };

/** Every additional cost and tax of a version, in order. */
export async function linesOf(query: Query, { teamId, versionId }: VersionRef): Promise<StoredLine[]> {
  const lines = await query
    .selectFrom('percent_lines')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('order')
    .orderBy('id')
    .execute();
  return lines.map((line) => ({
    id: line.id,
    kind: line.kind,
    order: line.order,
    name: line.name,
    percent_total: canonicalPercent(line.percent_total),
    percent_labour: canonicalPercent(line.percent_labour),
    percent_materials: canonicalPercent(line.percent_materials),
    percent_tools: canonicalPercent(line.percent_tools),
    updated_at: line.updated_at.toISOString(),
    revision: line.revision,
  }));
}

/** Every list of a version with its kept totals, in order. */
export async function costsOf(query: Query, { teamId, versionId }: VersionRef): Promise<ListCosts[]> {
  const lists = await query
    .selectFrom('lists')
    .leftJoin('list_totals', (join) =>
      join.onRef('list_totals.team_id', '=', 'lists.team_id').onRef('list_totals.list_id', '=', 'lists.id'),
    )
    .select(['lists.id', 'lists.order', 'lists.title', 'labour', 'materials', 'tools'])
    .where('lists.team_id', '=', teamId)
    .where('lists.version_id', '=', versionId)
    .orderBy('lists.order')
    .orderBy('lists.id')
    .execute();
  return lists.map(({ id, order, title, labour, materials, tools }) => ({
    id,
    order,
    title,
    ...toAmounts(sumsOf({ labour: labour ?? '0', materials: materials ?? '0', tools: tools ?? '0' })),
  }));
}

/** The summary of a version from its kept list totals: it costs the same however many rows there are. */
export const summaryOf = async (query: Query, versionRef: VersionRef): Promise<VersionSummary> => (await summed(query, versionRef)).summary;

/** The summary, and whether every sum in it fits its column. */
async function summed(query: Query, versionRef: VersionRef): Promise<{ summary: VersionSummary; canBeKept: boolean }> {
  const costs = await costsOf(query, versionRef);
  const lines = await linesOf(query, versionRef);
  const additional = lines.filter(({ kind }) => kind === 'additional_cost');
  const taxes = lines.filter(({ kind }) => kind === 'tax');
  const sums = summarise(costs.map(sumsOf), additional.map(percentsOf), taxes.map(percentsOf));
  const withAmounts = ({ kind: _, ...line }: StoredLine, amounts: Parameters<typeof toAmounts>[0] | undefined): Line => {
    if (amounts === undefined) throw new Error(`line ${line.id} was not summarised`);
    return { ...line, ...toAmounts(amounts) };
  };
  const summary = {
    version_id: versionRef.versionId,
    project_id: versionRef.projectId,
    frozen: await isFrozen(query, versionRef),
    costs,
    subtotal: toAmounts(sums.subtotal),
    additional: additional.map((line, at) => withAmounts(line, sums.additional[at])),
    total: toAmounts(sums.total),
    taxes: taxes.map((line, at) => withAmounts(line, sums.taxes[at])),
    total_with_taxes: toAmounts(sums.totalWithTaxes),
  };
  return { summary, canBeKept: isKeepable(sums) && costs.map(sumsOf).every(areKeepable) };
}

/**
 * Keeps the version's outlines and price in step after an edit; answers the summary it comes from. 400 `sum_too_large`, on the `field` that was set when
 * it was one.
 */
export async function refreshPrice(query: Query, versionRef: Locked<VersionRef>, field?: string): Promise<VersionSummary> {
  await settleOutlines(query, versionRef);
  const { summary, canBeKept } = await summed(query, versionRef);
  if (!canBeKept) throw sumTooLarge(field);
  const price = summary.total_with_taxes.total;
  await query
    .insertInto('version_totals')
    .values({ team_id: versionRef.teamId, version_id: versionRef.versionId, price })
    .onConflict((clash) => clash.columns(['team_id', 'version_id']).doUpdateSet({ price }))
    .execute();
  return summary;
}

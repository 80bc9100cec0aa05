import { sql } from 'kysely';
import { toAmounts } from '../../domain/amounts.ts';
import { type ComparedRow, compareRows, differenceOf } from '../../domain/comparison.ts';
import type { VersionComparison } from '../../domain/contract/estimateShapes.ts';
import type { Query } from '../db/open.ts';
import type { VersionPlace } from '../projects/access.ts';
import { canonical, sumsOf } from './amounts.ts';
import { summaryOf } from './summary.ts';

type StoredNumbers = Pick<
  ComparedRow,
  | 'id'
  | 'list_title'
  | 'code'
  | 'name'
  | 'unit'
  | 'quantity'
  | 'unit_labour'
  | 'unit_materials'
  | 'unit_tools'
  | 'labour'
  | 'materials'
  | 'tools'
>;

async function rowsOf(query: Query, { teamId, versionId }: VersionPlace): Promise<ComparedRow[]> {
  const { rows } = await sql<StoredNumbers>`
    select r.id, l.title as list_title, r.code, r.name, r.unit, r.quantity, r.unit_labour, r.unit_materials, r.unit_tools,
           r.labour, r.materials, r.tools
      from lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.version_id = ${versionId} and r.kind = 'row'
     order by l."order", l.id, r."order", r.id`.execute(query);
  return rows.map((row) => ({
    ...row,
    quantity: canonical(row.quantity),
    unit_labour: canonical(row.unit_labour),
    unit_materials: canonical(row.unit_materials),
    unit_tools: canonical(row.unit_tools),
    ...toAmounts(sumsOf(row)),
  }));
}

async function nameOf(query: Query, { teamId, versionId }: VersionPlace) {
  return query
    .selectFrom('versions')
    .select(['id', 'number', 'name'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
}

/** What became of the estimate from version `old` to version `now`; of the rows that differ those of the window. */
export async function compareVersions(
  query: Query,
  old: VersionPlace,
  now: VersionPlace,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<VersionComparison> {
  const [before, after] = [await summaryOf(query, old), await summaryOf(query, now)];
  const titles = { old: before.costs.map(({ title }) => title), new: after.costs.map(({ title }) => title) };
  const { lists, counts, rows } = compareRows(await rowsOf(query, old), await rowsOf(query, now), titles);
  return {
    old: await nameOf(query, old),
    new: await nameOf(query, now),
    lists: [...lists],
    counts,
    subtotal: differenceOf(before.subtotal, after.subtotal),
    total: differenceOf(before.total, after.total),
    total_with_taxes: differenceOf(before.total_with_taxes, after.total_with_taxes),
    rows: rows.slice(offset, offset + limit),
    row_count: rows.length,
  };
}

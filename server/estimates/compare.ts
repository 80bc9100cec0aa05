import { sql } from 'kysely';
import { type Change, type ComparedRow, compareLists, compareRows, differenceOf, type RowChange } from '../../domain/comparison.ts';
import type { VersionComparison } from '../../domain/contract/estimateShapes.ts';
import type { Row } from '../../domain/contract/shapes.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { rowsByIds } from './rowSections.ts';
import { summaryOf } from './summary.ts';

/** A row with its numbers as the database writes them. */
export interface ComparedStoredRow extends ComparedRow {
  readonly id: number;
}
type Cells = readonly [number, string, string, string, string, string, string, string, string];

/** Every row of the version except sections, as one value, because reading them column by column takes several times as long. */
export async function comparedRows(query: Query, { teamId, versionId }: VersionRef): Promise<ComparedStoredRow[]> {
  const { rows } = await sql<{ cells: readonly Cells[] }>`
    select coalesce(json_agg(json_build_array(
             r.id, l.title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text)
             order by l."order", l.id, r."order", r.id), '[]') as cells
      from lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.version_id = ${versionId} and r.kind = 'row'`.execute(query);
  return (rows[0]?.cells ?? []).map(
    ([id, list_title, code, name, unit, quantity, unit_labour, unit_materials, unit_tools]): ComparedStoredRow => ({
      id,
      list_title,
      code,
      name,
      unit,
      quantity,
      unit_labour,
      unit_materials,
      unit_tools,
    }),
  );
}

async function nameOf(query: Query, { teamId, versionId }: VersionRef) {
  return query
    .selectFrom('versions')
    .select(['id', 'number', 'name'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
}

function numbersOf(row: Row) {
  const { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total } = row;
  return { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total };
}

/** The changes with the numbers and amounts of both sides. */
async function shaped(query: Query, teamId: number, changes: readonly RowChange<ComparedStoredRow>[]): Promise<VersionComparison['rows']> {
  const ids = changes.flatMap((change) => [change.old, change.new].flatMap((row) => (row === null ? [] : [row.id])));
  const rows = new Map((await rowsByIds(query, teamId, ids)).map((row) => [row.id, numbersOf(row)]));
  const side = (row: ComparedStoredRow | null) => (row === null ? null : (rows.get(row.id) ?? null));
  return changes.map(({ change, old, new: now }) => {
    const { list_title = '', code = '', name = '', unit = '' } = now ?? old ?? {};
    const [before, after] = [side(old), side(now)];
    return { change, list_title, code, name, unit, old: before, new: after, difference: differenceOf(before, after).difference };
  });
}

/** Compares version `now` with version `old`. `rows` is a window of the rows that differ, or of those with the given kind of change. */
export async function compareVersions(
  query: Query,
  old: VersionRef,
  now: VersionRef,
  { offset, limit, change }: { readonly offset: number; readonly limit: number; readonly change?: Change | undefined },
): Promise<VersionComparison> {
  const [before, after] = [await summaryOf(query, old), await summaryOf(query, now)];
  const { rows, counts, countsByTitle } = compareRows(await comparedRows(query, old), await comparedRows(query, now));
  const asked = change === undefined ? rows : rows.filter((row) => row.change === change);
  return {
    old: await nameOf(query, old),
    new: await nameOf(query, now),
    lists: compareLists(before.costs, after.costs, countsByTitle),
    counts,
    subtotal: differenceOf(before.subtotal, after.subtotal),
    total: differenceOf(before.total, after.total),
    total_with_taxes: differenceOf(before.total_with_taxes, after.total_with_taxes),
    rows: await shaped(query, now.teamId, asked.slice(offset, offset + limit)),
    row_count: asked.length,
  };
}

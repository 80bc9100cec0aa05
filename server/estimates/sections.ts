import { sql } from 'kysely';
import { toAmounts } from '../../domain/amounts.ts';
import { summedSections } from '../../domain/sections.ts';
import { type Locked, lockedWithin, lockProject, type VersionRef } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { sumsOf } from './amounts.ts';

interface StoredHeading {
  readonly id: number;
  readonly code: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
  readonly own_rows: number;
}

/**
 * Updates the outline of a version's lists after changes of headings: the parent of each section, and the sums that follow. Costs nothing
 * while no heading was made, moved, removed or recoded.
 */
export async function settleOutlines(query: Query, { teamId, versionId }: Locked<VersionRef>): Promise<void> {
  const { rows: lists } = await sql<{ list_id: number }>`
    delete from unsettled_outlines u using lists l
     where u.team_id = ${teamId} and l.team_id = u.team_id and l.id = u.list_id and l.version_id = ${versionId} returning u.list_id`.execute(
    query,
  );
  for (const { list_id } of lists) await settleOutline(query, teamId, list_id);
}

async function settleOutline(query: Query, teamId: number, listId: number): Promise<void> {
  const { rows: headings } = await sql<StoredHeading>`
    select r.id, r.code, t.own_labour as labour, t.own_materials as materials, t.own_tools as tools, t.own_rows
      from estimate_rows r join section_totals t on t.team_id = r.team_id and t.section_id = r.id
     where r.team_id = ${teamId} and r.list_id = ${listId} and r.kind = 'section' order by r."order", r.id`.execute(query);
  const settled = summedSections(headings.map((row) => ({ id: row.id, code: row.code, sums: sumsOf(row), rowCount: row.own_rows })));
  const records = settled.map(({ id, parentId, level, headingCount, rowCount, sums }) => {
    const { labour, materials, tools } = toAmounts(sums);
    return { id, parent_id: parentId, level, heading_count: headingCount, row_count: rowCount, labour, materials, tools };
  });
  await sql`
    update section_totals t
       set parent_id = s.parent_id, level = s.level, heading_count = s.heading_count, row_count = s.row_count,
           labour = s.labour, materials = s.materials, tools = s.tools
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as s (
        id bigint, parent_id bigint, level int, heading_count int, row_count int, labour numeric, materials numeric, tools numeric)
     where t.team_id = ${teamId} and t.section_id = s.id
       and (t.parent_id, t.level, t.heading_count, t.row_count, t.labour, t.materials, t.tools)
           is distinct from (s.parent_id, s.level, s.heading_count, s.row_count, s.labour, s.materials, s.tools)`.execute(query);
}

/**
 * Settles the outlines that a migration left unsettled, so that older estimates have theirs too. `recountDone` recomputes the totals of
 * their acts.
 */
export async function settleAllOutlines(
  database: Database,
  recountDone: (tx: Tx, version: Locked<VersionRef>) => Promise<void>,
): Promise<void> {
  const { rows: versions } = await sql<{ team_id: number; project_id: number; version_id: number }>`
    select distinct v.team_id, v.project_id, v.id as version_id
      from unsettled_outlines u join lists l on l.team_id = u.team_id and l.id = u.list_id
      join versions v on v.team_id = l.team_id and v.id = l.version_id order by 1, 2, 3`.execute(database.query);
  for (const { team_id, project_id, version_id } of versions)
    await database.query.transaction().execute(async (tx) => {
      const version = lockedWithin(await lockProject(tx, { teamId: team_id, projectId: project_id }), { versionId: version_id });
      await settleOutlines(tx, version);
      await recountDone(tx, version);
    });
}

/** The totals of sections in acts, stored like the sums of their lists. A version with an act is frozen, so its sections stay as they are. */
import { type RawBuilder, sql } from 'kysely';
import { type Progress, progress } from '../../domain/act.ts';
import { plus, toAmounts, ZERO } from '../../domain/amounts.ts';
import type { ActRow } from '../../domain/api/shapes.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { extrasShape } from './extrasShape.ts';
import type { ActRef } from './find.ts';

/**
 * The worth that each act adds to each row it claims: R2 of the row's quantity up to the act times its unit prices, less the same up to
 * the act before. A sum of these over acts is that of the rounded amounts. `claims` may be others than those stored. Columns: place, list_id,
 * row_id, "order", labour, materials, tools.
 */
export const claimedByPlace = ({ teamId, versionId }: VersionRef, claims: RawBuilder<unknown> = sql`act_rows`) => sql`
  select d.place, r.list_id, r.id as row_id, r."order",
         round(d.upto * r.unit_labour, 2) - round((d.upto - d.quantity) * r.unit_labour, 2) as labour,
         round(d.upto * r.unit_materials, 2) - round((d.upto - d.quantity) * r.unit_materials, 2) as materials,
         round(d.upto * r.unit_tools, 2) - round((d.upto - d.quantity) * r.unit_tools, 2) as tools
    from (select c.row_id, a.place, c.quantity, sum(c.quantity) over (partition by c.row_id order by a.place) as upto
            from acts a join ${claims} c on c.team_id = a.team_id and c.act_id = a.id
           where a.team_id = ${teamId} and a.version_id = ${versionId}) d
    join estimate_rows r on r.team_id = ${teamId} and r.id = d.row_id`;

/** Recomputes the totals of every section of a version up to each act, the sections within it included. */
export async function recountSectionsDone(query: Query, version: Locked<VersionRef>): Promise<void> {
  const { teamId, versionId } = version;
  await sql`
    delete from act_section_totals where team_id = ${teamId} and act_id in (select id from acts where team_id = ${teamId} and version_id = ${versionId})`.execute(
    query,
  );
  await sql`
    with recursive claimed as (${claimedByPlace(version)}), own as (
      select c.place, s.id as section_id, sum(c.labour) as labour, sum(c.materials) as materials, sum(c.tools) as tools
        from claimed c
       cross join lateral (
         select r.id from estimate_rows r
          where r.team_id = ${teamId} and r.list_id = c.list_id and r.kind = 'section' and (r."order", r.id) <= (c."order", c.row_id)
          order by r."order" desc, r.id desc limit 1) s
       group by c.place, s.id
    ), parts as (
      select * from own
      union all
      select p.place, t.parent_id, p.labour, p.materials, p.tools
        from parts p join section_totals t on t.team_id = ${teamId} and t.section_id = p.section_id where t.parent_id is not null
    ), changed as (
      select place, section_id, sum(labour) as labour, sum(materials) as materials, sum(tools) as tools from parts group by place, section_id
    )
    insert into act_section_totals (team_id, act_id, section_id, labour, materials, tools)
    select ${teamId}::bigint, a.id, c.section_id, sum(c.labour), sum(c.materials), sum(c.tools)
      from acts a join changed c on c.place <= a.place
     where a.team_id = ${teamId} and a.version_id = ${versionId} group by a.id, c.section_id`.execute(query);
}

interface SectionInAct extends Progress {
  readonly level: number;
  readonly rowCount: number;
  readonly parentId: number | null;
}

/** A heading's row with the sums of its section. */
export const withSectionSums = (row: ActRow, section: SectionInAct): ActRow => ({
  ...row,
  level: section.level,
  section_id: section.parentId ?? 0,
  row_count: section.rowCount,
  estimated_cost: toAmounts(section.estimated_cost),
  completed_before: toAmounts(section.completed_before),
  completed_now: toAmounts(section.completed_now),
  balance: toAmounts(section.balance),
  left_to_do: toAmounts(section.left_to_do),
  ...extrasShape(section),
});

interface Parts {
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
}
const sumsIn = (parts: Parts | null) => (parts === null ? ZERO : sumsOf(parts));

/** The sums of these sections in an act, by their ids. */
export async function sectionsInAct(query: Query, act: ActRef, ids: readonly number[]): Promise<ReadonlyMap<number, SectionInAct>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    section_id: number;
    parent_id: number | null;
    level: number;
    row_count: number;
    labour: string;
    materials: string;
    tools: string;
    before: Parts | null;
    own: Parts | null;
    extra: Parts | null;
  }>`
    select t.section_id, t.parent_id, t.level, t.row_count, t.labour, t.materials, t.tools,
           (select jsonb_build_object('labour', b.labour::text, 'materials', b.materials::text, 'tools', b.tools::text)
              from act_section_totals b join acts a on a.team_id = b.team_id and a.id = b.act_id
             where b.team_id = t.team_id and b.section_id = t.section_id and a.version_id = ${act.versionId} and a.place = (
               select max(o.place) from acts o where o.team_id = t.team_id and o.version_id = ${act.versionId} and o.place < ${act.place})) as before,
           (select jsonb_build_object('labour', o.labour::text, 'materials', o.materials::text, 'tools', o.tools::text)
              from act_section_totals o where o.team_id = t.team_id and o.section_id = t.section_id and o.act_id = ${act.actId}) as own,
           (select jsonb_build_object('labour', e.labour::text, 'materials', e.materials::text, 'tools', e.tools::text)
              from section_extras e where e.team_id = t.team_id and e.section_id = t.section_id) as extra
      from section_totals t where t.team_id = ${act.teamId} and t.section_id = any(${ids}::bigint[])`.execute(query);
  return new Map(
    rows.map(({ section_id, parent_id, level, row_count, before, own, extra, ...estimated }) => [
      section_id,
      {
        level,
        rowCount: row_count,
        parentId: parent_id,
        ...progress(sumsOf(estimated), sumsIn(before), sumsIn(own), plus(sumsOf(estimated), sumsIn(extra))),
      },
    ]),
  );
}

/** Additional costs and taxes that a file states in percents. */
import { sql } from 'kysely';
import type { ImportLine } from '../../domain/api/importShapes.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { canonicalPercent } from '../estimates/amounts.ts';

/** The highest value added tax of the world is 27 %; additional costs beyond half of the estimate are computed on a wrong base. */
export const USUAL_PERCENT = { tax: 30, additional_cost: 50 } as const;

/** A percent as a person writes it. One computed from an amount has more digits. */
const WRITTEN = /^-?\d+(\.\d{1,2})?$/;

/** Whether a percent with an amount is unusual: a tax that is too high, or an additional cost that was computed on a wrong base. */
export const isOdd = ({ kind, percent_total, stated }: Pick<ImportLine, 'kind' | 'percent_total' | 'stated'>): boolean =>
  stated !== null &&
  percent_total !== null &&
  Math.abs(Number(percent_total)) > USUAL_PERCENT[kind] &&
  (kind === 'tax' || !WRITTEN.test(percent_total));

/**
 * The lines of all lists. `takes_part` holds for lines of ticked lists and of a summary, whose lines apply to the whole estimate. `line_group` is the
 * same number for lines of equal kind, label, percents and `nth`; `nth` counts the equal lines within one list.
 */
export const linesOfLists = ({ teamId, projectId }: ProjectRef) => sql`
  select m.*, dense_rank() over (
           order by m.kind, m.label, m.percent_total, m.percent_labour, m.percent_materials, m.percent_tools, m.nth) as line_group
    from (
      select n.*, l.sheet, lower(trim(n.name)) as label,
             l.included or l.apart = 'summary' as takes_part, l.apart = 'summary' and not l.included as is_of_summary,
             row_number() over (
               partition by n.list_id, n.kind, lower(trim(n.name)), n.percent_total, n.percent_labour, n.percent_materials, n.percent_tools
               order by n."order"
             ) as nth
        from import_lines n join import_lists l on l.team_id = n.team_id and l.id = n.list_id
       where n.team_id = ${teamId} and n.project_id = ${projectId} and not l.staged) m`;

/**
 * The percent lines that the ticked lists and their summary state. A line that several lists state is returned once, from the first of them; a
 * line that one list states twice is returned twice.
 */
export async function importLines(query: Query, projectRef: ProjectRef): Promise<ImportLine[]> {
  const { rows } = await sql<ImportLine>`
    with all_lines as (${linesOfLists(projectRef)})
    select * from (
      select distinct on (line_group) "order", id, kind, name, percent_total, percent_labour, percent_materials, percent_tools, stated, included, sheet
        from all_lines where takes_part order by line_group, is_of_summary, "order"
    ) as first order by "order"`.execute(query);
  return rows.map(({ id, kind, name, stated, sheet, included, ...percents }) => ({
    id,
    kind,
    name,
    percent_total: canonicalPercent(percents.percent_total),
    percent_labour: canonicalPercent(percents.percent_labour),
    percent_materials: canonicalPercent(percents.percent_materials),
    percent_tools: canonicalPercent(percents.percent_tools),
    stated,
    sheet,
    included,
  }));
}

/**
 * Includes or excludes a percent line in every list that states it, because the list it is shown for changes with the ticked lists.
 * Returns how many were changed.
 */
export async function includeLine(tx: Tx, projectRef: Locked<ProjectRef>, lineId: number, included: boolean): Promise<bigint> {
  const { numAffectedRows } = await sql`
    with all_lines as (${linesOfLists(projectRef)})
    update import_lines n set included = ${included}::boolean
     where n.team_id = ${projectRef.teamId} and n.id in (select id from all_lines where line_group = (select line_group from all_lines where id = ${lineId}::bigint))`.execute(
    tx,
  );
  return numAffectedRows ?? 0n;
}

/** Decides the status of an import once its rows are known. */
import { sql } from 'kysely';
import type { Locked, ProjectRef } from '../access/refs.ts';
import { notify } from '../db/bus.ts';
import type { Tx } from '../db/open.ts';
import { linesOfLists, USUAL_PERCENT } from './lines.ts';
import { importTopic } from './progress.ts';

/** The project's status follows its first import; a later one leaves it available. */
export async function setProjectStatus(tx: Tx, { teamId, projectId }: Locked<ProjectRef>, status: string): Promise<void> {
  await sql`
    update projects set status = ${status}
     where team_id = ${teamId} and id = ${projectId}
       and not exists (select from imports i where i.team_id = ${teamId} and i.project_id = ${projectId} and i.base_version_id is not null)`.execute(
    tx,
  );
}

/** After a change of what was read: importable without errors, else errors_found; the project gets the same status (docs/product.md, 6.1). */
export async function updateStatus(tx: Tx, projectRef: Locked<ProjectRef>): Promise<void> {
  const { rows } = await sql<{ has_errors: boolean }>`
    select exists (
             select from import_lists l join import_rows r on r.team_id = l.team_id and r.rows_id = l.rows_id
              where l.team_id = i.team_id and l.project_id = i.project_id and l.included and not l.staged and r.errors <> '[]'::jsonb) as has_errors
      from imports i where i.team_id = ${projectRef.teamId} and i.project_id = ${projectRef.projectId}`.execute(tx);
  const [found] = rows;
  if (found === undefined) return;
  const status = found.has_errors ? 'errors_found' : 'importable';
  await tx
    .updateTable('imports')
    .set({ status, revision: sql`revision + 1` })
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .execute();
  await setProjectStatus(tx, projectRef, status);
  await notify(tx, importTopic(projectRef.projectId));
}

/**
 * A first import includes the percent lines that all ticked lists with such lines state, and those of a summary, if the percent is usual; other lines
 * are only offered. A line is included in every list that states it, because the list it is shown for changes with the ticked lists.
 */
export async function includeStatedLines(tx: Tx, projectRef: Locked<ProjectRef>): Promise<void> {
  const { teamId, projectId } = projectRef;
  await sql`
    with all_lines as (${linesOfLists(projectRef)}), first as (
      select distinct on (line_group) line_group, kind, percent_total, stated, count(*) filter (where not is_of_summary) over (partition by line_group) as lists,
             bool_or(is_of_summary) over (partition by line_group) as is_of_summary
        from all_lines where takes_part order by line_group, is_of_summary, "order"
    ), included as (
      select line_group from first
       where (is_of_summary or lists = (select count(distinct list_id) from all_lines where takes_part and not is_of_summary))
         and not (stated is not null and percent_total is not null and (
           kind = 'tax' and abs(percent_total) > ${USUAL_PERCENT.tax}::int
           or kind = 'additional_cost' and abs(percent_total) > ${USUAL_PERCENT.additional_cost}::int and percent_total <> round(percent_total, 2)))
    )
    update import_lines n
       set included = n.id in (select id from all_lines where line_group in (select line_group from included))
           and exists (select from imports i where i.team_id = ${teamId} and i.project_id = ${projectId} and i.base_version_id is null)
     where n.team_id = ${teamId} and n.project_id = ${projectId}`.execute(tx);
}

import { sql } from 'kysely';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';

/**
 * Updates a project's status to match its estimate: available while a version of it has a list, otherwise created (docs/product.md, 6.1).
 * An import under way shows its own status; cancelling it restores this one.
 */
export async function keepProjectStatus(tx: Tx, { teamId, projectId }: Locked<ProjectRef>): Promise<void> {
  const status = sql`(
    select case when exists (
        select 1 from versions v join lists l on l.team_id = v.team_id and l.version_id = v.id
         where v.team_id = ${teamId} and v.project_id = ${projectId} and v.deleted_at is null) then 'available' else 'created' end)`;
  await sql`
    update projects set status = ${status} where team_id = ${teamId} and id = ${projectId} and status in ('available', 'created')`.execute(
    tx,
  );
  await sql`
    update imports set project_status = ${status}
     where team_id = ${teamId} and project_id = ${projectId} and finished_version_id is null and status <> 'refused'`.execute(tx);
}

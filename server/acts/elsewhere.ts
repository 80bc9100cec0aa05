import { sql } from 'kysely';
import type { ActElsewhere, ClaimedElsewhere } from '../../domain/contract/actShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

/** The acts of the project's other contracts, and the total they claim (with taxes). */
export async function claimedElsewhere(query: Query, { teamId, projectId, versionId }: VersionRef): Promise<ClaimedElsewhere> {
  const { rows: acts } = await sql<ActElsewhere>`
    select a.id, a.number, v.number as version_number, coalesce(t.price, 0)::numeric(40, 2) as price
      from versions own
      join versions v on v.team_id = own.team_id and v.project_id = own.project_id and coalesce(v.contract_id, v.id) <> coalesce(own.contract_id, own.id)
      join numbered_acts a on a.team_id = v.team_id and a.version_id = v.id
      left join act_totals t on t.team_id = a.team_id and t.act_id = a.id
     where own.team_id = ${teamId} and own.id = ${versionId} and v.project_id = ${projectId} and v.deleted_at is null
     order by v.number, a.place`.execute(query);
  const claimed = acts.reduce((sum, { price }) => sum + exact(price, SCALE.money), 0n);
  return { acts, claimed: fixed(claimed, SCALE.money) };
}

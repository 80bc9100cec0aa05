import { sql } from 'kysely';
import type { ActElsewhere, CertifiedElsewhere, ClaimedElsewhere } from '../../domain/api/actShapes.ts';
import { cents, fromCents } from '../../domain/decimal.ts';
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
  const claimed = acts.reduce((sum, { price }) => sum + cents(price), 0n);
  return { acts, claimed: fromCents(claimed) };
}

/** The certificates of the project's other contracts without acts; null where nothing is left to decide, because the version has acts or is separate. */
export async function certifiedElsewhere(
  query: Query,
  { teamId, projectId, versionId }: VersionRef,
): Promise<readonly CertifiedElsewhere[] | null> {
  const { rows } = await sql<{ certificates: readonly CertifiedElsewhere[] }>`
    select (select coalesce(json_agg(json_build_object('id', c.id, 'number', c.number, 'version_number', v.number, 'due', c.due::text)
                                     order by v.number, c.place), '[]')
              from versions v
              join certificates c on c.team_id = v.team_id and c.version_id = v.id
             where v.team_id = own.team_id and v.project_id = ${projectId} and v.deleted_at is null
               and coalesce(v.contract_id, v.id) <> coalesce(own.contract_id, own.id)
               and not exists (select from versions o join numbered_acts a on a.team_id = o.team_id and a.version_id = o.id
                                where o.team_id = v.team_id and o.project_id = v.project_id and o.deleted_at is null
                                  and coalesce(o.contract_id, o.id) = coalesce(v.contract_id, v.id))) as certificates
      from versions own where own.team_id = ${teamId} and own.id = ${versionId} and not own.is_separate
       and not exists (select from acts a where a.team_id = own.team_id and a.version_id = own.id)`.execute(query);
  return rows[0]?.certificates ?? null;
}

/** The versions of a contract: those that carry on one another. */
import { sql } from 'kysely';
import type { ByHand } from '../../domain/sameRow.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

export interface ChainVersion {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly act_count: number;
  readonly extra_count: number;
  /** The act at place 0; null where the version carries no other. */
  readonly carried_act: number | null;
  /** Rows of the version before paired by hand with rows of this one. */
  readonly by_hand: ByHand;
}
interface Stored extends Omit<ChainVersion, 'by_hand'> {
  readonly from_version_id: number | null;
  readonly by_hand: readonly (readonly [number, number])[] | null;
}

/** The versions of the contract that this one belongs to, oldest first. */
export async function chainOf(query: Query, { teamId, projectId, versionId }: VersionRef): Promise<ChainVersion[]> {
  const { rows } = await sql<Stored>`
    select v.id, v.number, v.name, c.from_version_id, c.act_id as carried_act, c.by_hand,
           (select count(*)::int from numbered_acts a where a.team_id = v.team_id and a.version_id = v.id) as act_count,
           (select count(*)::int from extras x where x.team_id = v.team_id and x.version_id = v.id and x.status = 'approved') as extra_count
      from versions own
      join versions v on v.team_id = own.team_id and v.project_id = own.project_id and coalesce(v.contract_id, v.id) = coalesce(own.contract_id, own.id)
      left join carryings c on c.team_id = v.team_id and c.version_id = v.id and c.withdrawn_at is null
     where own.team_id = ${teamId} and own.project_id = ${projectId} and own.id = ${versionId} and v.deleted_at is null`.execute(query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const next = new Map(rows.flatMap((row) => (row.from_version_id === null ? [] : [[row.from_version_id, row] as const])));
  const chain: Stored[] = [];
  for (let at = byId.get(versionId); at !== undefined; at = at.from_version_id === null ? undefined : byId.get(at.from_version_id))
    chain.unshift(at);
  for (let at = next.get(versionId); at !== undefined; at = next.get(at.id)) chain.push(at);
  return chain.map(({ from_version_id: _, by_hand, ...version }) => ({ ...version, by_hand: new Map(by_hand ?? []) }));
}

/** Changes with everything that can change the figures of the project's contracts. */
export async function stampOf(query: Query, { teamId, projectId }: VersionRef): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ',
      (select max(id) from project_changes where team_id = ${teamId} and project_id = ${projectId}),
      (select max(revision) from extras where team_id = ${teamId} and project_id = ${projectId}),
      (select count(*) || ' ' || count(withdrawn_at) from carryings where team_id = ${teamId} and project_id = ${projectId})) as stamp`.execute(
    query,
  );
  return rows[0]?.stamp ?? '';
}

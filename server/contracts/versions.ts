/** The versions of a contract: each carries the one before it. */
import { sql } from 'kysely';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

export interface ContractVersionName {
  readonly id: number;
  readonly number: number;
  readonly name: string;
}

/** The versions of the contract that a version belongs to, in the order in which they carry on one another. */
export async function versionsOfContract(
  query: Query,
  { teamId, versionId }: Pick<VersionRef, 'teamId' | 'versionId'>,
): Promise<ContractVersionName[]> {
  const { rows } = await sql<ContractVersionName>`
    with recursive chain as (
      select v.id, v.number, v.name, 1 as step
        from versions own join versions v on v.team_id = own.team_id and v.id = coalesce(own.contract_id, own.id)
       where own.team_id = ${teamId} and own.id = ${versionId}
      union all
      select n.id, n.number, n.name, c.step + 1
        from chain c join versions n on n.team_id = ${teamId} and n.carried_from = c.id and n.deleted_at is null
    )
    select id, number, name from chain order by step`.execute(query);
  return rows;
}

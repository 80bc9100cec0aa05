/** The client of a project. */
import type { Client } from '../../domain/api/parties.ts';
import type { Given } from '../../domain/api/routes.ts';
import { lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';

export const clientOf = (query: Query, { teamId, projectId }: ProjectRef): Promise<Client> =>
  query
    .selectFrom('projects')
    .select(['client_name as name', 'client_address as address', 'client_registration as registration', 'contract_number', 'contract_date'])
    .where('team_id', '=', teamId)
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();

/** Sets the fields that are given. */
export async function editClient(
  { query }: Database,
  caller: Caller,
  id: number,
  { name, address, registration, contract_number, contract_date }: Given<'PUT /projects/:id/client/'>['body'],
): Promise<Client> {
  return query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', id);
    await tx
      .updateTable('projects')
      .set({
        ...(name !== undefined && { client_name: name }),
        ...(address !== undefined && { client_address: address }),
        ...(registration !== undefined && { client_registration: registration }),
        ...(contract_number !== undefined && { contract_number }),
        ...(contract_date !== undefined && { contract_date }),
        updated_at: new Date(),
      })
      .where('team_id', '=', projectRef.teamId)
      .where('id', '=', projectRef.projectId)
      .execute();
    return clientOf(tx, projectRef);
  });
}

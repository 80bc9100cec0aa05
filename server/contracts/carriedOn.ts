/** Whether a newer version goes on with the work of one: from then on it makes no more acts, and those it has stay as they are. */
import { carriedOn } from '../../domain/sentences/contracts.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { conflict } from '../http/errors.ts';

/** The version that carries this one on; null while none does. */
export async function carriedOnBy(query: Query, { teamId, versionId }: VersionRef): Promise<{ id: number; number: number } | null> {
  const found = await query
    .selectFrom('versions')
    .select(['id', 'number'])
    .where('team_id', '=', teamId)
    .where('carried_from', '=', versionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** 409 `carried_on` when a newer version goes on with the work of this one. */
export async function refuseCarriedOn(query: Query, version: VersionRef): Promise<void> {
  const by = await carriedOnBy(query, version);
  if (by !== null) throw conflict(carriedOn({ number: String(by.number) }));
}

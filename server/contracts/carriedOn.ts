/** Whether a newer version carries a version on: from then on the older version gets no more acts, and its existing acts do not change. */
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

/** 409 `carried_on` when a newer version carries this one on. */
export async function refuseCarriedOn(query: Query, version: VersionRef): Promise<void> {
  const by = await carriedOnBy(query, version);
  if (by !== null) throw conflict(carriedOn({ number: String(by.number) }));
}

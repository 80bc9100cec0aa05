/** Whether certificates were issued on a version: then its payments count on it, although it may have no acts. */
import * as say from '../../domain/sentences/payments.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { conflict } from '../http/errors.ts';

/** The latest certificate issued on this version alone; null while there is none. */
export async function latestOn(
  query: Query,
  { teamId, versionId }: Pick<VersionRef, 'teamId' | 'versionId'>,
): Promise<{ number: string } | null> {
  const found = await query
    .selectFrom('certificates')
    .select('number')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** 409 `version_certified` while a certificate stands that was issued on this version. */
export async function refuseVersionCertified(query: Query, version: VersionRef): Promise<void> {
  const issued = await latestOn(query, version);
  if (issued !== null) throw conflict(say.versionCertified(issued));
}

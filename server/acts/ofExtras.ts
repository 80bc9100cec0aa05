/** Checks of extras against the acts of their version. */
import { sql } from 'kysely';
import { versionHasExtras } from '../../domain/sentences/contracts.ts';
import type { ActRef, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { conflict } from '../http/errors.ts';

/**
 * 409 `version_has_extras` when this is the version's last act, nothing was carried into the version, and extras are asked for or approved
 * on it.
 */
export async function refuseLastWithExtras(query: Query, { teamId, versionId, actId }: VersionRef & Pick<ActRef, 'actId'>): Promise<void> {
  const { rows } = await sql`
    select from extras x where x.team_id = ${teamId} and x.version_id = ${versionId} and x.status in ('asked', 'approved')
       and not exists (select from acts a where a.team_id = x.team_id and a.version_id = x.version_id and a.id <> ${actId}) limit 1`.execute(
    query,
  );
  if (rows.length > 0) throw conflict(versionHasExtras());
}

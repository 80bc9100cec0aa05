import { randomBytes } from 'node:crypto';
import type { Share } from '../../domain/contract/shapes.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { lockProject, type ProjectPlace } from '../projects/access.ts';

interface SharedAct extends ProjectPlace {
  readonly actId: number;
}
interface Link {
  readonly hash: string;
  readonly expires_at: Date | null;
}

/** The act's link; null when it is not shared. */
export async function linkOf(query: Query, { teamId, actId }: SharedAct): Promise<Link | null> {
  const link = await query
    .selectFrom('act_links')
    .select(['hash', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .executeTakeFirst();
  return link ?? null;
}

export const shareOf = ({ hash, expires_at }: Link, publicUrl: string): Share => ({
  hash,
  url: `${publicUrl}/public/${hash}`,
  expires_at: expires_at?.toISOString() ?? null,
});

/** Shares an act: one link an act, kept when it is there already, with the expiry asked for. */
export async function shareAct(database: Database, caller: Caller, act: SharedAct, expiresAt: string | null): Promise<Link> {
  return database.query.transaction().execute(async (tx) => {
    await lockProject(tx, act);
    return tx
      .insertInto('act_links')
      .values({
        hash: randomBytes(24).toString('base64url'),
        team_id: act.teamId,
        act_id: act.actId,
        created_by: caller.userId,
        expires_at: expiresAt,
      })
      .onConflict((clash) => clash.columns(['team_id', 'act_id']).doUpdateSet({ expires_at: expiresAt }))
      .returning(['hash', 'expires_at'])
      .executeTakeFirstOrThrow();
  });
}

/** Stops sharing: the link is dead at once. */
export async function unshareAct(database: Database, act: SharedAct): Promise<void> {
  await database.query.transaction().execute(async (tx) => {
    await lockProject(tx, act);
    await tx.deleteFrom('act_links').where('team_id', '=', act.teamId).where('act_id', '=', act.actId).execute();
  });
}

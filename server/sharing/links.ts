import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Share } from '../../domain/contract/shapes.ts';
import { linkExpired, linkUnknown, linkWithdrawn, notShared } from '../../domain/sentences/acts.ts';
import type { ActRef, Locked } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller, PublicAct } from '../http/caller.ts';
import { conflict, HttpError, notFound } from '../http/errors.ts';

interface Link {
  readonly hash: string;
  readonly expires_at: Date | null;
}

/** The act's link; null when it is not shared. */
export async function linkOf(query: Query, { teamId, actId }: ActRef): Promise<Link | null> {
  const link = await query
    .selectFrom('act_links')
    .select(['hash', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return link ?? null;
}

export const shareOf = ({ hash, expires_at }: Link, publicUrl: string): Share => ({
  hash,
  url: `${publicUrl}/public/${hash}`,
  expires_at: expires_at?.toISOString() ?? null,
});

async function makeLink(tx: Tx, caller: Caller, { teamId, actId }: Locked<ActRef>, expiresAt: Date | string | null): Promise<Link> {
  return tx
    .insertInto('act_links')
    .values({
      hash: randomBytes(24).toString('base64url'),
      team_id: teamId,
      act_id: actId,
      created_by: caller.userId,
      expires_at: expiresAt,
    })
    .returning(['hash', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Withdraws the act's link and wakes the viewers who use it. Returns whether there was one. */
async function withdraw(tx: Tx, act: Locked<ActRef>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('act_links')
    .set({ withdrawn_at: new Date() })
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  await notifyProject(tx, act);
  return numUpdatedRows > 0n;
}

/** Shares an act: one link an act, kept when it is there already, with the expiry asked for. */
export async function shareAct(tx: Tx, caller: Caller, act: Locked<ActRef>, expiresAt: string | null): Promise<Link> {
  const kept = await tx
    .updateTable('act_links')
    .set({ expires_at: expiresAt })
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .where('withdrawn_at', 'is', null)
    .returning(['hash', 'expires_at'])
    .executeTakeFirst();
  if (kept === undefined) return makeLink(tx, caller, act, expiresAt);
  await notifyProject(tx, act);
  return kept;
}

/** Another link for the act, with the same expiry; the one before is dead at once. 409 `not_shared` when there is none. */
export async function rotateLink(tx: Tx, caller: Caller, act: Locked<ActRef>): Promise<Link> {
  const link = await linkOf(tx, act);
  if (link === null) throw conflict(notShared());
  await withdraw(tx, act);
  return makeLink(tx, caller, act, link.expires_at);
}

/** Stops sharing: the link is dead at once. 404 when there is none. */
export async function unshareAct(tx: Tx, act: Locked<ActRef>): Promise<void> {
  if (!(await withdraw(tx, act))) throw notFound();
}

/** The act an `act-public-key` header opens. 404 saying why it opens none: `link_withdrawn`, `link_expired`, `link_unknown`. */
export async function publicActOf(query: Query, key: unknown): Promise<PublicAct> {
  const link =
    typeof key === 'string'
      ? await query
          .selectFrom('act_links')
          .innerJoin('teams', 'teams.id', 'act_links.team_id')
          .select([
            'team_id',
            'act_id',
            'withdrawn_at',
            'teams.deleted_at',
            'expires_at',
            sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_over'),
          ])
          .where('hash', '=', key)
          .executeTakeFirst()
      : undefined;
  if (link === undefined) throw HttpError.of(404, linkUnknown());
  if (link.withdrawn_at !== null || link.deleted_at !== null) throw HttpError.of(404, linkWithdrawn());
  if (link.is_over) throw HttpError.of(404, linkExpired());
  return { teamId: link.team_id, actId: link.act_id, expiresAt: link.expires_at?.getTime() ?? null };
}

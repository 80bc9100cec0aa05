import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Share } from '../../domain/api/shapes.ts';
import { linkExpired, linkUnknown, linkWithdrawn, notShared } from '../../domain/sentences/acts.ts';
import { answerLinkNone } from '../../domain/sentences/answers.ts';
import type { ActRef, Locked } from '../access/refs.ts';
import { nextRevision } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller, PublicAct } from '../http/caller.ts';
import { conflict, HttpError, notFound } from '../http/errors.ts';

/** The right of a link's holder: to look at the act, or to answer it as well. An act has at most one open link of each kind. */
type LinkKind = 'looks' | 'answers';

interface Link {
  readonly hash: string;
  readonly expires_at: Date | null;
}

const openLink = (query: Query, { teamId, actId }: ActRef, kind: LinkKind) =>
  query
    .selectFrom('act_links')
    .select(['hash', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .where('may_answer', '=', kind === 'answers')
    .where('withdrawn_at', 'is', null);

/** The act's link of this kind; null when there is none. */
export async function linkOf(query: Query, act: ActRef, kind: LinkKind): Promise<Link | null> {
  return (await openLink(query, act, kind).executeTakeFirst()) ?? null;
}

const PATHS = { looks: 'public', answers: 'answer' } as const satisfies Record<LinkKind, string>;
export const shareOf = ({ hash, expires_at }: Link, kind: LinkKind, publicUrl: string): Share => ({
  hash,
  url: `${publicUrl}/${PATHS[kind]}/${hash}`,
  expires_at: expires_at?.toISOString() ?? null,
});

interface ToMake {
  readonly kind: LinkKind;
  readonly expiresAt: Date | string | null;
}
async function makeLink(tx: Tx, caller: Caller, { teamId, actId }: Locked<ActRef>, { kind, expiresAt }: ToMake): Promise<Link> {
  return tx
    .insertInto('act_links')
    .values({
      hash: randomBytes(24).toString('base64url'),
      team_id: teamId,
      act_id: actId,
      created_by: caller.userId,
      expires_at: expiresAt,
      may_answer: kind === 'answers',
    })
    .returning(['hash', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Withdraws the act's link of this kind and wakes the viewers who use it. Returns whether there was one. */
async function withdraw(tx: Tx, act: Locked<ActRef>, kind: LinkKind): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('act_links')
    .set({ withdrawn_at: new Date() })
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .where('may_answer', '=', kind === 'answers')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  await notifyProject(tx, act);
  return numUpdatedRows > 0n;
}

/** Shares an act: each act has one link of a kind; an existing link is kept, with the expiry asked for. */
export async function shareAct(tx: Tx, caller: Caller, act: Locked<ActRef>, asked: ToMake): Promise<Link> {
  const kept = await tx
    .updateTable('act_links')
    .set({ expires_at: asked.expiresAt, revision: nextRevision })
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .where('may_answer', '=', asked.kind === 'answers')
    .where('withdrawn_at', 'is', null)
    .returning(['hash', 'expires_at'])
    .executeTakeFirst();
  if (kept === undefined) {
    const made = await makeLink(tx, caller, act, asked);
    if (asked.kind === 'answers') await notifyProject(tx, act);
    return made;
  }
  await notifyProject(tx, act);
  return kept;
}

/** Replaces the act's link of this kind, with the same expiry; the previous link stops working immediately. 409 when there is none. */
export async function rotateLink(tx: Tx, caller: Caller, act: Locked<ActRef>, kind: LinkKind): Promise<Link> {
  const link = await linkOf(tx, act, kind);
  if (link === null) throw conflict(kind === 'answers' ? answerLinkNone() : notShared());
  await withdraw(tx, act, kind);
  return makeLink(tx, caller, act, { kind, expiresAt: link.expires_at });
}

/** Stops sharing: the link stops working immediately. 404 when there is none. */
export async function unshareAct(tx: Tx, act: Locked<ActRef>, kind: LinkKind): Promise<void> {
  if (!(await withdraw(tx, act, kind))) throw notFound();
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
            'may_answer',
            'act_links.revision',
            sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_over'),
          ])
          .where('hash', '=', key)
          .executeTakeFirst()
      : undefined;
  if (link === undefined) throw HttpError.of(404, linkUnknown());
  if (link.withdrawn_at !== null || link.deleted_at !== null) throw HttpError.of(404, linkWithdrawn());
  if (link.is_over) throw HttpError.of(404, linkExpired());
  return {
    teamId: link.team_id,
    actId: link.act_id,
    expiresAt: link.expires_at?.getTime() ?? null,
    mayAnswer: link.may_answer,
    link: key as string,
    linkRevision: link.revision,
  };
}

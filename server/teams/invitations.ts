import { sql } from 'kysely';
import { isSameAddress } from '../../domain/api/credentials.ts';
import type { Invitation, PendingInvitation } from '../../domain/api/people.ts';
import type { Language } from '../../domain/languages.ts';
import * as say from '../../domain/sentences/people.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { conflict, fieldError, HttpError, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { countInvitation } from '../http/limits.ts';
import { orderMail } from '../mail/queue.ts';
import { keptHash, LINK_LIFETIME } from '../people/links.ts';
import { personByEmail } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { membership, roleOf } from './members.ts';

/** An invitation as found by its link. */
export interface OpenedInvitation {
  readonly id: number;
  readonly teamId: number;
  readonly team: string;
  readonly email: string;
  readonly role: 'admin' | 'regular';
  readonly invitedBy: string;
  readonly language: string;
  readonly expiresAt: Date;
  readonly state: 'pending' | 'used' | 'withdrawn' | 'expired';
}

/**
 * The invitation of a link, in any state. 404 for an unknown link. With `lock` it and its team stay as they are found until the transaction ends; the team is
 * locked first, as by whoever withdraws its invitations.
 */
export async function findInvitation(query: Query, secret: string, { lock }: { lock: boolean }): Promise<OpenedInvitation> {
  if (lock)
    await sql`select 1 from teams where id = (select team_id from invitation_links where hash = ${keptHash(secret)}) for share`.execute(
      query,
    );
  const { rows } = await sql<OpenedInvitation>`
    select i.id, i.team_id as "teamId", t.name as team, i.email, i.role, u.name as "invitedBy", coalesce(i.language, u.language) as language, i.expires_at as "expiresAt",
           case when i.accepted_at is not null then 'used' when i.withdrawn_at is not null or t.deleted_at is not null then 'withdrawn'
                when i.expires_at <= clock_timestamp() then 'expired' else 'pending' end as state
      from invitation_links l
      join invitations i on i.team_id = l.team_id and i.id = l.invitation_id
      join teams t on t.id = i.team_id
      join users u on u.id = i.invited_by
     where l.hash = ${keptHash(secret)} ${lock ? sql`for update of i` : sql``}`.execute(query);
  const [found] = rows;
  if (found === undefined) throw notFound();
  return found;
}

/** Refuses (409) an invitation that is no longer pending, with the reason. */
export function mustBePending({ state, team }: OpenedInvitation): void {
  switch (state) {
    case 'pending':
      return;
    case 'used':
      throw conflict(say.invitationUsed());
    case 'withdrawn':
      throw conflict(say.invitationWithdrawn({ team }));
    case 'expired':
      throw conflict(say.invitationExpired({ team }));
  }
}

/** A pending invitation, locked until the transaction ends. 404 unknown; 409 used, withdrawn or expired. */
export async function openInvitation(tx: Tx, secret: string): Promise<OpenedInvitation> {
  const found = await findInvitation(tx, secret, { lock: true });
  mustBePending(found);
  return found;
}

export const isFor = ({ email }: Pick<OpenedInvitation, 'email'>, address: string): boolean => isSameAddress(email, address);

/** "ann.smith@example.com" as "an…@example.com": enough for its owner to recognise it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}…${email.slice(at)}`;
}

export const foreignInvitation = ({ email }: OpenedInvitation): HttpError =>
  HttpError.of(403, say.invitationForeign({ email: masked(email) }));

/** Makes a person a member by an invitation and uses it up; the role of an existing member does not change. */
export async function acceptInvitation(tx: Tx, { id, teamId, role }: OpenedInvitation, userId: number, from: From): Promise<void> {
  await tx
    .insertInto('members')
    .values({ team_id: teamId, user_id: userId, role })
    .onConflict((clash) => clash.columns(['team_id', 'user_id']).doNothing())
    .execute();
  await tx
    .updateTable('invitations')
    .set({ accepted_at: new Date() })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .execute();
  await recordSecurity(tx, { kind: 'member_joined', userId, teamId, from, on: { becomes: role } });
}

/** The invitation as the holder of its link sees it. */
export async function invitationOf(query: Query, secret: string): Promise<Invitation> {
  const found = await findInvitation(query, secret, { lock: false });
  mustBePending(found);
  const known = await personByEmail(query, found.email);
  return {
    team: { id: found.teamId, name: found.team },
    email: found.email,
    role: found.role,
    invited_by: found.invitedBy,
    expires_at: found.expiresAt.toISOString(),
    is_registered: known !== null && known.confirmed_at !== null,
  };
}

/** The invitations of a team that are not accepted, including expired ones; one of them when `id` is given. */
export async function pendingInvitations(query: Query, teamId: number, id: number | null = null): Promise<PendingInvitation[]> {
  const { rows } = await sql<
    Omit<PendingInvitation, 'created_at' | 'expires_at' | 'role'> & { role: string; created_at: Date; expires_at: Date }
  >`
    select i.id, i.email, i.role, u.name as invited_by, i.created_at, i.expires_at
      from invitations i join users u on u.id = i.invited_by
     where i.team_id = ${teamId} and i.accepted_at is null and i.withdrawn_at is null and (${id}::bigint is null or i.id = ${id})
     order by i.created_at, i.id`.execute(query);
  return rows.map(({ role, created_at, expires_at, ...invitation }) => ({
    ...invitation,
    role: roleOf(role),
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

async function pendingInvitation(query: Query, teamId: number, id: number): Promise<PendingInvitation> {
  const [found] = await pendingInvitations(query, teamId, id);
  if (found === undefined) throw notFound();
  return found;
}

interface Invited {
  readonly teamId: number;
  readonly invitedBy: number;
  readonly email: string;
  readonly role: 'admin' | 'regular';
  /** The language of the mail; the sender's own where none is chosen. */
  readonly language?: Language | undefined;
  readonly from: From;
}

/**
 * Invites an address, or sends its pending invitation again with the role asked for now. A member's address is a field error; 429 when the
 * team or the person has sent enough today.
 */
export async function invite({ query }: Database, { teamId, invitedBy, email, role, language, from }: Invited): Promise<PendingInvitation> {
  return query.transaction().execute(async (tx) => {
    await countInvitation(tx, { teamId, userId: invitedBy });
    const known = await personByEmail(tx, email);
    if (known !== null && (await membership(tx, teamId, known.id)) !== null) throw fieldError('email', say.memberAlready());
    const { rows } = await sql<{ id: number }>`
      insert into invitations (team_id, email, role, language, invited_by, expires_at)
      values (${teamId}, ${email}, ${role}, ${language ?? null}, ${invitedBy}, clock_timestamp() + make_interval(secs => ${LINK_LIFETIME.invitation}::float8))
      on conflict (team_id, lower(email)) where accepted_at is null and withdrawn_at is null
        do update set role = excluded.role, language = excluded.language, invited_by = excluded.invited_by, expires_at = excluded.expires_at
      returning id`.execute(tx);
    const [made] = rows;
    if (made === undefined) throw new Error('no invitation was made');
    const invitation = await pendingInvitation(tx, teamId, made.id);
    await recordSecurity(tx, { kind: 'invitation_sent', userId: invitedBy, teamId, from, on: { name: invitation.email, becomes: role } });
    await orderMail(tx, { kind: 'invitation', email: invitation.email, teamId, invitationId: made.id });
    return invitation;
  });
}

/** Sends a pending invitation again, valid for its full time from now. 404 when it is not pending; 429 as for `invite`. */
export async function resendInvitation(
  { query }: Database,
  { teamId, id, userId }: { readonly teamId: number; readonly id: number; readonly userId: number },
): Promise<PendingInvitation> {
  return query.transaction().execute(async (tx) => {
    await countInvitation(tx, { teamId, userId });
    const { email } = await pendingInvitation(tx, teamId, id);
    await sql`update invitations set expires_at = clock_timestamp() + make_interval(secs => ${LINK_LIFETIME.invitation}::float8)
               where team_id = ${teamId} and id = ${id} and accepted_at is null and withdrawn_at is null`.execute(tx);
    await orderMail(tx, { kind: 'invitation', email, teamId, invitationId: id });
    return pendingInvitation(tx, teamId, id);
  });
}

interface Withdrawal {
  readonly teamId: number;
  readonly id: number;
  readonly userId: number;
  readonly from: From;
}

/** Withdraws a pending invitation: its links report this from then on. 404 when it is not pending. */
export async function withdrawInvitation({ query }: Database, { teamId, id, userId, from }: Withdrawal): Promise<void> {
  await query.transaction().execute(async (tx) => {
    const withdrawn = await tx
      .updateTable('invitations')
      .set({ withdrawn_at: new Date() })
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning('email')
      .executeTakeFirst();
    if (withdrawn === undefined) throw notFound();
    await recordSecurity(tx, { kind: 'invitation_withdrawn', userId, teamId, from, on: { name: withdrawn.email } });
  });
}

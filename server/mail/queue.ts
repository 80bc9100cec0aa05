import { sql } from 'kysely';
import { notify } from '../db/bus.ts';
import type { Query } from '../db/open.ts';

export const MAIL_TOPIC = 'mail';

/**
 * A mail to be written, to an address with or without an account. An invitation is named by its id, and so is a registration, except when its
 * link is requested again.
 */
export type MailOrder =
  | { readonly kind: 'confirmation'; readonly email: string; readonly registrationId?: number }
  | { readonly kind: 'recovery' | 'company'; readonly email: string }
  /** Mails a link that sets a new address; tells the previous address that a new one was asked for, and that it was changed. */
  | { readonly kind: 'address' | 'address_asked' | 'address_changed'; readonly email: string; readonly changeId: number }
  /** Tells a person of an entry of the security log. */
  | { readonly kind: 'notice'; readonly email: string; readonly entryId: number }
  /** Tells the team of an answer to an act, and the client that their answer was withdrawn. */
  | { readonly kind: 'answered' | 'answer_withdrawn'; readonly email: string; readonly teamId: number; readonly answerId: number }
  /** Tells those who may decide an extra that it was asked for, and the person who asked that it is decided. */
  | { readonly kind: 'extra_asked' | 'extra_decided'; readonly email: string; readonly teamId: number; readonly extraId: number }
  | { readonly kind: 'invitation'; readonly email: string; readonly teamId: number; readonly invitationId: number };

/** The record that an order names when it is not an invitation or a registration. */
function aboutOf(order: MailOrder): number | null {
  if ('entryId' in order) return order.entryId;
  if ('answerId' in order) return order.answerId;
  if ('extraId' in order) return order.extraId;
  return 'changeId' in order ? order.changeId : null;
}

/**
 * Puts a mail into the queue, in the transaction of the change it is about. When the same mail still waits, it is sent once, now; when it
 * is just being sent, it is sent again. Whether the mail is still wanted is checked when it is sent (the account exists, the invitation is
 * valid), so this takes equally long for every address.
 */
export async function orderMail(tx: Query, order: MailOrder): Promise<void> {
  const teamId = 'teamId' in order ? order.teamId : null;
  const invitationId = order.kind === 'invitation' ? order.invitationId : null;
  const registrationId = (order.kind === 'confirmation' ? order.registrationId : undefined) ?? null;
  const entryId = aboutOf(order);
  await sql`
    insert into outgoing_mails (kind, email, team_id, invitation_id, registration_id, entry_id)
    values (${order.kind}, ${order.email}, ${teamId}, ${invitationId}, ${registrationId}, ${entryId}::bigint)
    on conflict (kind, lower(email), coalesce(invitation_id, 0), coalesce(registration_id, 0), coalesce(entry_id, 0)) do update set claim = null,
      attempts = case when outgoing_mails.claim is null then outgoing_mails.attempts else 0 end,
      next_try_at = case when outgoing_mails.claim is null and outgoing_mails.attempts = 0 then outgoing_mails.next_try_at else now() end`.execute(
    tx,
  );
  await notify(tx, MAIL_TOPIC);
}

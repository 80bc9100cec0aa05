/** The deletion of an account. The person's work stays, without their name. */
import { sql } from 'kysely';
import { FORMER_MEMBER } from '../../domain/people.ts';
import { othersNeedYou } from '../../domain/sentences/ownData.ts';
import { notify } from '../db/bus.ts';
import type { Tx } from '../db/open.ts';
import { conflict } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { CLOSED } from '../people/passwords.ts';
import { endSessions } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { membershipTopic } from '../teams/members.ts';
import { moveTeamToBin } from './teams.ts';

/**
 * Records that belong to the person alone: they are deleted with the account. Sessions end first, because live channels are notified of
 * that.
 */
export const ENDS = [
  ['person_links', 'user_id'],
  ['address_changes', 'user_id'],
  ['preferences', 'user_id'],
  ['row_views', 'user_id'],
  ['kept_answers', 'user_id'],
  ['done_keys', 'user_id'],
  ['heartbeats', 'user_id'],
  ['comment_reads', 'user_id'],
  ['known_devices', 'user_id'],
  ['api_tokens', 'user_id'],
  ['factors', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['factor_tickets', 'user_id'],
  ['company_identities', 'user_id'],
  ['company_sign_ins', 'user_id'],
  ['former_members', 'user_id'],
  ['refresh_families', 'user_id'],
] as const;
/** Records that the work of others depends on: they stay, and name a former member. */
export const STAYS = [
  'act_links.created_by',
  'act_answers.recorded_by',
  'recent_events.author_id',
  'imports.started_by',
  'invitations.invited_by',
  'row_comments.author_id',
  'project_changes.author_id',
  'moments.author_id',
  'project_terms.made_by',
  'certificates.issued_by',
  'carryings.made_by',
  'extras.asked_by',
  'extras.decided_by',
  'extras.withdrawn_by',
] as const;

interface Own {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly owners: number;
  readonly members: number;
}

/** The person's teams, locked until the transaction ends. */
async function ownTeams(tx: Tx, userId: number): Promise<readonly Own[]> {
  await sql`select 1 from teams where id in (select team_id from members where user_id = ${userId}) order by id for update`.execute(tx);
  const { rows } = await sql<Own>`
    select t.id, t.name, m.role, (select count(*)::int from members o where o.team_id = t.id and o.role = 'owner') as owners,
           (select count(*)::int from members o where o.team_id = t.id) as members
      from members m join teams t on t.id = m.team_id where m.user_id = ${userId} order by t.id`.execute(tx);
  return rows;
}

/**
 * Deletes an account: its sessions, tokens, links and mails are removed, its address becomes free, and teams without other members are
 * deleted with it. 409 `data_others_need_you` for the last owner of a team in which others work.
 */
export async function deleteAccount(tx: Tx, userId: number, from: From): Promise<void> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  const teams = await ownTeams(tx, userId);
  const needed = teams.find(({ role, owners, members }) => role === 'owner' && owners === 1 && members > 1);
  if (needed !== undefined) throw conflict(othersNeedYou({ team: needed.name }));
  await recordSecurity(tx, { kind: 'account_deleted', userId, teamId: null, from });
  for (const { id } of teams.filter(({ members }) => members === 1)) await moveTeamToBin(tx, id, 0);
  const ids = teams.map(({ id }) => id);
  await sql`delete from members where team_id = any(${ids}::bigint[]) and user_id = ${userId}`.execute(tx);
  await sql`
    update invitations set withdrawn_at = clock_timestamp()
     where team_id = any(${ids}::bigint[]) and invited_by = ${userId} and accepted_at is null and withdrawn_at is null`.execute(tx);
  await endSessions(tx, userId);
  for (const [table, column] of ENDS) await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(tx);
  const nobody = `former-${userId}@removed.invalid`;
  // A pending invitation is still for the address, and its next owner may accept it.
  await sql`
    update invitations set email = ${nobody} where lower(email) = lower(${email}) and (accepted_at is not null or withdrawn_at is not null)`.execute(
    tx,
  );
  await sql`update act_answers set recorded_name = ${FORMER_MEMBER} where recorded_by = ${userId}`.execute(tx);
  await sql`update moments set author_name = ${FORMER_MEMBER} where author_id = ${userId}`.execute(tx);
  await sql`update recent_events set author_name = ${FORMER_MEMBER} where author_id = ${userId}`.execute(tx);
  await sql`update project_changes set event = jsonb_set(event, '{author_name}', to_jsonb(${FORMER_MEMBER}::text)) where author_id = ${userId}`.execute(
    tx,
  );
  await sql`delete from outgoing_mails where lower(email) = lower(${email})`.execute(tx);
  await sql`delete from registrations where lower(email) = lower(${email})`.execute(tx);
  await sql`
    update users set email = ${nobody}, name = ${FORMER_MEMBER}, password = ${CLOSED}, keeps_password = false,
           disabled_at = clock_timestamp(), deleted_at = clock_timestamp() where id = ${userId}`.execute(tx);
  await notify(tx, membershipTopic(userId));
}

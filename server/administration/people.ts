import { sql } from 'kysely';
import { Unusable } from '../backup/unusable.ts';
import { notify } from '../db/bus.ts';
import type { Database, Tx } from '../db/open.ts';
import { HttpError } from '../http/errors.ts';
import { FROM_INSIDE } from '../http/from.ts';
import { deleteAccount } from '../ownData/account.ts';
import { restoreMembers } from '../ownData/teams.ts';
import { isHeld } from '../people/addresses.ts';
import { makePersonLink, newSecret } from '../people/links.ts';
import { hashPassword } from '../people/passwords.ts';
import { endSessions, keepPerson, personByEmail } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { makeTeam, membershipTopic } from '../teams/members.ts';
import { tableOf } from './typed.ts';

const shown = (moment: Date | null): string => moment?.toISOString().slice(0, 10) ?? '';

export async function listPeople({ query }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: number; email: string; name: string; disabled_at: Date | null; sessions: number; teams: string | null }>`
    select u.id, u.email, u.name, u.disabled_at,
           (select count(*)::int from refresh_families f where f.user_id = u.id and f.revoked_at is null and f.created_at > now() - interval '30 days') as sessions,
           (select string_agg(m.team_id || ' ' || m.role, ', ' order by m.team_id) from members m where m.user_id = u.id) as teams
      from users u where u.deleted_at is null order by u.id`.execute(query);
  const waiting = await query.selectFrom('registrations').select(['email', 'name', 'created_at']).orderBy('id').execute();
  return [
    ...tableOf(
      ['id', 'email', 'name', 'state', 'sessions', 'teams and roles'],
      rows.map(({ id, email, name, disabled_at, sessions, teams }) => [
        id,
        email,
        name,
        disabled_at === null ? 'enabled' : `disabled ${shown(disabled_at)}`,
        sessions,
        teams ?? '',
      ]),
    ),
    ...waiting.map(({ email, name, created_at }) => `${email} (${name}) registered ${shown(created_at)} and has not confirmed the address`),
  ];
}

export async function listTeams({ query }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: number; name: string; purge_at: Date | null; owners: string | null; members: number; projects: number }>`
    select t.id, t.name, t.purge_at, (select count(*)::int from members m where m.team_id = t.id) as members,
           (select count(*)::int from projects p where p.team_id = t.id and p.deleted_at is null) as projects,
           (select string_agg(u.email, ', ' order by u.id) from members m join users u on u.id = m.user_id where m.team_id = t.id and m.role = 'owner') as owners
      from teams t order by t.id`.execute(query);
  return tableOf(
    ['id', 'name', 'members', 'projects', 'owners'],
    rows.map(({ id, name, purge_at, members, projects, owners }) => [
      id,
      name,
      members,
      projects,
      purge_at === null ? (owners ?? '') : `deleted, gone ${shown(purge_at)}`,
    ]),
  );
}

async function person(tx: Tx, email: string) {
  const found = await personByEmail(tx, email);
  if (found === null) throw new Unusable(`There is no account with the address ${email}`);
  return found;
}

/** Makes an account with a team of its own; its person chooses the password by the link, which is valid for an hour. */
export async function makeOwner(
  { query }: Database,
  { email, name, team }: { email: string; name: string; team: string },
  publicUrl: string,
): Promise<string[]> {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Unusable(`${email} is no address of mail`);
  const password = await hashPassword(newSecret());
  return query.transaction().execute(async (tx) => {
    if ((await personByEmail(tx, email)) !== null) throw new Unusable(`There is an account with the address ${email} already`);
    if (await isHeld(tx, email)) throw new Unusable(`${email} was another account's until a few days ago, which may want it back`);
    const id = await keepPerson(tx, null, { email, name }, password);
    await tx.updateTable('users').set({ keeps_password: true }).where('id', '=', id).execute();
    const { id: teamId } = await makeTeam(tx, team, id);
    const secret = await makePersonLink(tx, 'recovery', id);
    return [`${email} owns the team ${teamId}, ${team}. A password is chosen at ${publicUrl}/password-recovery/${secret} within an hour`];
  });
}

export async function signOut({ query }: Database, email: string | null): Promise<string[]> {
  return query.transaction().execute(async (tx) => {
    const ids = email === null ? (await tx.selectFrom('users').select('id').execute()).map(({ id }) => id) : [(await person(tx, email)).id];
    const before = await tx
      .selectFrom('refresh_families')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('revoked_at', 'is', null)
      .where('user_id', 'in', ids.length > 0 ? ids : [0])
      .executeTakeFirstOrThrow();
    for (const id of ids) {
      await endSessions(tx, id);
      await recordSecurity(tx, { kind: 'sessions_ended', userId: null, teamId: null, from: FROM_INSIDE, on: { userId: id } });
    }
    return [`${before.count} ${before.count === 1 ? 'session has' : 'sessions have'} ended`];
  });
}

/** Disables an account: its sessions end immediately, and it cannot sign in. The records it made stay. */
export async function disableAccount({ query }: Database, email: string): Promise<string[]> {
  return query.transaction().execute(async (tx) => {
    const { id, disabled_at } = await person(tx, email);
    if (disabled_at !== null) return [`${email} is disabled already`];
    await sql`update users set disabled_at = clock_timestamp() where id = ${id}`.execute(tx);
    await endSessions(tx, id);
    await recordOnAccount(tx, 'account_disabled', id);
    return [`${email} is disabled: the sessions have ended, and signing in is refused`];
  });
}

/** Lets a disabled account sign in again. */
export async function enableAccount({ query }: Database, email: string): Promise<string[]> {
  return query.transaction().execute(async (tx) => {
    const { id, disabled_at } = await person(tx, email);
    if (disabled_at === null) return [`${email} is enabled already`];
    await sql`update users set disabled_at = null where id = ${id}`.execute(tx);
    await recordOnAccount(tx, 'account_enabled', id);
    return [`${email} is enabled`];
  });
}

/** Records the change in the security log, and notifies what depends on the account. */
async function recordOnAccount(tx: Tx, kind: 'account_disabled' | 'account_enabled', id: number): Promise<void> {
  await recordSecurity(tx, { kind, userId: null, teamId: null, from: FROM_INSIDE, on: { userId: id } });
  await notify(tx, membershipTopic(id));
}

/** Removes the second factors of an account and its recovery codes: the password signs in again. Its sessions end. */
export async function resetFactors({ query }: Database, email: string): Promise<string[]> {
  return query.transaction().execute(async (tx) => {
    const { id } = await person(tx, email);
    const gone = await tx.deleteFrom('factors').where('user_id', '=', id).returning('name').execute();
    await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
    await tx.deleteFrom('factor_tickets').where('user_id', '=', id).execute();
    if (gone.length === 0) return [`${email} has no second factor`];
    await endSessions(tx, id);
    const on = { userId: id, was: gone.map(({ name }) => name).join(', ') };
    await recordSecurity(tx, { kind: 'factors_reset', userId: null, teamId: null, from: FROM_INSIDE, on });
    const which = gone.length === 1 ? 'second factor is' : 'second factors are';
    return [`${gone.length} ${which} removed, and the sessions have ended. ${email} signs in with the password alone`];
  });
}

/** The second factors of an account. */
export async function listFactors({ query }: Database, email: string): Promise<string[]> {
  const { id } = await query.transaction().execute((tx) => person(tx, email));
  const { rows } = await sql<{ kind: string; name: string; added: string; used: string }>`
    select kind, name, to_char(added_at, 'YYYY-MM-DD HH24:MI') as added, coalesce(to_char(last_used_at, 'YYYY-MM-DD HH24:MI'), 'never') as used
      from factors where user_id = ${id} order by id`.execute(query);
  return tableOf(
    ['kind', 'name', 'added', 'last used'],
    rows.map(({ kind, name, added, used }) => [kind, name, added, used]),
  );
}

/** Deletes an account for a person who cannot do so themselves: their work stays, and nothing in it names them. */
export async function removeAccount({ query }: Database, email: string): Promise<string[]> {
  return query.transaction().execute(async (tx) => {
    const { id } = await person(tx, email);
    await deleteAccount(tx, id, FROM_INSIDE).catch((error: unknown) => {
      throw error instanceof HttpError ? new Unusable(error.message) : error;
    });
    return [`${email} is deleted; what they did stays under a former member`];
  });
}

/** Restores a deleted team, whoever owned it. */
export async function restoreDeletedTeam({ query }: Database, text: string): Promise<string[]> {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  return query.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from teams where id = ${id} and deleted_at is not null and purging_at is null for update`.execute(tx);
    const [team] = rows;
    if (team === undefined) throw new Unusable(`There is no deleted team with the number ${text}`);
    await restoreMembers(tx, id);
    await recordSecurity(tx, { kind: 'team_restored', userId: null, teamId: id, from: FROM_INSIDE, on: { name: team.name } });
    return [`${team.name} is back, with the members it had`];
  });
}

/** One's own data: exported, and deleted for good; remaining records name nobody. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_PARTS, type OwnPart, TEAM_PARTS, type TeamPart } from '../../domain/api/ownDataRoutes.ts';
import { restoreDeletedTeam } from '../../server/administration/people.ts';
import type { Tx } from '../../server/db/open.ts';
import { FROM_INSIDE } from '../../server/http/from.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { deleteAccount, ENDS, STAYS } from '../../server/ownData/account.ts';
import { OF_TEAM } from '../../server/ownData/removal.ts';
import { moveTeamToBin } from '../../server/ownData/teams.ts';
import { importWorkbook, PASSWORD, type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
const gone = { status: 404, body: expect.objectContaining({ code: 'link_withdrawn' }) };

async function teamData(person: Person, part: TeamPart): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  for (let after: string | null = '0'; after !== null; ) {
    const window: { lines: string[]; next: string | null } = await person.call('GET /teams/:id/data/', {
      params: { id: person.teamId },
      query: { part, after },
    });
    lines.push(...window.lines);
    after = window.next;
  }
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
const ownData = async (person: Person, part: OwnPart) =>
  (await person.call('GET /profile/data/', { query: { part } })).lines.map((line) => JSON.parse(line) as Record<string, unknown>);

/** A team with an estimate, a shared act, a comment and somebody invited. */
async function busyTeam() {
  const owner = await server.person();
  const { projectId, versionId } = await importWorkbook(owner, FIXTURE);
  const { id: actId } = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { hash } = await owner.call('POST /acts/:id/share/', { params: { id: actId }, body: {} });
  const { costs } = await owner.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const answer = await owner.call('GET /lists/:id/rows/', { params: { id: costs[0]?.id ?? 0 }, query: {} });
  const rowId = 'rows' in answer ? (answer.rows.find(({ kind }) => kind === 'row')?.id ?? 0) : 0;
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  await member.call('POST /rows/:id/comments/', { params: { id: rowId }, body: { text: 'Is this gravel?' } });
  return { owner, member, projectId, versionId, actId, hash, rowId };
}

test('an owner exports everything of a team, in windows, with exact numbers and no secrets', async () => {
  const { owner, member, hash, projectId } = await busyTeam();
  await owner.call('PUT /teams/:id/members/:userId/limits/', {
    params: { id: owner.teamId, userId: member.id },
    body: { project_id: projectId, limit: { can: 'reads', prices: false } },
  });
  await owner.call('POST /projects/:id/moments/', { params: { id: projectId }, body: { name: 'Before' } });
  const all = Object.fromEntries(await Promise.all(TEAM_PARTS.map(async (part) => [part, await teamData(owner, part)] as const)));
  expect(all.people?.map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    [member.email, 'regular'],
  ]);
  expect(all.comments).toEqual([expect.objectContaining({ type: 'row', text: 'Is this gravel?', author: member.email })]);
  expect(all.rows?.length).toBeGreaterThan(10);
  expect(all.events?.length).toBeGreaterThan(0);
  expect(all.limits).toEqual([{ user_id: member.id, project_id: projectId, can: 'reads', prices: false }]);
  expect(all.moments).toEqual([expect.objectContaining({ name: 'Before', author: owner.email })]);
  expect(JSON.stringify(all)).not.toContain(hash);
  const { lines } = await owner.call('GET /teams/:id/data/', { params: { id: owner.teamId }, query: { part: 'rows' } });
  expect(lines.join()).toMatch(/"quantity": \d+\.\d+/);
  // Another team's records are not in it.
  const stranger = await server.person();
  expect(await teamData(stranger, 'rows')).toEqual([]);
  expect((await refusal(stranger.call('GET /teams/:id/data/', { params: { id: owner.teamId }, query: { part: 'rows' } }))).status).toBe(
    404,
  );
  expect((await refusal(member.call('GET /teams/:id/data/', { params: { id: owner.teamId }, query: { part: 'rows' } }))).status).toBe(403);
});

test('several windows follow one another and contain each record once', async () => {
  const owner = await server.person();
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Long' } });
  await sql`insert into project_changes (team_id, project_id) select ${owner.teamId}, ${id} where false`.execute(server.database.query);
  await sql`insert into invitations (team_id, email, role, invited_by, expires_at)
    select ${owner.teamId}, 'p' || n || '@example.com', 'regular', ${owner.id}, now() from generate_series(1, 1201) n`.execute(
    server.database.query,
  );
  const emails = (await teamData(owner, 'invitations')).map(({ email }) => email);
  expect([emails.length, new Set(emails).size]).toEqual([1201, 1201]);
});

test('anyone can export their own data, without a password or a token in it', async () => {
  const { member } = await busyTeam();
  const all = Object.fromEntries(await Promise.all(OWN_PARTS.map(async (part) => [part, await ownData(member, part)] as const)));
  expect(all.profile).toEqual([expect.objectContaining({ id: member.id, email: member.email })]);
  expect(all.comments).toEqual([expect.objectContaining({ type: 'row', text: 'Is this gravel?' })]);
  expect(all.sessions?.length).toBe(1);
  const text = JSON.stringify(all);
  expect(text).not.toMatch(/argon2|"password":|"hash":/);
});

const old = (person: Person) =>
  sql`update refresh_families set proved_at = now() - interval '1 hour' where user_id = ${person.id}`.execute(server.database.query);

test('irreversible calls need a proof of identity', async () => {
  const { owner } = await busyTeam();
  await old(owner);
  for (const call of [
    () => owner.call('DELETE /profile/', {}),
    () => owner.call('POST /teams/:id/delete/', { params: { id: owner.teamId }, body: { name: 'x' } }),
    () => owner.call('GET /teams/:id/data/', { params: { id: owner.teamId }, query: { part: 'team' } }),
  ])
    expect(await refusal(call())).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
});

test('a deleted account ends at once; its work stays under “former member”; its address is free again', async () => {
  const { owner, member, rowId } = await busyTeam();
  await server.call('POST /forgot/', { body: { email: member.email } });
  const [mail] = await server.mailsTo(member.email);
  await member.call('DELETE /profile/', {});
  expect((await refusal(member.call('GET /profile/', {}))).status).toBe(401);
  expect((await refusal(server.call('POST /token/refresh/', { body: { refresh: member.tokens.refresh } }))).status).toBe(400);
  expect(await refusal(server.call('POST /token/', { body: { email: member.email, password: PASSWORD } }))).toMatchObject({
    body: { code: 'bad_credentials' },
  });
  expect(
    (await refusal(server.call('POST /password_recovery/', { body: { hash: mail?.hash ?? '', password: 'another-long-one' } }))).status,
  ).toBe(400);
  const { comments } = await owner
    .call('GET /rows/:id/comments/', { params: { id: rowId }, query: {} })
    .then((answer) => ({ comments: JSON.stringify(answer) }));
  expect(comments).toContain('A former member');
  expect(comments).not.toContain(member.email);
  expect((await owner.call('GET /teams/:id/members', { params: { id: owner.teamId } })).map(({ id }) => id)).toEqual([owner.id]);
  const again = await server.person({ email: member.email });
  expect(again.id).not.toBe(member.id);
  // Two simultaneous requests have the effect of one.
  const both = await Promise.allSettled([again.call('DELETE /profile/', {}), again.call('DELETE /profile/', {})]);
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
});

test('after an account is deleted only pending invitations still name its address', async () => {
  const [leaving, pending, withdrawn] = [await server.person(), await server.person(), await server.person()];
  for (const { call, teamId } of [pending, withdrawn])
    await call('POST /teams/:id/invitations/', { params: { id: teamId }, body: { email: leaving.email, role: 'regular' } });
  const [{ id } = { id: 0 }] = await withdrawn.call('GET /teams/:id/invitations/', { params: { id: withdrawn.teamId } });
  await withdrawn.call('DELETE /teams/:id/invitations/:invitationId/', { params: { id: withdrawn.teamId, invitationId: id } });
  await leaving.call('DELETE /profile/', {});
  const named = async (person: Person) => (await teamData(person, 'invitations')).map(({ email }) => email === leaving.email);
  expect([await named(pending), await named(withdrawn)]).toEqual([[true], [false]]);
});

test('a person who deleted their account is named nowhere in the history: not in its pages, undo, live changes or the names of moments', async () => {
  const { owner, projectId, rowId } = await busyTeam();
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  const name = 'Ilze Kalna';
  await member.call('PATCH /profile/', { body: { name } });
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Other' } });
  const version = await member.call('POST /projects/:id/versions/', { params: { id }, body: { name: 'By somebody' } });
  await member.call('POST /projects/:id/moments/', { params: { id }, body: { name: 'Before', version_id: version.id } });
  await member.call('POST /rows/:id/comments/', { params: { id: rowId }, body: { text: 'Mine' } });
  const records = async () =>
    JSON.stringify([
      await owner.call('GET /projects/:id/history/', { params: { id }, query: {} }),
      await owner.call('GET /projects/:id/history/', { params: { id: projectId }, query: {} }),
      await owner.call('GET /projects/:id/moments/', { params: { id } }),
      await teamData(owner, 'events'),
      await teamData(owner, 'moments'),
      await teamData(owner, 'comments'),
      await (
        await fetch(`${server.address}/v1/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.tokens.access}` },
          body: JSON.stringify({ query: '{ recent_events { author_name } project_changes { event } }' }),
        })
      ).json(),
    ]);
  expect((await records()).split(name).length).toBeGreaterThan(6);
  await member.call('DELETE /profile/', {});
  const left = await records();
  expect(left).not.toContain(name);
  expect(left).toContain('A former member');
});

test('the last owner of a team with other members cannot delete their account; a team without other members is deleted with it', async () => {
  const { owner, member, hash } = await busyTeam();
  const { name } = (await owner.call('GET /profile/', {})).teams[0] ?? { name: '' };
  expect(await refusal(owner.call('DELETE /profile/', {}))).toMatchObject({
    status: 409,
    body: {
      code: 'data_others_need_you',
      detail: `You are the last owner of ${name}, and others work in it. Remove them or delete the team first`,
    },
  });
  await owner.call('DELETE /teams/:id/members/:userId/', { params: { id: owner.teamId, userId: member.id } });
  await owner.call('DELETE /profile/', {});
  expect(await refusal(server.call('GET /public/act/', {}, { publicKey: hash }))).toEqual(gone);
  await removeOutdated(server.database.query);
  const { rows } = await sql`select 1 from teams where id = ${owner.teamId}`.execute(server.database.query);
  expect(rows).toEqual([]);
});

test('a deleted team is inaccessible at once, links and invitations included, and only its owner can restore it whole', async () => {
  const { owner, member, projectId, hash } = await busyTeam();
  const params = { id: owner.teamId };
  const { name } = (await owner.call('GET /profile/', {})).teams[0] ?? { name: '' };
  await sql`insert into project_limits (team_id, user_id, project_id, can, prices) values (${owner.teamId}, ${member.id}, ${projectId}, 'reads', false)`.execute(
    server.database.query,
  );
  await owner.call('POST /teams/:id/invitations/', { params, body: { email: 'late@example.com', role: 'regular' } });
  const [mail] = await server.mailsTo('late@example.com');
  expect(await refusal(owner.call('POST /teams/:id/delete/', { params, body: { name: 'Another' } }))).toMatchObject({ status: 400 });
  expect((await refusal(member.call('POST /teams/:id/delete/', { params, body: { name } }))).status).toBe(403);
  const deleted = await owner.call('POST /teams/:id/delete/', { params, body: { name } });
  expect(Date.parse(deleted.gone_at) - Date.parse(deleted.deleted_at)).toBe(30 * 86_400_000);
  for (const person of [owner, member])
    expect((await refusal(person.call('GET /projects/:id/', { params: { id: projectId } }))).status).toBe(404);
  expect(await refusal(server.call('GET /public/act/', {}, { publicKey: hash }))).toEqual(gone);
  expect(await refusal(server.call('GET /invitations/:hash/', { params: { hash: mail?.hash ?? '' } }))).toMatchObject({
    body: { code: 'invitation_withdrawn' },
  });
  expect(await owner.call('GET /teams/deleted/', {})).toEqual([deleted]);
  expect(await member.call('GET /teams/deleted/', {})).toEqual([]);
  for (const person of [member, await server.person()])
    expect((await refusal(person.call('POST /teams/:id/restore/', { params }))).status).toBe(404);
  await removeOutdated(server.database.query);
  expect(await owner.call('POST /teams/:id/restore/', { params })).toEqual({ id: owner.teamId, name, role: 'owner' });
  expect((await member.call('GET /projects/:id/', { params: { id: projectId } })).id).toBe(projectId);
  // A limited member is limited again.
  expect((await refusal(member.call('PATCH /projects/:id/', { params: { id: projectId }, body: { name: 'Mine' } }))).status).toBe(403);
  expect((await server.call('GET /public/act/', {}, { publicKey: hash })).act.id).toBeDefined();
  expect((await refusal(owner.call('POST /teams/:id/restore/', { params }))).status).toBe(404);
});

test('after 30 days nothing of a deleted team is left, and nothing of other teams is touched', async () => {
  const [{ owner, hash }, other] = [await busyTeam(), await busyTeam()];
  for (const person of [owner, other.owner]) {
    const { id } = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Under review' } });
    const file = new File(['Code;Description;Unit;Quantity;Rate\n1;Trench;m3;12;8.5\n'], 'estimate.csv');
    await person.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
    await untilRead(person, id);
  }
  const params = { id: owner.teamId };
  const { name } = (await owner.call('GET /profile/', {})).teams[0] ?? { name: '' };
  await owner.call('POST /teams/:id/delete/', { params, body: { name } });
  await sql`update teams set purge_at = now() - interval '1 second' where id = ${owner.teamId}`.execute(server.database.query);
  expect((await refusal(owner.call('POST /teams/:id/restore/', { params }))).status).toBe(404);
  const kept = await counts(other.owner.teamId);
  await removeOutdated(server.database.query);
  expect(Object.entries(await counts(owner.teamId)).filter(([table, count]) => count > 0 && table !== 'security_log')).toEqual([]);
  expect(await counts(other.owner.teamId)).toEqual(kept);
  expect(await refusal(server.call('GET /public/act/', {}, { publicKey: hash }))).toMatchObject({ status: 404 });
  expect(await owner.call('GET /teams/deleted/', {})).toEqual([]);
});

test('after 30 days nothing of a deleted project is left in any table, even one whose import is under review', async () => {
  const { owner, projectId } = await busyTeam();
  await owner.call('POST /projects/:id/moments/', { params: { id: projectId }, body: { name: 'Before' } });
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Under review' } });
  const file = new File(['Code;Description;Unit;Quantity;Rate\n1;Trench;m3;12;8.5\n'], 'estimate.csv');
  await owner.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
  await untilRead(owner, id);
  for (const each of [projectId, id]) await owner.call('DELETE /projects/:id/', { params: { id: each } });
  await sql`update projects set deleted_at = now() - interval '31 days' where team_id = ${owner.teamId}`.execute(server.database.query);
  await removeOutdated(server.database.query);
  const ofTeamAlone = ['members', 'security_log'];
  const left = Object.entries(await counts(owner.teamId)).filter(([table, count]) => count > 0 && !ofTeamAlone.includes(table));
  expect(left).toEqual([]);
});

test('the removal of a large team does not block other requests', async () => {
  const [owner, other] = [await server.person(), await server.person()];
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Large' } });
  const { id } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id }, body: { title: 'Many' } });
  await sql`insert into estimate_rows (team_id, version_id, list_id, "order", name)
    select l.team_id, l.version_id, l.id, n, 'Row ' || n from lists l, generate_series(1, 20000) n where l.id = ${list.id}`.execute(
    server.database.query,
  );
  await sql`update teams set purge_at = now() - interval '1 second' where id = ${owner.teamId}`.execute(server.database.query);
  let isOver = false;
  const removing = removeOutdated(server.database.query).finally(() => {
    isOver = true;
  });
  let answered = 0;
  for (; !isOver; answered += 1) await other.call('GET /profile/', {});
  await removing;
  expect(answered).toBeGreaterThan(5);
});

/**
 * Makes `call` wait for a transaction that does `meanwhile`, and lets it continue afterwards. The embedded database has one connection, so there the call
 * always waits.
 */
async function behind<T>(meanwhile: (tx: Tx) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const { query } = server.database;
  const answer = await query.transaction().execute(async (tx) => {
    await meanwhile(tx);
    const asked = call();
    // The call may be refused before its answer is awaited.
    asked.catch(() => {});
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while (server.engine === 'postgres' && (await isWaiting.execute(query)).rows.length === 0);
    return { asked };
  });
  return answer.asked;
}
const overtaken = (meanwhile: (tx: Tx) => Promise<unknown>, call: () => Promise<unknown>) => refusal(behind(meanwhile, call));
const membersIn = async (teamId: number) =>
  (await sql`select 1 from members where team_id = ${teamId}`.execute(server.database.query)).rows.length;

test('a person who joins a team while it is being deleted is not in the deleted team', async () => {
  const [owner, late] = [await server.person(), await server.person()];
  await owner.call('POST /teams/:id/invitations/', { params: { id: owner.teamId }, body: { email: late.email, role: 'regular' } });
  const [mail] = await server.mailsTo(late.email);
  const joined = await overtaken(
    (tx) => sql`select 1 from teams where id = ${owner.teamId} for update`.execute(tx).then(() => moveTeamToBin(tx, owner.teamId, 30)),
    () => late.call('POST /invitations/:hash/', { params: { hash: mail?.hash ?? '' }, body: {} }),
  );
  expect(joined).toMatchObject({ status: 409, body: { code: 'invitation_withdrawn' } });
  expect(await membersIn(owner.teamId)).toBe(0);
});

test('a deleted team is restored by its number, unless its removal has begun', async () => {
  const { query } = server.database;
  const [owner, other] = [await server.person(), await server.person()];
  for (const { teamId } of [owner, other]) await query.transaction().execute((tx) => moveTeamToBin(tx, teamId, 30));
  expect(await restoreDeletedTeam(server.database, String(other.teamId))).toEqual([
    expect.stringMatching(/ is back, with the members it had$/),
  ]);
  expect(await membersIn(other.teamId)).toBe(1);
  for (const number of [String(other.teamId), '0', '1e3', ''])
    await expect(restoreDeletedTeam(server.database, number)).rejects.toThrow(`There is no deleted team with the number ${number}`);
  const restored = behind(
    (tx) => sql`update teams set purging_at = clock_timestamp() where id = ${owner.teamId}`.execute(tx),
    () => restoreDeletedTeam(server.database, String(owner.teamId)),
  );
  await expect(restored).rejects.toThrow('There is no deleted team');
  expect(await membersIn(owner.teamId)).toBe(0);
});

test('a team made, or an invitation accepted, while the account is being deleted belongs to nobody', async () => {
  const [owner, leaving, going] = [await server.person(), await server.person(), await server.person()];
  await owner.call('POST /teams/:id/invitations/', { params: { id: owner.teamId }, body: { email: leaving.email, role: 'regular' } });
  const [mail] = await server.mailsTo(leaving.email);
  const joined = await overtaken(
    (tx) => deleteAccount(tx, leaving.id, FROM_INSIDE),
    () => leaving.call('POST /invitations/:hash/', { params: { hash: mail?.hash ?? '' }, body: {} }),
  );
  const made = await overtaken(
    (tx) => deleteAccount(tx, going.id, FROM_INSIDE),
    () => going.call('POST /teams', { body: { name: 'Left alone' } }),
  );
  expect([joined, made]).toMatchObject([{ status: 401 }, { status: 401 }]);
  expect(await membersIn(owner.teamId)).toBe(1);
  expect((await sql`select 1 from teams where name = 'Left alone'`.execute(server.database.query)).rows).toEqual([]);
});

async function counts(teamId: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of await tablesOfTeams()) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where team_id = ${teamId}`.execute(
      server.database.query,
    );
    found[table] = rows[0]?.count ?? 0;
  }
  return found;
}
async function tablesOfTeams(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(server.database.query);
  return rows.map(({ name }) => name);
}

test('every table of a team is removed with it, and every table of a person is removed or stays for a reason', async () => {
  expect((await tablesOfTeams()).filter((name) => name !== 'security_log').sort()).toEqual([...OF_TEAM].sort());
  const { rows } = await sql<{ name: string; column: string }>`
    select conrelid::regclass::text as name, attname as column from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'users'::regclass`.execute(server.database.query);
  const named = rows.map(({ name, column }) => `${name}.${column}`).filter((name) => name !== 'members.user_id');
  expect(named.sort()).toEqual([...ENDS.map((pair) => pair.join('.')), ...STAYS].sort());
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asked } from '../../domain/api/routes.ts';
import { allAfterwards } from '../../server/http/afterwards.ts';
import { FROM_INSIDE } from '../../server/http/from.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { recordSecurity } from '../../server/securityLog/record.ts';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const entries = (teamId: number) =>
  server.database.query.selectFrom('security_log').selectAll().where('team_id', '=', teamId).orderBy('id').execute();

test('a sign-in is recorded for each team of the person, with a described device, and logged without a name', async () => {
  const { id, email, teamId } = await server.person();
  const logged = server.said('Security: sign_in (');
  await server.call('POST /token/', { body: { email, password: PASSWORD } }, { headers: { 'user-agent': FIREFOX } });
  const found = await entries(teamId);
  expect(found.at(-1)).toMatchObject({
    kind: 'sign_in',
    user_id: id,
    user_name: email,
    becomes: 'password',
    address: '127.0.0.1',
    device: 'Firefox, Windows',
  });
  expect(await logged).toContain(`Security: sign_in (kind sign_in, user ${id}, from 127.0.0.1, device Firefox, Windows)`);
  const family = await server.database.query
    .selectFrom('refresh_families')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(family).toMatchObject({ device: 'Firefox, Windows', address: '127.0.0.1', methods: ['password'] });
});

test('nobody can change an entry, remove one early, or empty the log', async () => {
  const { id, teamId } = await server.person();
  const { query } = server.database;
  const isRefused = (work: Promise<unknown>) =>
    work.then(
      () => false,
      (error: unknown) => /append-only|never emptied/.test(String(error)),
    );
  await recordSecurity(query, { kind: 'role_changed', userId: id, teamId, from: FROM_INSIDE, on: { was: 'admin', becomes: 'regular' } });
  expect(await isRefused(sql`update security_log set kind = 'sign_in' where team_id = ${teamId}`.execute(query))).toBe(true);
  expect(await isRefused(sql`delete from security_log where team_id = ${teamId}`.execute(query))).toBe(true);
  expect(await isRefused(sql`truncate security_log`.execute(query))).toBe(true);
  const shortened = query.transaction().execute(async (tx) => {
    await sql`set local actum.security_log_days = '0'`.execute(tx);
    await sql`delete from security_log where team_id = ${teamId}`.execute(tx);
  });
  expect(await isRefused(shortened)).toBe(true);
  expect((await entries(teamId)).map(({ kind }) => kind)).toContain('role_changed');
});

test('an entry of a failed transaction is neither kept nor logged', async () => {
  const { id, teamId } = await server.person();
  const { query } = server.database;
  const record = (kind: 'link_made' | 'link_withdrawn') => (tx: typeof query) =>
    recordSecurity(tx, { kind, userId: id, teamId, from: FROM_INSIDE });
  const failing = query.transaction().execute(async (tx) => {
    await record('link_made')(tx);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const logged = server.said(`team ${teamId}`);
  await query.transaction().execute(record('link_withdrawn'));
  expect(await logged).toContain('link_withdrawn');
  expect((await entries(teamId)).map(({ kind }) => kind)).not.toContain('link_made');
});

/** The entries of a team without its sign-ins: action, person, subject, old and new value. */
async function said(teamId: number): Promise<string[]> {
  await allAfterwards();
  const found = await entries(teamId);
  return found
    .filter(({ kind }) => kind !== 'sign_in')
    .map(({ kind, user_name, about, was, becomes }) => [kind, user_name, about, was, becomes].filter((word) => word !== '').join(' | '));
}

test('roles, invitations, settings, links and deletions are recorded with the names of that moment', async () => {
  const owner = await server.person();
  const { teamId } = owner;
  const params = { id: teamId };
  const member = await server.person({ teamId, role: 'regular' });
  const theirs = { ...params, userId: member.id };
  const before = (await said(teamId)).length;
  await owner.call('PATCH /teams/:id/', { params, body: { name: 'Northern Builders' } });
  await owner.call('PATCH /teams/:id/members/:userId/', { params: theirs, body: { role: 'admin' } });
  const invitation = await owner.call('POST /teams/:id/invitations/', { params, body: { email: 'guest@example.com', role: 'regular' } });
  await owner.call('DELETE /teams/:id/invitations/:invitationId/', { params: { ...params, invitationId: invitation.id } });
  const project = await owner.call('POST /projects', { body: { team_id: teamId, name: 'Yard' } });
  await owner.call('DELETE /projects/:id/', { params: { id: project.id } });
  await owner.call('POST /projects/:id/restore/', { params: { id: project.id } });
  await owner.call('POST /projects/:id/restore/', { params: { id: project.id } });
  const version = await owner.call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const act = await owner.call('POST /versions/:id/acts/', {
    params: { id: version.id },
    body: { finish_date: '2026-06-30' },
  });
  const { hash } = await owner.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  await server.call('GET /public/act/', {}, { publicKey: hash });
  await server.call('GET /public/act/', {}, { publicKey: hash });
  await owner.call('DELETE /acts/:id/share/', { params: { id: act.id } });
  await owner.call('DELETE /teams/:id/members/:userId/', { params: theirs });
  await server.database.query.updateTable('users').set({ name: 'Somebody else' }).where('id', '=', owner.id).execute();
  expect((await said(teamId)).slice(before)).toEqual([
    `settings_changed | ${owner.email} | Team of ${owner.email} | Northern Builders`,
    `role_changed | ${owner.email} | ${member.email} | regular | admin`,
    `invitation_sent | ${owner.email} | guest@example.com | regular`,
    `invitation_withdrawn | ${owner.email} | guest@example.com`,
    `project_deleted | ${owner.email} | Yard`,
    `project_restored | ${owner.email} | Yard`,
    `link_made | ${owner.email} | 1 · Yard`,
    'link_opened | 1 · Yard',
    `link_withdrawn | ${owner.email} | 1 · Yard`,
    `member_removed | ${owner.email} | ${member.email} | admin`,
  ]);
});

test('refusals are recorded where they belong: an unknown address in no team, a call in its own team', async () => {
  const owner = await server.person();
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  const elsewhere = await server.person();
  await server.database.query.insertInto('members').values({ team_id: elsewhere.teamId, user_id: member.id, role: 'regular' }).execute();
  const unknown = server.said('Security: sign_in_refused (kind sign_in_refused, from');
  await refusal(server.call('POST /token/', { body: { email: 'nobody-here@example.com', password: PASSWORD } }));
  expect(await unknown).not.toContain('nobody-here');
  await refusal(server.call('POST /token/', { body: { email: member.email, password: 'not-the-one' } }));
  await refusal(member.call('GET /teams/:id/members', { params: { id: owner.teamId } }));
  expect((await said(owner.teamId)).slice(-2)).toEqual([
    `sign_in_refused | ${member.email} | wrong_password`,
    `call_refused | ${member.email} | GET /teams/:id/members`,
  ]);
  expect((await said(elsewhere.teamId)).slice(-1)).toEqual([`sign_in_refused | ${member.email} | wrong_password`]);
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  await refusal(member.call('DELETE /projects/:id/', { params: { id } }));
  expect((await said(owner.teamId)).slice(-1)).toEqual([`call_refused | ${member.email} | DELETE /projects/:id/`]);
  const { rows } = await sql`select 1 from security_log s where s::text like '%nobody-here%'`.execute(server.database.query);
  expect(rows).toEqual([]);
});

test('a hundred password guesses make no more than fifty entries in an hour', async () => {
  const { id, teamId } = await server.person();
  const { recordRefusedSignIn } = await import('../../server/securityLog/refused.ts');
  for (let guess = 0; guess < 100; guess += 1)
    recordRefusedSignIn(server.database.query, { userId: id, why: 'wrong_password', from: FROM_INSIDE });
  expect(await said(teamId)).toHaveLength(50);
});

test('a rate limit is recorded once for its account, and logged once for a network that tries unknown addresses', async () => {
  const victim = await server.person();
  const { query } = server.database;
  await query.deleteFrom('attempts').execute();
  const guess = (email: string) => refusal(server.call('POST /token/', { body: { email, password: 'not-the-one' } }));
  const fill = () =>
    sql`insert into attempts (key, count, until) values ('login:address:127.0.0.1', 200, now() + interval '10 minutes')`.execute(query);
  await fill();
  const lines: string[] = [];
  const listening = async () => {
    for (;;) lines.push(await server.said('Security: limit_reached'));
  };
  void listening();
  for (let count = 0; count < 20; count += 1) expect((await guess(victim.email)).status).toBe(429);
  for (let count = 0; count < 20; count += 1) expect((await guess(`nobody-${count}@example.com`)).status).toBe(429);
  expect(await said(victim.teamId)).toEqual([`limit_reached | ${victim.email} | POST /token/`]);
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toMatch(/nobody|@/);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from security_log where kind = 'limit_reached'`.execute(
    query,
  );
  // One for the person and one for their team.
  expect(rows).toEqual([{ count: 2 }]);
  await query.deleteFrom('attempts').execute();
});

test('the log is read by person, by subject and by day, newest first', async () => {
  const owner = await server.person();
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  const { query } = server.database;
  const record = (kind: 'invoice_made' | 'role_changed' | 'sign_in', userId: number, aboutId: number | null, at: string) =>
    sql`insert into security_log (team_id, kind, user_id, about_id, about, at) values (${owner.teamId}, ${kind}, ${userId}, ${aboutId}, ${at}, ${at}::timestamptz)`.execute(
      query,
    );
  await record('sign_in', owner.id, null, '2026-03-01T10:00:00Z');
  await record('invoice_made', member.id, null, '2026-03-02T10:00:00Z');
  await record('role_changed', owner.id, member.id, '2026-03-03T10:00:00Z');
  const days = async (asked: Asked<'GET /teams/:id/log/'>['query'] = {}) => {
    const { entries: found } = await owner.call('GET /teams/:id/log/', { params: { id: owner.teamId }, query: asked });
    return found.flatMap(({ about }) => (about?.startsWith('2026-03') ? [about.slice(8, 10)] : []));
  };
  expect(await days()).toEqual(['03', '02', '01']);
  expect(await days({ person: owner.id })).toEqual(['03', '01']);
  expect(await days({ person: member.id })).toEqual(['03', '02']);
  expect(await days({ group: 'signing_in' })).toEqual(['01']);
  expect(await days({ from: '2026-03-02T10:00:00.000Z' })).toEqual(['03', '02']);
  expect(await days({ until: '2026-03-02T10:00:00.000Z' })).toEqual(['02', '01']);
});

test('an entry is removed when its retention ends, and no sooner', async () => {
  const { query } = server.database;
  await sql`insert into security_log (kind, about, at) values ('exported', 'old', now() - interval '401 days'), ('exported', 'young', now() - interval '399 days')`.execute(
    query,
  );
  const left = async () =>
    (await query.selectFrom('security_log').select('about').where('kind', '=', 'exported').execute()).map(({ about }) => about);
  await removeOutdated(query, 500);
  expect(await left()).toEqual(['old', 'young']);
  await removeOutdated(query);
  expect(await left()).toEqual(['young']);
  await sql`insert into security_log (kind, about, at) select 'exported', 'old', now() - interval '401 days' from generate_series(1, 10001)`.execute(
    query,
  );
  await removeOutdated(query);
  expect(await left()).toEqual(['young']);
});

test('no password, token, key or hash is in any entry', async () => {
  const owner = await server.person();
  const { email, id } = owner;
  const tokens = await server.call('POST /token/', { body: { email, password: PASSWORD } });
  await server.call('POST /forgot/', { body: { email } });
  const [mail] = await server.mailsTo(email);
  await server.call('POST /password_recovery/', { body: { hash: mail?.hash ?? '', password: 'chosen-anew-1' } });
  const again = await server.call('POST /token/', { body: { email, password: 'chosen-anew-1' } });
  await server.call('POST /profile/password/', { body: { old: 'chosen-anew-1', new: 'chosen-anew-2' } }, { access: again.access });
  await server.call('POST /logout/', { body: { refresh: again.refresh } });
  const { password } = await server.database.query.selectFrom('users').select('password').where('id', '=', id).executeTakeFirstOrThrow();
  const links = await server.database.query.selectFrom('act_links').select('hash').execute();
  const { rows } = await sql<{ text: string }>`select s::text as text from security_log s`.execute(server.database.query);
  const all = rows.map(({ text }) => text).join('\n');
  expect(all).toContain('password_recovered');
  const secrets = [
    PASSWORD,
    'chosen-anew',
    password,
    mail?.hash ?? '?',
    tokens.refresh,
    tokens.access,
    again.refresh,
    ...links.map(({ hash }) => hash),
  ];
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test('owners and admins read their team’s log in windows by kind, person and period; regulars and other teams cannot', async () => {
  const owner = await server.person();
  const { teamId: id } = owner;
  const admin = await server.person({ teamId: id, role: 'admin' });
  const regular = await server.person({ teamId: id, role: 'regular' });
  const stranger = await server.person();
  await sql`
    insert into security_log (team_id, kind, user_id, user_name, about_id, about, at)
    select ${id}, case when n % 2 = 0 then 'link_opened' else 'role_changed' end, case when n % 2 = 0 then null else ${owner.id}::bigint end, 'Ann',
           case when n % 2 = 0 then null else ${regular.id}::bigint end, n::text, '2026-01-01'::timestamptz + n * interval '1 hour'
      from generate_series(1, 250) n`.execute(server.database.query);
  const read = (query: Asked<'GET /teams/:id/log/'>['query'], by = admin) => by.call('GET /teams/:id/log/', { params: { id }, query });
  const first = await read({});
  expect([first.entries.length, first.has_more, first.entries[0]?.about]).toEqual([100, true, '250']);
  const last = await read({ before: (await read({ before: first.entries.at(-1)?.id ?? 0 })).entries.at(-1)?.id ?? 0 });
  expect(last.has_more).toBe(false);
  expect((await read({ group: 'links' })).entries.every(({ kind }) => kind === 'link_opened')).toBe(true);
  expect((await read({ person: regular.id, group: 'people' })).entries).toHaveLength(100);
  const day = await read({ from: '2026-01-02T00:00:00Z', until: '2026-01-02T02:00:00Z' });
  expect(day.entries.map(({ about }) => about)).toEqual(['26', '25', '24']);
  expect((await refusal(read({}, regular))).status).toBe(403);
  expect((await refusal(read({}, stranger))).status).toBe(404);
  await admin.call('POST /teams/:id/log/exported/', { params: { id } });
  expect((await read({})).entries[0]).toMatchObject({ kind: 'exported', user_name: admin.email, becomes: 'log' });
});

test('a former member’s later actions are not shown to the team; earlier entries stay', async () => {
  const owner = await server.person();
  const member = await server.person({ teamId: owner.teamId, role: 'admin' });
  const count = async () => (await entries(owner.teamId)).filter(({ kind, user_id }) => kind === 'sign_in' && user_id === member.id).length;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await owner.call('DELETE /teams/:id/members/:userId/', { params: { id: owner.teamId, userId: member.id } });
  await server.call('POST /token/', { body: { email: member.email, password: PASSWORD } });
  expect(await count()).toBe(before);
});

test('an export of an estimate is recorded for its team, and refused to another', async () => {
  const owner = await server.person();
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const asked = { params: { id }, body: { what: 'estimate', name: 'Estimate 1.xlsx' } } as const;
  await owner.call('POST /projects/:id/exported/', asked);
  expect((await said(owner.teamId)).at(-1)).toBe(`exported | ${owner.email} | Estimate 1.xlsx | estimate`);
  expect((await refusal((await server.person()).call('POST /projects/:id/exported/', asked))).status).toBe(404);
});

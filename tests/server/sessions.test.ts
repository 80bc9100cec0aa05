import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';
import { following, socketTo } from './listening.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const signIn = (email: string, userAgent: string, password = PASSWORD) =>
  server.call('POST /token/', { body: { email, password } }, { headers: { 'user-agent': userAgent } });
const sessionsOf = (access: string) => server.call('GET /profile/sessions/', {}, { access });
const isOver = (access: string) =>
  sessionsOf(access).then(
    () => false,
    (error: unknown) => error instanceof Refused && error.status === 401,
  );

/** A project of the person's team, and a socket that follows it. */
async function follow(person: Person, access: string, address = server.address) {
  const { id } = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Yard' } });
  const client = socketTo(address, access);
  const heard = following(client, `subscription { recent_events(where: {project_id: {_eq: ${id}}}, limit: 1) { type } }`);
  await heard.count(1);
  return { ...heard, close: () => client.dispose() };
}

test('a person sees where they are logged in: device, address, times, this one first', async () => {
  const { email } = await server.person();
  await signIn(email, PHONE);
  const { access } = await signIn(email, FIREFOX);
  const sessions = await sessionsOf(access);
  expect(sessions.map(({ device, address, is_this, methods }) => ({ device, address, is_this, methods }))).toEqual([
    { device: 'Firefox, Windows', address: '127.0.0.1', is_this: true, methods: ['password'] },
    { device: 'Safari, iPhone', address: '127.0.0.1', is_this: false, methods: ['password'] },
    { device: 'Node.js', address: '127.0.0.1', is_this: false, methods: ['password'] },
  ]);
  for (const { signed_in_at, last_used_at } of sessions) expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(Date.parse(signed_in_at));
});

test('an invented browser name is neither kept nor shown', async () => {
  const { email } = await server.person();
  const { access } = await signIn(email, '<script>alert(1)</script> Firefox/1 <b>Windows</b>');
  expect((await sessionsOf(access))[0]?.device).toBe('Firefox, Windows');
  const nameless = await signIn(email, '<img src=x onerror=alert(1)>');
  expect((await sessionsOf(nameless.access))[0]?.device).toBe('');
});

test('a session ended by its owner is over at once: its tokens and its open socket', async () => {
  const person = await server.person();
  const { access, refresh } = await signIn(person.email, FIREFOX);
  const heard = await follow(person, access);
  const session = (await sessionsOf(access)).find(({ is_this }) => is_this)?.id ?? '';
  await person.call('DELETE /profile/sessions/:session/', { params: { session } });
  expect(await heard.over).toMatchObject({ code: 4401 });
  expect(await isOver(access)).toBe(true);
  expect((await refusal(server.call('POST /token/refresh/', { body: { refresh } }))).status).toBe(400);
  expect((await refusal(person.call('DELETE /profile/sessions/:session/', { params: { session } }))).status).toBe(404);
  expect(await isOver(person.tokens.access)).toBe(false);
  await heard.close();
});

test('all other sessions can be ended, and this one stays', async () => {
  const { email } = await server.person();
  const others = [await signIn(email, FIREFOX), await signIn(email, PHONE)];
  const { access } = await signIn(email, FIREFOX);
  await server.call('POST /profile/sessions/end_others/', {}, { access });
  expect(await sessionsOf(access)).toHaveLength(1);
  for (const other of others) expect(await isOver(other.access)).toBe(true);
});

test('nobody can end another person’s session by its id', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const [session] = await sessionsOf(bob.tokens.access);
  expect((await refusal(ann.call('DELETE /profile/sessions/:session/', { params: { session: session?.id ?? '' } }))).status).toBe(404);
  expect(await isOver(bob.tokens.access)).toBe(false);
});

test('an admin sees and ends the sessions of members they may edit, and of nobody else', async () => {
  const owner = await server.person();
  const params = { id: owner.teamId };
  const [admin, regular, stranger] = [
    await server.person({ teamId: owner.teamId, role: 'admin' }),
    await server.person({ teamId: owner.teamId, role: 'regular' }),
    await server.person(),
  ];
  const heard = await follow(owner, regular.tokens.access);
  const of = (userId: number) => ({ params: { ...params, userId } });
  expect(await admin.call('GET /teams/:id/members/:userId/sessions/', of(regular.id))).toMatchObject([
    { device: 'Node.js', is_this: false },
  ]);
  await admin.call('POST /teams/:id/members/:userId/sessions/end/', of(regular.id));
  expect(await heard.over).toMatchObject({ code: 4401 });
  expect(await isOver(regular.tokens.access)).toBe(true);
  for (const [userId, status] of [
    [owner.id, 403],
    [stranger.id, 404],
  ] as const) {
    expect((await refusal(admin.call('GET /teams/:id/members/:userId/sessions/', of(userId)))).status).toBe(status);
    expect((await refusal(admin.call('POST /teams/:id/members/:userId/sessions/end/', of(userId)))).status).toBe(status);
  }
  expect(await isOver(owner.tokens.access)).toBe(false);
  const entry = await server.database.query
    .selectFrom('security_log')
    .selectAll()
    .where('team_id', '=', owner.teamId)
    .where('kind', '=', 'sessions_ended')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ user_id: admin.id, about_id: regular.id, about: regular.email });
  await heard.close();
});

test('a log-in from a new device or network is reported by mail, one from a known one is not', async () => {
  const { email } = await server.person();
  await signIn(email, 'node');
  await signIn(email, FIREFOX);
  await signIn(email, FIREFOX);
  await signIn(email, PHONE);
  const mails = await server.mailsTo(email, 2);
  expect(mails.map(({ subject }) => subject)).toEqual(['A new device has logged in to Actum', 'A new device has logged in to Actum']);
  expect(mails[0]?.link).toMatch(/\/not-me\/[\w-]{43}$/);
});

test('the mail is queued in the log-in’s transaction, so that a crash loses neither', async () => {
  const { id, email } = await server.person();
  const { query } = server.database;
  await sql`create function refuse_sign_in() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
    query,
  );
  await sql`create trigger refused before insert on outgoing_mails for each row execute function refuse_sign_in()`.execute(query);
  const before = await query.selectFrom('refresh_families').select('id').where('user_id', '=', id).execute();
  expect((await refusal(signIn(email, PHONE))).status).toBe(500);
  expect(await query.selectFrom('refresh_families').select('id').where('user_id', '=', id).execute()).toEqual(before);
  await sql`drop trigger refused on outgoing_mails`.execute(query);
  await signIn(email, PHONE);
  await server.mailsTo(email);
});

test('a changed password is reported by mail in the person’s language', async () => {
  const person = await server.person();
  await person.call('PATCH /profile/', { body: { language: 'de' } });
  await person.call('POST /profile/password/', { body: { old: PASSWORD, new: 'another-password' } });
  const [mail] = await server.mailsTo(person.email);
  expect(mail?.subject).toBe('Ihr Actum-Passwort wurde geändert');
});

test('“this was not me” ends every session and chooses a new password, once', async () => {
  const person = await server.person();
  const stolen = await signIn(person.email, FIREFOX);
  const heard = await follow(person, stolen.access);
  const [mail] = await server.mailsTo(person.email);
  const { hash } = await server.call('POST /not_me/', { body: { hash: mail?.hash ?? '' } });
  expect(await heard.over).toMatchObject({ code: 4401 });
  expect(await isOver(stolen.access)).toBe(true);
  expect(await isOver(person.tokens.access)).toBe(true);
  // A person who knows the old password can no longer sign in, whether or not a new one has been chosen.
  const old = server.call('POST /token/', { body: { email: person.email, password: PASSWORD } });
  expect((await refusal(old)).body).toMatchObject({ code: 'bad_credentials' });
  await server.call('POST /password_recovery/', { body: { hash, password: 'chosen-anew-1' } });
  await signIn(person.email, FIREFOX, 'chosen-anew-1');
  const again = await refusal(server.call('POST /not_me/', { body: { hash: mail?.hash ?? '' } }));
  expect(again).toEqual({ status: 400, body: { detail: 'This link has been used or has expired', code: 'notice_invalid' } });
  await heard.close();
});

test('of two people who open the same link of a mail at once, one sets a new password', async () => {
  const { email } = await server.person();
  await signIn(email, FIREFOX);
  const [mail] = await server.mailsTo(email);
  const open = () =>
    server.call('POST /not_me/', { body: { hash: mail?.hash ?? '' } }).then(
      () => 'opened',
      () => 'refused',
    );
  expect((await Promise.all([open(), open(), open()])).sort()).toEqual(['opened', 'refused', 'refused']);
});

test('the link of a mail works for seven days, and only for its purpose', async () => {
  const { email } = await server.person();
  await signIn(email, FIREFOX);
  const [mail] = await server.mailsTo(email);
  const hash = mail?.hash ?? '';
  expect((await refusal(server.call('POST /password_recovery/', { body: { hash, password: 'chosen-anew-1' } }))).status).toBe(400);
  const age = (days: number) =>
    sql`update person_links set expires_at = expires_at - make_interval(days => ${days}::int) where kind = 'not_me' and used_at is null`.execute(
      server.database.query,
    );
  await age(7);
  expect((await refusal(server.call('POST /not_me/', { body: { hash } }))).status).toBe(400);
});

test('the last use of a session is recorded when it is refreshed, not with every call', async () => {
  const { email } = await server.person();
  const { access, refresh } = await signIn(email, FIREFOX);
  const { query } = server.database;
  const session = (await sessionsOf(access))[0]?.id ?? '';
  await sql`update refresh_families set last_used_at = now() - interval '1 hour' where id = ${session}`.execute(query);
  const lastUse = async () => {
    const { last_used_at } = await query
      .selectFrom('refresh_families')
      .select('last_used_at')
      .where('id', '=', session)
      .executeTakeFirstOrThrow();
    return Math.round((Date.now() - last_used_at.getTime()) / 60_000);
  };
  await sessionsOf(access);
  expect(await lastUse()).toBe(60);
  await server.call('POST /token/refresh/', { body: { refresh } });
  expect(await lastUse()).toBe(0);
});

test.runIf(inject('engine').kind === 'postgres')('a session ended at one process closes its socket at another', async () => {
  const other = await server.second();
  const person = await server.person();
  const { access } = await signIn(person.email, FIREFOX);
  const heard = await follow(person, access, other.address);
  await person.call('POST /profile/sessions/end_others/', {});
  expect(await heard.over).toMatchObject({ code: 4401 });
  await heard.close();
  await other.close();
});

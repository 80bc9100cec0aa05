import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeOutdated } from '../../server/outdated.ts';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const refresh = (token: string) => server.call('POST /token/refresh/', { body: { refresh: token } });
const refused = { status: 400, body: { detail: 'Your session has ended. Log in again', code: 'refresh_refused' } };
const unauthorized = { status: 401, body: { detail: 'Log in to continue', code: 'access_denied' } };
/** Moves the use of a family's tokens into the past. */
const age = (seconds: number) =>
  sql`update refresh_tokens set used_at = used_at - make_interval(secs => ${seconds}::float8)`.execute(server.database.query);

test('a wrong password and an unknown address answer alike', async () => {
  const { email } = await server.person();
  const wrong = { status: 400, body: { detail: 'The email or the password is wrong', code: 'bad_credentials' } };
  expect(await refusal(server.call('POST /token/', { body: { email, password: 'not-the-one' } }))).toEqual(wrong);
  expect(await refusal(server.call('POST /token/', { body: { email: 'nobody@example.com', password: PASSWORD } }))).toEqual(wrong);
});

test('the server refuses what the form refuses, field by field', async () => {
  expect(await refusal(server.call('POST /token/', { body: { email: 'ann', password: '123' } }))).toEqual({
    status: 400,
    body: { email: ['Value is not a valid email address'], password: ['This field should be at least 6 characters long'] },
  });
});

test('an unconfirmed address cannot sign in', async () => {
  const { email } = await server.person({ confirmed: false });
  expect(await refusal(server.call('POST /token/', { body: { email, password: PASSWORD } }))).toMatchObject({
    status: 400,
    body: { code: 'email_unconfirmed' },
  });
});

test('the address is the same in any case, and the profile tells the teams', async () => {
  const { id, email, teamId } = await server.person({ email: 'Mixed.Case@example.com' });
  const { access } = await server.call('POST /token/', { body: { email: 'mixed.case@EXAMPLE.com', password: PASSWORD } });
  expect(await server.call('GET /profile/', {}, { access })).toEqual({
    id,
    email,
    name: email,
    language: 'en',
    teams: [{ id: teamId, name: `Team of ${email}`, role: 'owner' }],
  });
});

test('no token, a forged token and an expired login are unauthorized', async () => {
  const person = await server.person();
  const asked = (access?: string) => refusal(server.call('GET /profile/', {}, access === undefined ? {} : { access }));
  expect(await asked()).toEqual(unauthorized);
  expect(await asked(`${person.tokens.access.slice(0, -3)}abc`)).toEqual(unauthorized);
  await server.database.query.updateTable('refresh_families').set({ generation: 2 }).where('user_id', '=', person.id).execute();
  expect(await asked(person.tokens.access)).toEqual(unauthorized);
  const renewed = await refresh(person.tokens.refresh);
  expect((await server.call('GET /profile/', {}, { access: renewed.access })).id).toBe(person.id);
});

test('tabs that refresh at the same time get the same new pair of tokens', async () => {
  const { tokens } = await server.person();
  const pairs = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refresh)));
  expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
  expect(new Set(pairs.map((pair) => pair.access)).size).toBe(1);
  expect(pairs[0]?.refresh).not.toBe(tokens.refresh);
});

test('a refresh token reused later counts as theft: its whole family ends, other logins stay', async () => {
  const person = await server.person();
  const other = await server.call('POST /token/', { body: { email: person.email, password: PASSWORD } });
  const next = await refresh(person.tokens.refresh);
  await age(31);
  expect(await refusal(refresh(person.tokens.refresh))).toEqual(refused);
  expect(await refusal(refresh(next.refresh))).toEqual(refused);
  expect(await refusal(server.call('GET /profile/', {}, { access: next.access }))).toEqual(unauthorized);
  expect((await server.call('GET /profile/', {}, { access: other.access })).id).toBe(person.id);
});

test('a refresh token is refused once its three days are over', async () => {
  const person = await server.person();
  const brought = (seconds: number) =>
    sql`update refresh_tokens set expires_at = expires_at - make_interval(secs => ${seconds}::float8)
         where family in (select id from refresh_families where user_id = ${person.id})`.execute(server.database.query);
  await brought(3 * 86_400 - 60);
  const { refresh: next } = await refresh(person.tokens.refresh);
  await brought(3 * 86_400);
  expect(await refusal(refresh(next))).toEqual(refused);
});

test('a login ends after thirty days however often it was refreshed', async () => {
  const person = await server.person();
  const aged = (days: number) =>
    sql`update refresh_families set created_at = now() - make_interval(secs => ${days * 86_400}::float8) where user_id = ${person.id}`.execute(
      server.database.query,
    );
  await aged(29.9);
  const { refresh: next } = await refresh(person.tokens.refresh);
  await aged(30.1);
  expect(await refusal(refresh(next))).toEqual(refused);
});

test('ended tokens and logins are deleted, valid ones stay', async () => {
  const { query } = server.database;
  const [living, out, idle] = [await server.person(), await server.person(), await server.person()];
  const { refresh: used } = living.tokens;
  living.tokens = await refresh(used);
  await server.call('POST /logout/', { body: { refresh: out.tokens.refresh } });
  const family = query.selectFrom('refresh_families').select('id').where('user_id', '=', idle.id);
  await query
    .updateTable('refresh_tokens')
    .set({ expires_at: new Date(0) })
    .where('family', '=', family)
    .execute();
  await removeOutdated(query);
  const left = await query.selectFrom('refresh_families').select('user_id').execute();
  const users = left.map(({ user_id }) => user_id);
  expect([users.includes(living.id), users.includes(out.id), users.includes(idle.id)]).toEqual([true, false, false]);
  expect((await living.call('GET /profile/', {})).id).toBe(living.id);
  // A used token is kept as long as it could be valid, so that its return is known for theft.
  await age(31);
  expect(await refusal(refresh(used))).toEqual(refused);
  expect(await refusal(refresh(living.tokens.refresh))).toEqual(refused);
});

test.each([
  ['another kind of token', { typ: 'JWT' }, {}],
  ['another issuer', {}, { iss: 'somebody' }],
  ['another audience', {}, { aud: 'something' }],
] as const)('%s under the same secret is no access token', async (_, header, claims) => {
  const { tokens } = await server.person();
  const secret = readFileSync(join(server.dataDir, 'jwt-secret'));
  const signed = (protectedHeader: object, payload: object) =>
    new SignJWT({ ...decodeJwt(tokens.access), ...payload })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...protectedHeader })
      .sign(secret);
  const asked = async (access: string) => (await server.call('GET /profile/', {}, { access })).id;
  expect(await asked(await signed({}, {}))).toBeGreaterThan(0);
  expect(await refusal(asked(await signed(header, claims)))).toEqual(unauthorized);
});

test('signing out ends the login and its access token', async () => {
  const { tokens } = await server.person();
  expect(await server.call('POST /logout/', { body: { refresh: tokens.refresh } })).toEqual({ detail: 'Logged out' });
  expect(await refusal(refresh(tokens.refresh))).toEqual(refused);
  expect(await refusal(server.call('GET /profile/', {}, { access: tokens.access }))).toEqual(unauthorized);
});

test('an unknown refresh token is refused', async () => {
  expect(await refusal(refresh('nothing'))).toEqual(refused);
});

test('a name and a supported language can be chosen', async () => {
  const person = await server.person();
  expect(await person.call('PATCH /profile/', { body: { name: 'Ilze', language: 'lv' } })).toMatchObject({ name: 'Ilze', language: 'lv' });
  expect(await refusal(person.call('PATCH /profile/', { body: { language: 'xx' as 'lv' } }))).toEqual({
    status: 400,
    body: { language: ['This language is not available'] },
  });
  expect(await person.call('GET /profile/', {})).toMatchObject({ name: 'Ilze', language: 'lv' });
});

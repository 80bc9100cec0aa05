import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const NEW = 'a-new-secret';
const forgot = (email: string) => server.call('POST /forgot/', { body: { email } });
const recover = (hash: string, password = NEW) => server.call('POST /password_recovery/', { body: { hash, password } });
const signIn = (email: string, password: string) => server.call('POST /token/', { body: { email, password } });
const linkFor = async (email: string, nth = 1) => {
  await forgot(email);
  return (await server.mailsTo(email, nth))[nth - 1]?.hash ?? '';
};
const invalid = { status: 400, body: { detail: 'This link has been used or has expired. Ask for a new one', code: 'recovery_invalid' } };
const bad = { status: 400, body: { detail: 'The email or the password is wrong', code: 'bad_credentials' } };
const over = { status: 401, body: { detail: 'Log in to continue', code: 'access_denied' } };

test('a known and an unknown address get the same answer, and only the known one gets a mail', async () => {
  const { email } = await server.person();
  const answers = [await forgot('nobody@example.com'), await forgot(email)];
  expect(answers).toEqual(
    answers.map(() => ({ detail: 'If there is an account with this address, a link to choose a new password is on its way' })),
  );
  const [mail] = await server.mailsTo(email);
  expect(mail).toMatchObject({ subject: 'A new password for Actum', link: `${server.address}/password-recovery/${mail?.hash}` });
  expect(await server.mailsTo('nobody@example.com', 0)).toEqual([]);
});

test('the link sets the password once, and every session ends', async () => {
  const person = await server.person();
  const elsewhere = await signIn(person.email, PASSWORD);
  const hash = await linkFor(person.email);
  expect(await recover(hash)).toEqual({ detail: 'Your password has been changed. Log in with the new one' });
  expect(await refusal(recover(hash, 'third-secret'))).toEqual(invalid);
  expect(await refusal(signIn(person.email, PASSWORD))).toEqual(bad);
  expect(await refusal(person.call('GET /profile/', {}))).toEqual(over);
  expect(await refusal(server.call('GET /profile/', {}, { access: elsewhere.access }))).toEqual(over);
  const { access } = await signIn(person.email, NEW);
  expect((await server.call('GET /profile/', {}, { access })).id).toBe(person.id);
});

test('a link is refused after an hour, and so is an invented one', async () => {
  const { email, id } = await server.person();
  const hash = await linkFor(email);
  const { expires_at, created_at } = await server.database.query
    .selectFrom('person_links')
    .select(['expires_at', 'created_at'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Math.round((expires_at.getTime() - created_at.getTime()) / 60_000)).toBe(60);
  await server.database.query.updateTable('person_links').set({ expires_at: new Date() }).where('user_id', '=', id).execute();
  expect(await refusal(recover(hash))).toEqual(invalid);
  expect(await refusal(recover('nothing'))).toEqual(invalid);
  await signIn(email, PASSWORD);
});

test('using one link makes the others worthless', async () => {
  const { email } = await server.person();
  const first = await linkFor(email);
  const second = await linkFor(email, 2);
  await recover(first);
  expect(await refusal(recover(second))).toEqual(invalid);
});

test('one link used twice at once sets one password', async () => {
  const { email } = await server.person();
  const hash = await linkFor(email);
  const outcomes = await Promise.allSettled([recover(hash, 'secret-one'), recover(hash, 'secret-two')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('recovering confirms the address', async () => {
  const { email } = await server.person({ confirmed: false });
  await recover(await linkFor(email));
  expect(await signIn(email, NEW)).toEqual({ access: expect.any(String), refresh: expect.any(String) });
});

test('a password that is too short is refused at its field, and the link stays usable', async () => {
  const { email } = await server.person();
  const hash = await linkFor(email);
  expect(await refusal(recover(hash, '12345'))).toEqual({
    status: 400,
    body: { password: ['This field should be at least 8 characters long'] },
  });
  await recover(hash);
});

test('a new password ends the other sessions and the recovery links; one’s own session continues', async () => {
  const person = await server.person();
  const elsewhere = await signIn(person.email, PASSWORD);
  const hash = await linkFor(person.email);
  expect(await refusal(person.call('POST /profile/password/', { body: { old: 'not-the-one', new: NEW } }))).toEqual({
    status: 400,
    body: { old: ['This is not your current password'] },
  });
  expect((await server.call('GET /profile/', {}, { access: elsewhere.access })).id).toBe(person.id);
  expect(await person.call('POST /profile/password/', { body: { old: PASSWORD, new: NEW } })).toEqual({
    detail: 'Your password has been changed, and you are logged out everywhere else',
  });
  expect((await person.call('GET /profile/', {})).id).toBe(person.id);
  expect(await refusal(server.call('GET /profile/', {}, { access: elsewhere.access }))).toEqual(over);
  expect(await refusal(server.call('POST /token/refresh/', { body: { refresh: elsewhere.refresh } }))).toMatchObject({
    body: { code: 'refresh_refused' },
  });
  expect(await refusal(recover(hash))).toEqual(invalid);
  await signIn(person.email, NEW);
});

test('signing out everywhere ends every session of this person and no other', async () => {
  const person = await server.person();
  const other = await server.person();
  const elsewhere = await signIn(person.email, PASSWORD);
  expect(await person.call('POST /profile/logout_everywhere/', {})).toEqual({ detail: 'Logged out everywhere' });
  expect(await refusal(person.call('GET /profile/', {}))).toEqual(over);
  expect(await refusal(server.call('GET /profile/', {}, { access: elsewhere.access }))).toEqual(over);
  expect((await other.call('GET /profile/', {})).id).toBe(other.id);
});

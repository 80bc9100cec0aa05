import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://estimates.example' });
});
afterAll(() => server.close());

const register = (email: string, extra: { readonly name?: string; readonly password?: string; readonly language?: 'lv' | 'de' } = {}) =>
  server.call('POST /register/', { body: { name: 'Ann', password: PASSWORD, email, ...extra } });
const confirm = (hash: string) => server.call('POST /confirm_email/', { body: { hash } });
const resend = (email: string) => server.call('POST /confirm_email/resend/', { body: { email } });
const signIn = (email: string, password = PASSWORD) => server.call('POST /token/', { body: { email, password } });
const invalid = { status: 400, body: { detail: 'Confirmation code is invalid', code: 'confirmation_invalid' } };

test('a new person confirms the address by the mailed link, signs in and has a team of their own', async () => {
  expect(await register('ann@example.com')).toEqual({
    detail: 'Open the link we have sent to ann@example.com to confirm your email, then sign in',
  });
  expect(await refusal(signIn('ann@example.com'))).toMatchObject({ status: 400, body: { code: 'email_unconfirmed' } });
  const [mail] = await server.mailsTo('ann@example.com');
  expect(mail).toEqual({
    to: 'ann@example.com',
    subject: 'Confirm your email for Actum',
    link: `https://estimates.example/confirm-email/${mail?.hash}`,
    hash: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(await confirm(mail?.hash ?? '')).toEqual({ detail: 'Email has been successfully confirmed' });
  const { access } = await signIn('ann@example.com');
  expect(await server.call('GET /profile/', {}, { access })).toEqual({
    id: expect.any(Number),
    email: 'ann@example.com',
    name: 'Ann',
    language: 'en',
    teams: [{ id: expect.any(Number), name: "Ann's team", role: 'owner' }],
  });
});

test('a link that is wrong, used or expired confirms nothing', async () => {
  expect(await refusal(confirm('nothing'))).toEqual(invalid);
  await register('used@example.com');
  const [used] = await server.mailsTo('used@example.com');
  await confirm(used?.hash ?? '');
  expect(await refusal(confirm(used?.hash ?? ''))).toEqual(invalid);
  await register('late@example.com');
  const [late] = await server.mailsTo('late@example.com');
  await server.database.query
    .updateTable('person_links')
    .set({ expires_at: new Date(0) })
    .where('used_at', 'is', null)
    .execute();
  expect(await refusal(confirm(late?.hash ?? ''))).toEqual(invalid);
});

test('an address that is taken says so at the field', async () => {
  const { email } = await server.person();
  expect(await refusal(register(email.toUpperCase()))).toEqual({
    status: 400,
    body: { email: ['An account with this address exists. Sign in instead'] },
  });
});

test('an unconfirmed address takes the new name and password, and only the newer link confirms them', async () => {
  await register('again@example.com');
  const [first] = await server.mailsTo('again@example.com');
  await register('again@example.com', { name: 'Anna', password: 'another-secret' });
  const [, second] = await server.mailsTo('again@example.com', 2);
  expect(await refusal(confirm(first?.hash ?? ''))).toEqual(invalid);
  await confirm(second?.hash ?? '');
  expect(await refusal(signIn('again@example.com'))).toMatchObject({ body: { code: 'bad_credentials' } });
  const { access } = await signIn('again@example.com', 'another-secret');
  expect(await server.call('GET /profile/', {}, { access })).toMatchObject({
    name: 'Anna',
    teams: [{ name: "Anna's team", role: 'owner' }],
  });
});

test('a link is sent again with the same answer for every address, and only to one that waits for it', async () => {
  await register('waits@example.com');
  await server.mailsTo('waits@example.com');
  const { email: confirmed } = await server.person();
  const answers = [await resend('unknown@example.com'), await resend(confirmed), await resend('waits@example.com')];
  expect(answers).toEqual(answers.map(() => ({ detail: 'If this address waits to be confirmed, a new link is on its way to it' })));
  const [first, second] = await server.mailsTo('waits@example.com', 2);
  expect(first?.hash).not.toBe(second?.hash);
  await confirm(first?.hash ?? '');
  expect(await refusal(confirm(second?.hash ?? ''))).toEqual(invalid);
  await register('last@example.com');
  await server.mailsTo('last@example.com');
  expect([await server.mailsTo('unknown@example.com', 0), await server.mailsTo(confirmed, 0)]).toEqual([[], []]);
});

test.each([
  ['lv', 'Apstipriniet savu e-pastu sistēmā Actum'],
  ['de', 'Bestätigen Sie Ihre E-Mail-Adresse für Actum'],
] as const)('mails come in the language of the screen: %s', async (language, subject) => {
  const email = `${language}@example.com`;
  await register(email, { language });
  const [mail] = await server.mailsTo(email);
  expect(mail?.subject).toBe(subject);
  await confirm(mail?.hash ?? '');
  const { access } = await signIn(email);
  expect((await server.call('GET /profile/', {}, { access })).language).toBe(language);
});

test('the form is checked field by field', async () => {
  expect(await refusal(register('ann', { name: ' ', password: '12345' }))).toEqual({
    status: 400,
    body: {
      name: ['Value is required'],
      email: ['Value is not a valid email address'],
      password: ['This field should be at least 6 characters long'],
    },
  });
});

test('one address registered twice at once is one account with one team', async () => {
  await Promise.all([register('twice@example.com'), register('Twice@example.com'), register('twice@example.com')]);
  const { rows } = await server.database.query
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id'])
    .where('email', 'ilike', 'twice@example.com')
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows.length).toBe(1);
});

test('no link that opens something is kept', async () => {
  await register('kept@example.com');
  const [mail] = await server.mailsTo('kept@example.com');
  const links = await server.database.query.selectFrom('person_links').select('hash').execute();
  expect(links.map(({ hash }) => hash)).not.toContain(mail?.hash);
});
